package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// crowd starts all clients before the first writes and closes none before the last has written. Record i of client c has
// key "c" and value "c:i".
func crowd(address, topic string, clients, records int) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	all := make([]*kgo.Client, clients)
	for c := range all {
		client, err := kgo.NewClient(kgo.SeedBrokers(address), kgo.DefaultProduceTopic(topic))
		if err != nil {
			return err
		}
		defer client.Close()
		if err := client.Ping(ctx); err != nil {
			return err
		}
		all[c] = client
	}
	var wait sync.WaitGroup
	errors := make(chan error, clients*records)
	for c, client := range all {
		for i := range records {
			wait.Add(1)
			record := &kgo.Record{Key: fmt.Append(nil, c), Value: fmt.Appendf(nil, "%d:%d", c, i)}
			client.Produce(ctx, record, func(_ *kgo.Record, err error) {
				if err != nil {
					errors <- err
				}
				wait.Done()
			})
		}
	}
	wait.Wait()
	close(errors)
	return <-errors
}
