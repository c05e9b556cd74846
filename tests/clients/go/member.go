package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// member is a member of a group, as described in group_member.py: ADDRESS GROUP TOPIC STRATEGY [instance=ID] [works].
func member(words []string) error {
	instance, works := "", false
	for _, word := range words[4:] {
		if id, is := strings.CutPrefix(word, "instance="); is {
			instance = id
		}
		works = works || word == "works"
	}
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
	revoked := teller("revoked")
	commitRevoked := func(ctx context.Context, client *kgo.Client, partitions map[string][]int32) {
		if works {
			if err := client.CommitUncommittedOffsets(ctx); err != nil {
				fmt.Fprintf(os.Stderr, "uncommitted %v\n", err)
			}
		}
		revoked(ctx, client, partitions)
	}
	balancer := kgo.RangeBalancer()
	switch words[3] {
	case "cooperative":
		balancer = kgo.CooperativeStickyBalancer()
	case "uniform":
		balancer = kgo.StickyBalancer()
	}
	options := []kgo.Opt{
		kgo.SeedBrokers(words[0]), kgo.ConsumerGroup(words[1]), kgo.ConsumeTopics(words[2]), kgo.Balancers(balancer),
		kgo.ClientID("franz-go"), kgo.DisableAutoCommit(), kgo.BlockRebalanceOnPoll(),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.SessionTimeout(3 * time.Second),
		kgo.HeartbeatInterval(300 * time.Millisecond), kgo.OnPartitionsAssigned(teller("assigned")),
		kgo.OnPartitionsRevoked(commitRevoked), kgo.OnPartitionsLost(teller("lost")),
		kgo.RetryBackoffFn(func(int) time.Duration { return 100 * time.Millisecond }),
	}
	if instance != "" {
		options = append(options, kgo.InstanceID(instance), kgo.SessionTimeout(30*time.Second))
	}
	atOnce := 100
	if works {
		options = append(options, kgo.SessionTimeout(6*time.Second), kgo.HeartbeatInterval(2*time.Second),
			kgo.FetchMaxPartitionBytes(4096))
		atOnce = 50
	}
	if words[3] == "uniform" || words[3] == "server-range" {
		options = append(options, kgo.ServerSideBalancer())
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
			lock.Lock()
			fmt.Fprintln(out, "closing")
			out.Flush()
			lock.Unlock()
			client.CloseAllowingRebalance()
			return out.Flush()
		default:
		}
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		records := client.PollRecords(ctx, atOnce).Records()
		cancel()
		for _, r := range records {
			if works {
				time.Sleep(2 * time.Millisecond)
			}
			lock.Lock()
			fmt.Fprintf(out, "got %d %d\n", r.Partition, r.Offset)
			if works {
				out.Flush()
			}
			lock.Unlock()
		}
		lock.Lock()
		out.Flush()
		lock.Unlock()
		if works {
			client.CommitOffsets(context.Background(), client.UncommittedOffsets(), nil)
		} else if len(records) > 0 || !isCommitted {
			err := client.CommitUncommittedOffsets(context.Background())
			isCommitted = err == nil
			if err != nil {
				fmt.Fprintf(os.Stderr, "uncommitted %v\n", err)
			}
		}
		client.AllowRebalance()
	}
}
