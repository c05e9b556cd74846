#include "broker/api/parked_fetch.h"

#include "broker/api/fetch_answer.h"

namespace klamm::broker {

ParkedFetch::ParkedFetch(RequestContext& context, const fetch::SessionRequest& asked)
    : fetch_(context.shard().fetch_sessions(), asked) {
  resume_.request = &context.request();
  resume_.callback = [](reactor::Completion* self) noexcept { static_cast<Resume*>(self)->request->resume(); };
}

void ParkedFetch::keep(std::unique_ptr<ParkedFetch> parked, RequestContext& context) {
  parked->join(context.shard().waiting_requests(), context.connection());
  context.request().parked = std::move(parked);
}

reactor::Task<net::Response> ParkedFetch::go_on(RequestContext& context) {
  auto& parked = static_cast<ParkedFetch&>(*context.request().parked);
  std::optional<fetch::SessionAnswer> rows;
  while (!rows) {
    if (parked.sleep()) co_return net::Response{.kind = net::Response::Kind::kParked};
    rows = co_await parked.fetch_.look();
  }
  FetchAnswer answer(context, parked.fetch_.request().isolation_level);
  const int32_t session_id = parked.fetch_.request().session_id;
  context.request().parked.reset();
  if (!answer.fill(*rows)) co_return RequestContext::too_large();
  if (answer.count_bytes(rows->error)) co_return co_await answer.respond_empty(*rows, session_id);
  co_return answer.respond(rows->error, rows->session_id);
}

// False: it has been woken, or its time is over.
bool ParkedFetch::sleep() {
  if (fetch_.deadline_ns() <= reactor::Shard::current().now_ns() || !fetch_.sleep(*this)) return false;
  deadline_.arm(fetch_.deadline_ns(), resume_);
  return true;
}

void ParkedFetch::wake() noexcept {
  deadline_.cancel();
  reactor::Shard::current().ready(resume_);
}

}  // namespace klamm::broker
