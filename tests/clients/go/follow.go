package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// follow reads what its input tells it to, as described in follower.py.
func follow(address string) error {
	client, err := kgo.NewClient(kgo.SeedBrokers(address), kgo.ClientID("franz-go"),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.MetadataMinAge(50*time.Millisecond),
		kgo.MetadataMaxAge(200*time.Millisecond), kgo.ConsiderMissingTopicDeletedAfter(time.Minute),
		kgo.RetryBackoffFn(func(int) time.Duration { return 50 * time.Millisecond }))
	if err != nil {
		return err
	}
	defer client.Close()
	out := bufio.NewWriter(os.Stdout)
	commands := make(chan []string)
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			commands <- strings.Fields(lines.Text())
		}
		close(commands)
	}()
	followed := map[string]int{}
	for {
		select {
		case words, more := <-commands:
			if !more {
				return nil
			}
			obey(client, followed, words)
			say(out, "assigned %s %s", words[1], words[2])
		default:
		}
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		client.PollFetches(ctx).EachRecord(func(r *kgo.Record) {
			say(out, "record %s %d %d %s", r.Topic, r.Partition, r.Offset, r.Value)
		})
		cancel()
		if err := out.Flush(); err != nil {
			return err
		}
	}
}

func obey(client *kgo.Client, followed map[string]int, words []string) {
	topic, count := words[1], number(words[2])
	if words[0] == "anew" {
		client.PurgeTopicsFromConsuming(topic)
		followed[topic] = 0
	}
	added := map[int32]kgo.Offset{}
	for p := followed[topic]; p < count; p++ {
		added[int32(p)] = kgo.NewOffset().AtStart()
	}
	client.AddConsumePartitions(map[string]map[int32]kgo.Offset{topic: added})
	followed[topic] = count
}

func say(out *bufio.Writer, format string, values ...any) {
	fmt.Fprintf(out, "%d ", time.Now().UnixMilli())
	fmt.Fprintf(out, format+"\n", values...)
}
