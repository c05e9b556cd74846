// A load generator that costs little itself: one thread, epoll, requests encoded once. Prints one JSON object.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "bench/load/load_run.h"
#include "bench/load/sockets.h"

namespace {

using namespace klamm::load;

double in_us(uint64_t ns) {
  return static_cast<double>(ns) / 1e3;
}

nlohmann::json as_json(const Options& options, const Result& result) {
  const klamm::net::LatencyHistogram& latency = result.latency_ns;
  return {
      {"connections", options.connection_count},
      {"requests", result.requests},
      {"errors", result.errors},
      {"seconds", result.seconds},
      {"requests_per_second", static_cast<double>(result.requests) / result.seconds},
      {"sent_bytes", result.sent_bytes},
      {"received_bytes", result.received_bytes},
      {"own_cpu_seconds", result.own_cpu_seconds},
      {"latency_us",
       {{"mean", latency.mean() / 1e3},
        {"p50", in_us(latency.quantile(0.50))},
        {"p90", in_us(latency.quantile(0.90))},
        {"p99", in_us(latency.quantile(0.99))},
        {"p99.9", in_us(latency.quantile(0.999))},
        {"max", in_us(latency.max())}}},
  };
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Sends Produce, Fetch or ApiVersions requests to a Kafka broker and measures the answers."};
  const std::map<std::string, Mode> modes{{"closed", Mode::kClosed}, {"open", Mode::kOpen}};
  const std::map<std::string, Api> apis{{"produce", Api::kProduce},
                                        {"fetch", Api::kFetch},
                                        {"api-versions", Api::kApiVersions},
                                        {"prepared", Api::kPrepared}};
  app.add_option("--host", options.host)->capture_default_str();
  app.add_option("--port", options.port)->capture_default_str();
  app.add_option("--mode", options.mode, "closed or open loop")->transform(CLI::CheckedTransformer(modes));
  app.add_option("--api", options.api, "produce, fetch, api-versions or prepared")
      ->transform(CLI::CheckedTransformer(apis));
  app.add_option("--connections", options.connection_count)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--in-flight", options.in_flight_max, "requests under way on one connection")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--rate", options.requests_per_second, "open loop: requests per second over all connections")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--duration-s", options.duration_s)->capture_default_str();
  app.add_option("--warmup-s", options.warmup_s)->capture_default_str();
  app.add_option("--requests", options.request_count, "ends after so many, if the time is not over before");
  app.add_option("--topic", options.topic)->capture_default_str();
  app.add_option("--partitions", options.partition_count)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_flag("--own-partition", options.keeps_partition,
               "connection i sends to partition i (modulo their number) alone, instead of to all in turn");
  app.add_flag("--create", options.create_topic, "make the topic first and wait until it takes records");
  app.add_option("--acks", options.acks)->capture_default_str();
  app.add_option("--records", options.record_count, "records in the one batch of a Produce")->capture_default_str();
  app.add_option("--record-bytes", options.record_bytes)->capture_default_str();
  app.add_option("--offset", options.fetch_offset, "fetch: from this offset, every time")->capture_default_str();
  app.add_option("--fetch-bytes-max", options.fetch_bytes_max)->capture_default_str();
  app.add_option("--fetch-wait-ms-max", options.fetch_wait_ms_max)->capture_default_str();
  app.add_option(
      "--frames", options.frames_file,
      "prepared: a file of request frames; connection i of n sends those at i, i + n, i + 2n, .., again and again");
  app.add_option("--error-at", options.error_at, "prepared: where an answer, without its length, has its error code");
  app.add_option("--congestion-control", options.congestion_control, "of the client's sockets, for example cubic");
  CLI11_PARSE(app, argc, argv);

  if (options.create_topic) {
    if (const auto prepared = prepare_topic(options); !prepared) {
      std::fprintf(stderr, "%s\n", prepared.error().c_str());
      return 1;
    }
  }
  const auto result = run_load(options);
  if (!result) {
    std::fprintf(stderr, "%s\n", result.error().c_str());
    return 1;
  }
  std::printf("%s\n", as_json(options, *result).dump(2).c_str());
  return result->errors == 0 ? 0 : 2;
}
