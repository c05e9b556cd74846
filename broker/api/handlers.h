#pragma once

#include "net/request.h"
#include "reactor/task.h"

// Every handler, one per API, defined in the file of its name. Used by the API table and by tests.
namespace klamm::broker {

class RequestContext;

reactor::Task<net::Response> handle_produce(RequestContext& context);
reactor::Task<net::Response> handle_fetch(RequestContext& context);
reactor::Task<net::Response> handle_list_offsets(RequestContext& context);
reactor::Task<net::Response> handle_metadata(RequestContext& context);
reactor::Task<net::Response> handle_offset_commit(RequestContext& context);
reactor::Task<net::Response> handle_offset_fetch(RequestContext& context);
reactor::Task<net::Response> handle_join_group(RequestContext& context);
reactor::Task<net::Response> handle_heartbeat(RequestContext& context);
reactor::Task<net::Response> handle_leave_group(RequestContext& context);
reactor::Task<net::Response> handle_sync_group(RequestContext& context);
reactor::Task<net::Response> handle_describe_groups(RequestContext& context);
reactor::Task<net::Response> handle_list_config_resources(RequestContext& context);
reactor::Task<net::Response> handle_list_groups(RequestContext& context);
reactor::Task<net::Response> handle_delete_groups(RequestContext& context);
reactor::Task<net::Response> handle_find_coordinator(RequestContext& context);
reactor::Task<net::Response> handle_api_versions(RequestContext& context);
reactor::Task<net::Response> handle_create_topics(RequestContext& context);
reactor::Task<net::Response> handle_delete_records(RequestContext& context);
reactor::Task<net::Response> handle_delete_topics(RequestContext& context);
reactor::Task<net::Response> handle_init_producer_id(RequestContext& context);
reactor::Task<net::Response> handle_offset_for_leader_epoch(RequestContext& context);
reactor::Task<net::Response> handle_consumer_group_describe(RequestContext& context);
reactor::Task<net::Response> handle_consumer_group_heartbeat(RequestContext& context);
reactor::Task<net::Response> handle_create_partitions(RequestContext& context);
reactor::Task<net::Response> handle_alter_configs(RequestContext& context);
reactor::Task<net::Response> handle_incremental_alter_configs(RequestContext& context);
reactor::Task<net::Response> handle_describe_configs(RequestContext& context);
reactor::Task<net::Response> handle_offset_delete(RequestContext& context);
reactor::Task<net::Response> handle_describe_client_quotas(RequestContext& context);
reactor::Task<net::Response> handle_alter_client_quotas(RequestContext& context);
reactor::Task<net::Response> handle_describe_user_scram_credentials(RequestContext& context);
reactor::Task<net::Response> handle_describe_cluster(RequestContext& context);
reactor::Task<net::Response> handle_describe_producers(RequestContext& context);
reactor::Task<net::Response> handle_describe_topic_partitions(RequestContext& context);

}  // namespace klamm::broker
