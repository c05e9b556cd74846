#include "metadata/client_quota_lookup.h"

namespace klamm::metadata {

namespace {

using Part = std::optional<std::string>;
constexpr bool kDefault = true;

// The quotas of one name, for one client.
class Lookup {
 public:
  Lookup(const MetadataImage& image, std::string_view name, std::string_view user, std::string_view client_id)
      : image_(image), name_(name), user_(user), client_id_(client_id) {}

  std::optional<ClientQuotaFound> find() const {
    if (of_both(!kDefault, !kDefault) || of_both(!kDefault, kDefault)) return shared_by(user_, client_id_);
    if (of_user(!kDefault)) return shared_by(user_, {});
    if (of_both(kDefault, !kDefault) || of_both(kDefault, kDefault)) return shared_by(user_, client_id_);
    if (of_user(kDefault)) return shared_by(user_, {});
    return shared_by({}, client_id_);
  }

 private:
  using Value = std::optional<double>;

  Value of(const ClientQuotaEntity& entity) const {
    const ClientQuotaImage* quota = image_.client_quota(entity);
    return quota == nullptr ? std::nullopt : quota->find(name_);
  }
  static Part part(std::string_view name, bool is_default) { return is_default ? Part() : Part(std::string(name)); }

  Value of_both(bool default_user, bool default_client_id) const {
    ClientQuotaEntity entity;
    entity.parts.emplace(kUserEntity, part(user_, default_user));
    entity.parts.emplace(kClientIdEntity, part(client_id_, default_client_id));
    return of(entity);
  }
  Value of_user(bool is_default) const {
    ClientQuotaEntity entity;
    entity.parts.emplace(kUserEntity, part(user_, is_default));
    return of(entity);
  }
  Value of_client_id(bool is_default) const {
    ClientQuotaEntity entity;
    entity.parts.emplace(kClientIdEntity, part(client_id_, is_default));
    return of(entity);
  }

  static Value first(Value one, Value other) { return one ? one : other; }

  // What holds for all who have these two. Who has no name for a part has no quota of it either, not even the default.
  std::optional<ClientQuotaFound> shared_by(std::string_view user, std::string_view client_id) const {
    Value limit;
    if (!user.empty() && !client_id.empty()) {
      limit = first(first(of_both(!kDefault, !kDefault), of_both(!kDefault, kDefault)),
                    first(of_both(kDefault, !kDefault), of_both(kDefault, kDefault)));
    } else if (!user.empty()) {
      limit = first(of_user(!kDefault), of_user(kDefault));
    } else if (!client_id.empty()) {
      limit = first(of_client_id(!kDefault), of_client_id(kDefault));
    }
    if (!limit) return std::nullopt;
    return ClientQuotaFound{*limit, std::string(user), std::string(client_id)};
  }

  const MetadataImage& image_;
  std::string_view name_;
  std::string_view user_;
  std::string_view client_id_;
};

}  // namespace

std::optional<ClientQuotaFound> find_client_quota(const MetadataImage& image, std::string_view name,
                                                  std::string_view user, std::string_view client_id) {
  return Lookup(image, name, user, client_id).find();
}

}  // namespace klamm::metadata
