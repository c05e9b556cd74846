package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// dump reads every partition of the topic from its start to the end it has now.
func dump(address, topic, path string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	ends, err := endOffsets(ctx, address, topic)
	if err != nil {
		return err
	}
	starts, left := map[int32]kgo.Offset{}, 0
	for partition, end := range ends {
		starts[partition] = kgo.NewOffset().AtStart()
		if end > 0 {
			left++
		}
	}
	client, err := kgo.NewClient(kgo.SeedBrokers(address),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: starts}))
	if err != nil {
		return err
	}
	defer client.Close()
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	for left > 0 {
		fetches := client.PollFetches(ctx)
		for _, e := range fetches.Errors() {
			return fmt.Errorf("%s-%d: %w", e.Topic, e.Partition, e.Err)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			write(out, r)
			if r.Offset+1 == ends[r.Partition] {
				left--
			}
		})
	}
	return out.Flush()
}

func write(out *bufio.Writer, r *kgo.Record) {
	var headers []string
	for _, h := range r.Headers {
		headers = append(headers, h.Key+"="+string(h.Value))
	}
	fmt.Fprintf(out, "%d\t%d\t%d\t%s\t%s\t%s\n", r.Partition, r.Offset, r.Timestamp.UnixMilli(), r.Key,
		strings.Join(headers, ","), r.Value)
}

func endOffsets(ctx context.Context, address, topic string) (map[int32]int64, error) {
	client, err := kgo.NewClient(kgo.SeedBrokers(address))
	if err != nil {
		return nil, err
	}
	defer client.Close()
	ask := kmsg.NewPtrMetadataRequest()
	row := kmsg.NewMetadataRequestTopic()
	row.Topic = kmsg.StringPtr(topic)
	ask.Topics = append(ask.Topics, row)
	metadata, err := ask.RequestWith(ctx, client)
	if err != nil {
		return nil, err
	}
	list := kmsg.NewPtrListOffsetsRequest()
	wanted := kmsg.NewListOffsetsRequestTopic()
	wanted.Topic = topic
	for _, p := range metadata.Topics[0].Partitions {
		one := kmsg.NewListOffsetsRequestTopicPartition()
		one.Partition, one.Timestamp = p.Partition, -1
		wanted.Partitions = append(wanted.Partitions, one)
	}
	list.Topics = append(list.Topics, wanted)
	ends := map[int32]int64{}
	for _, shard := range client.RequestSharded(ctx, list) {
		if shard.Err != nil {
			return nil, shard.Err
		}
		for _, t := range shard.Resp.(*kmsg.ListOffsetsResponse).Topics {
			for _, p := range t.Partitions {
				ends[p.Partition] = p.Offset
			}
		}
	}
	return ends, nil
}
