package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// member is a member of a group, as described in group_member.py: ADDRESS GROUP TOPIC STRATEGY [INSTANCE].
func member(words []string) error {
	var lock sync.Mutex
	out := bufio.NewWriter(os.Stdout)
	teller := func(what string) func(context.Context, *kgo.Client, map[string][]int32) {
		return func(_ context.Context, _ *kgo.Client, partitions map[string][]int32) {
			lock.Lock()
			defer lock.Unlock()
			fmt.Fprint(out, what)
			for _, index := range partitions[words[2]] {
				fmt.Fprintf(out, " %d", index)
			}
			fmt.Fprintln(out)
			out.Flush()
		}
	}
	balancer := kgo.RangeBalancer()
	if words[3] == "cooperative" {
		balancer = kgo.CooperativeStickyBalancer()
	}
	options := []kgo.Opt{
		kgo.SeedBrokers(words[0]), kgo.ConsumerGroup(words[1]), kgo.ConsumeTopics(words[2]), kgo.Balancers(balancer),
		kgo.ClientID("franz-go"), kgo.DisableAutoCommit(), kgo.BlockRebalanceOnPoll(),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.SessionTimeout(3 * time.Second),
		kgo.HeartbeatInterval(300 * time.Millisecond), kgo.OnPartitionsAssigned(teller("assigned")),
		kgo.OnPartitionsRevoked(teller("revoked")), kgo.OnPartitionsLost(teller("lost")),
		kgo.RetryBackoffFn(func(int) time.Duration { return 100 * time.Millisecond }),
	}
	if len(words) > 4 {
		options = append(options, kgo.InstanceID(words[4]), kgo.SessionTimeout(30*time.Second))
	}
	client, err := kgo.NewClient(options...)
	if err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	isCommitted := true
	for {
		select {
		case <-ended:
			client.CloseAllowingRebalance()
			return out.Flush()
		default:
		}
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		records := client.PollRecords(ctx, 100).Records()
		cancel()
		lock.Lock()
		for _, r := range records {
			fmt.Fprintf(out, "got %d %d\n", r.Partition, r.Offset)
		}
		out.Flush()
		lock.Unlock()
		if len(records) > 0 || !isCommitted {
			err := client.CommitUncommittedOffsets(context.Background())
			isCommitted = err == nil
			if err != nil {
				fmt.Fprintf(os.Stderr, "uncommitted %v\n", err)
			}
		}
		client.AllowRebalance()
	}
}
