#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "protocol/messages/init_producer_id_request.h"
#include "protocol/messages/init_producer_id_response.h"

// InitProducerId of idempotent producers: a fresh id with epoch 0, also for a producer that has one already.
// Transactions are not served: a transactional id gets an error that ends the producer at once.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using protocol::InitProducerIdRequest;
using protocol::InitProducerIdResponse;

net::Response refuse(ErrorCode error, RequestContext& context) {
  InitProducerIdResponse answer;
  answer.error_code = error;
  answer.producer_epoch = -1;
  return context.respond(answer);
}

ErrorCode check(const InitProducerIdRequest& request) {
  if (!request.transactional_id.is_null && request.transactional_id.empty()) return ErrorCode::kInvalidRequest;
  if ((request.producer_id == -1) != (request.producer_epoch == -1)) return ErrorCode::kInvalidRequest;
  if (!request.transactional_id.is_null) return ErrorCode::kTransactionalIdAuthorizationFailed;
  return ErrorCode::kNone;
}

}  // namespace

reactor::Task<net::Response> handle_init_producer_id(RequestContext& context) {
  auto request = context.decode_body<InitProducerIdRequest>();
  if (!request) co_return context.undecodable(request.error());
  const ErrorCode refused = check(*request);
  if (refused != ErrorCode::kNone) co_return refuse(refused, context);

  const auto id = co_await context.shard().producer_ids().next();
  if (!id) {
    // Clients know this one and try again.
    co_return refuse(ErrorCode::kCoordinatorLoadInProgress, context);
  }
  InitProducerIdResponse answer;
  answer.producer_id = *id;
  answer.producer_epoch = 0;
  co_return context.respond(answer);
}

}  // namespace klamm::broker
