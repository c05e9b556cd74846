#include <cerrno>

#include "tests/reactor/peers.h"
#include "tests/reactor/world.h"

// What every Io promises about sockets.
namespace klamm::reactor::test {
namespace {

class IoSocket : public IoSuite {};

Task<void> close_both(Io& io, Pair pair) {
  io.close(pair.client);
  io.close(pair.server);
  co_return;
}

TEST_P(IoSocket, AcceptsOnAnyFreePortAndTellsIt) {
  run([](Io& io) -> Task<void> {
    const SocketHandle listener = *io.listen({"127.0.0.1", 0}, {});
    const Endpoint at = *io.local_endpoint(listener);
    EXPECT_GT(at.port, 0);
    EXPECT_EQ(at.host, "127.0.0.1");
    Acceptor acceptor;
    io.start_accept(listener, acceptor);
    std::vector<SocketHandle> clients;
    for (int i = 0; i < 5; ++i) {
      const IoResult<int> client = co_await connect(io, at);
      EXPECT_TRUE(client.has_value());
      if (client) clients.push_back({*client});
    }
    for (int i = 0; i < 5; ++i) {
      const SocketHandle accepted = co_await acceptor.next();
      EXPECT_EQ(io.peer_endpoint(accepted)->host, "127.0.0.1");
      io.close(accepted);
    }
    io.stop_accept(listener, acceptor);
    co_await acceptor.ended.wait();
    EXPECT_EQ(acceptor.end_error.code, ECANCELED);
    for (const SocketHandle client : clients) io.close(client);
    io.close(listener);
  }(io()));
}

TEST_P(IoSocket, ASecondListenerOnThePortIsRefused) {
  run([](Io& io) -> Task<void> {
    const SocketHandle listener = *io.listen({"127.0.0.1", 0}, {});
    const IoResult<SocketHandle> second = io.listen(*io.local_endpoint(listener), {});
    EXPECT_FALSE(second.has_value());
    if (!second) {
      EXPECT_EQ(second.error().code, EADDRINUSE);
    }
    io.close(listener);
    co_return;
  }(io()));
}

TEST_P(IoSocket, ConnectingToNobodyIsRefused) {
  run([](Io& io) -> Task<void> {
    const SocketHandle listener = *io.listen({"127.0.0.1", 0}, {});
    const Endpoint at = *io.local_endpoint(listener);
    io.close(listener);
    const IoResult<int> client = co_await connect(io, at);
    EXPECT_FALSE(client.has_value());
    if (!client) {
      EXPECT_EQ(client.error().code, ECONNREFUSED);
    }
  }(io()));
}

TEST_P(IoSocket, BytesArriveInOrderAndTheEndIsTold) {
  run([](Io& io) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    Collector collector;
    io.start_receive(pair.server, collector);
    std::string expected;
    for (int i = 0; i < 50; ++i) {
      const std::string text = "message " + std::to_string(i) + ";";
      expected += text;
      const IoResult<void> sent = co_await send_text(io, pair.client, text);
      EXPECT_TRUE(sent.has_value());
    }
    co_await collector.until(expected.size());
    EXPECT_EQ(collector.text, expected);
    EXPECT_FALSE(collector.ended.is_set());
    io.close(pair.client);
    co_await collector.ended.wait();
    EXPECT_EQ(collector.end_error.code, 0);
    io.close(pair.server);
  }(io()));
}

TEST_P(IoSocket, SendTakesSeveralPiecesAndEmptyOnes) {
  run([](Io& io) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    std::string a = "one ", b, c = "two ", d = "three";
    std::vector<iovec> pieces;
    for (std::string* part : {&b, &a, &b, &c, &d, &b}) pieces.push_back({part->data(), part->size()});
    const IoResult<void> sent = co_await send(io, pair.client, pieces);
    EXPECT_TRUE(sent.has_value());
    std::string got(13, '\0');
    const IoResult<size_t> received = co_await receive_all(io, pair.server, std::as_writable_bytes(std::span(got)));
    EXPECT_EQ(*received, 13u);
    EXPECT_EQ(got, "one two three");
    const IoResult<void> nothing = co_await send(io, pair.client, {});
    EXPECT_TRUE(nothing.has_value());
    co_await close_both(io, pair);
  }(io()));
}

Task<void> send_and_close(Io& io, SocketHandle socket, std::string text) {
  const IoResult<void> sent = co_await send_text(io, socket, text);
  EXPECT_TRUE(sent.has_value());
  io.shutdown(socket);
}

TEST_P(IoSocket, ReceiveAllFillsALargeSpanWhileTheSenderIsSlowed) {
  run([](Io& io, size_t large_bytes) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    const std::string text = pattern(large_bytes);
    Gate gate;
    gate.spawn(send_and_close(io, pair.client, text));
    std::string got(text.size(), '\0');
    const IoResult<size_t> received = co_await receive_all(io, pair.server, std::as_writable_bytes(std::span(got)));
    EXPECT_EQ(received.value_or(0), text.size());
    EXPECT_TRUE(got == text);
    co_await gate.close();
    co_await close_both(io, pair);
  }(io(), world_->large_bytes()));
}

TEST_P(IoSocket, ReceiveAllTellsHowMuchCameBeforeTheEnd) {
  run([](Io& io) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    Gate gate;
    gate.spawn(send_and_close(io, pair.client, "short"));
    std::string got(100, '\0');
    const IoResult<size_t> received = co_await receive_all(io, pair.server, std::as_writable_bytes(std::span(got)));
    EXPECT_EQ(received.value_or(0), 5u);
    co_await gate.close();
    co_await close_both(io, pair);
  }(io()));
}

TEST_P(IoSocket, StopReceiveEndsLaterAndMayBeFollowedByReceiveAll) {
  run([](Io& io) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    Collector collector;
    io.start_receive(pair.server, collector);
    (void)co_await send_text(io, pair.client, "head");
    co_await collector.until(4);
    io.stop_receive(pair.server, collector);
    EXPECT_FALSE(collector.ended.is_set());
    io.stop_receive(pair.server, collector);
    co_await collector.ended.wait();
    EXPECT_EQ(collector.end_error.code, ECANCELED);
    EXPECT_EQ(collector.text, "head");
    (void)co_await send_text(io, pair.client, "body");
    std::string got(4, '\0');
    const IoResult<size_t> received = co_await receive_all(io, pair.server, std::as_writable_bytes(std::span(got)));
    EXPECT_EQ(received.value_or(0), 4u);
    EXPECT_EQ(got, "body");
    collector.ended.reset();
    io.start_receive(pair.server, collector);
    (void)co_await send_text(io, pair.client, "tail");
    co_await collector.until(8);
    EXPECT_EQ(collector.text, "headtail");
    io.stop_receive(pair.server, collector);
    co_await collector.ended.wait();
    co_await close_both(io, pair);
  }(io()));
}

// Whatever the moment of the stop, no byte is lost and exactly one end is told.
TEST_P(IoSocket, StopReceiveRacesWithBytes) {
  run([](Io& io) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    Collector collector;
    const std::string text = pattern(300 * 100);
    size_t sent_bytes = 0;
    for (int round = 0; round < 300; ++round) {
      collector.ended.reset();
      io.start_receive(pair.server, collector);
      (void)co_await send_text(io, pair.client, text.substr(sent_bytes, 100));
      sent_bytes += 100;
      for (int pause = round % 5; pause > 0; --pause) co_await yield_now();
      io.stop_receive(pair.server, collector);
      co_await collector.ended.wait();
      EXPECT_EQ(collector.end_error.code, ECANCELED);
    }
    collector.ended.reset();
    io.start_receive(pair.server, collector);
    co_await collector.until(sent_bytes);
    EXPECT_TRUE(collector.text == text);
    io.shutdown(pair.client);
    co_await collector.ended.wait();
    EXPECT_EQ(collector.end_error.code, 0);
    co_await close_both(io, pair);
  }(io()));
}

TEST_P(IoSocket, StopReceiveRacesWithTheEnd) {
  run([](Io& io) -> Task<void> {
    for (int round = 0; round < 50; ++round) {
      const Pair pair = co_await make_pair_of_sockets(io);
      Collector collector;
      io.start_receive(pair.server, collector);
      if (round % 3 == 0) co_await yield_now();
      io.shutdown(pair.client);
      for (int pause = round % 4; pause > 0; --pause) co_await yield_now();
      io.stop_receive(pair.server, collector);
      co_await collector.ended.wait();
      EXPECT_TRUE(collector.end_error.code == 0 || collector.end_error.code == ECANCELED);
      co_await close_both(io, pair);
    }
  }(io()));
}

TEST_P(IoSocket, ShutdownEndsWhatWaitsOnTheSocket) {
  run([](Io& io) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    Collector collector;
    io.start_receive(pair.client, collector);
    std::string into(10, '\0');
    std::vector<Task<void>> tasks;
    tasks.push_back([](Io& with, SocketHandle socket, std::string& to) -> Task<void> {
      const IoResult<size_t> received = co_await receive_all(with, socket, std::as_writable_bytes(std::span(to)));
      EXPECT_EQ(received.value_or(0), 0u);
    }(io, pair.server, into));
    tasks.push_back([](Io& with, Pair of, Collector& sink) -> Task<void> {
      co_await yield_now();
      with.shutdown(of.server);
      co_await sink.ended.wait();
      EXPECT_EQ(sink.end_error.code, 0);
    }(io, pair, collector));
    co_await when_all(std::move(tasks));
    const IoResult<void> sent = co_await send_text(io, pair.server, "late");
    EXPECT_FALSE(sent.has_value());
    if (!sent) {
      EXPECT_EQ(sent.error().code, EPIPE);
    }
    co_await close_both(io, pair);
  }(io()));
}

TEST_P(IoSocket, ASlowReaderHoldsTheSenderUntilItReads) {
  run([](Io& io, size_t large_bytes) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    const std::string text = pattern(large_bytes);
    bool sent = false;
    Gate gate;
    gate.spawn([](Io& with, SocketHandle socket, const std::string& what, bool& done) -> Task<void> {
      const IoResult<void> result = co_await send_text(with, socket, what);
      EXPECT_TRUE(result.has_value());
      done = true;
    }(io, pair.client, text, sent));
    co_await sleep_for(20'000'000);
    EXPECT_FALSE(sent);
    std::string got(text.size(), '\0');
    const IoResult<size_t> received = co_await receive_all(io, pair.server, std::as_writable_bytes(std::span(got)));
    EXPECT_EQ(received.value_or(0), text.size());
    co_await gate.close();
    EXPECT_TRUE(sent);
    EXPECT_TRUE(got == text);
    co_await close_both(io, pair);
  }(io(), world_->large_bytes()));
}

Task<void> write_file(Io& io, FileHandle file, std::string text) {
  const iovec piece{text.data(), text.size()};
  EXPECT_TRUE(io.write(file, std::span(&piece, 1), 0).has_value());
  co_return;
}

TEST_P(IoSocket, SendFileSendsExactlyTheRangeAfterItsHeader) {
  run([](Io& io, std::string directory) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    const FileHandle file = *io.open(directory + "/range", OpenMode::kCreate);
    const std::string text = pattern(1 << 20);
    co_await write_file(io, file, text);
    (void)co_await send_text(io, pair.client, "header", true);
    const IoResult<void> sent = co_await send_file(io, pair.client, file, 1000, 10'000);
    EXPECT_TRUE(sent.has_value());
    std::string got(10'006, '\0');
    const IoResult<size_t> received = co_await receive_all(io, pair.server, std::as_writable_bytes(std::span(got)));
    EXPECT_EQ(received.value_or(0), got.size());
    EXPECT_TRUE(got == "header" + text.substr(1000, 10'000));
    const IoResult<void> empty = co_await send_file(io, pair.client, file, 5, 0);
    EXPECT_TRUE(empty.has_value());
    io.close(file);
    co_await close_both(io, pair);
  }(io(), world_->directory()));
}

TEST_P(IoSocket, SendFileWaitsForASlowReader) {
  run([](Io& io, std::string directory, size_t large_bytes) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    const FileHandle file = *io.open(directory + "/large", OpenMode::kCreate);
    const std::string text = pattern(large_bytes);
    co_await write_file(io, file, text);
    bool sent = false;
    Gate gate;
    gate.spawn([](Io& with, SocketHandle socket, FileHandle from, size_t size, bool& done) -> Task<void> {
      const IoResult<void> result = co_await send_file(with, socket, from, 0, size);
      EXPECT_TRUE(result.has_value());
      done = true;
    }(io, pair.client, file, text.size(), sent));
    co_await sleep_for(20'000'000);
    EXPECT_FALSE(sent);
    std::string got(text.size(), '\0');
    const IoResult<size_t> received = co_await receive_all(io, pair.server, std::as_writable_bytes(std::span(got)));
    EXPECT_EQ(received.value_or(0), text.size());
    co_await gate.close();
    EXPECT_TRUE(got == text);
    io.close(file);
    co_await close_both(io, pair);
  }(io(), world_->directory(), world_->large_bytes()));
}

TEST_P(IoSocket, SendFilePastTheEndIsAnError) {
  run([](Io& io, std::string directory) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    const FileHandle file = *io.open(directory + "/short", OpenMode::kCreate);
    co_await write_file(io, file, "0123456789");
    const IoResult<void> sent = co_await send_file(io, pair.client, file, 5, 10);
    EXPECT_FALSE(sent.has_value());
    if (!sent) {
      EXPECT_EQ(sent.error().code, EIO);
    }
    io.close(file);
    co_await close_both(io, pair);
  }(io(), world_->directory()));
}

TEST_P(IoSocket, SendingToAClosedPeerFails) {
  run([](Io& io, std::string directory) -> Task<void> {
    const Pair pair = co_await make_pair_of_sockets(io);
    const FileHandle file = *io.open(directory + "/file", OpenMode::kCreate);
    co_await write_file(io, file, pattern(4 << 20));
    io.close(pair.server);
    IoResult<void> sent;
    for (int i = 0; i < 1000 && sent; ++i) {
      sent = co_await send_text(io, pair.client, "into the void");
      co_await yield_now();
    }
    EXPECT_FALSE(sent.has_value());
    const IoResult<void> range = co_await send_file(io, pair.client, file, 0, 4 << 20);
    EXPECT_FALSE(range.has_value());
    io.close(file);
    io.close(pair.client);
  }(io(), world_->directory()));
}

INSTANTIATE_TEST_SUITE_P(Every, IoSocket, every_kind_of_world(), world_name);

}  // namespace
}  // namespace klamm::reactor::test
