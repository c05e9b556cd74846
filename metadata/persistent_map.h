#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "metadata/ref.h"

namespace klamm::metadata {

/// An immutable hash map with structural sharing (a hash array mapped trie, 32 branches a level): a copy is a pointer,
/// a change copies one path and leaves older copies as they are, a comparison of two relatives skips what they share.
/// Nodes that nobody else counts are changed in place, so that a fold over a long log is cheap.
///
/// @core owner (shard 0) for copies and changes; find, for_each and size may be called on any shard that holds the
/// image
template <class Key, class Value, class Hash = std::hash<Key>, class Equal = std::equal_to<>>
class PersistentMap {
 public:
  using Item = std::pair<Key, Ref<const Value>>;

 private:
  struct Node;

 public:
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  template <class K>
  const Value* find(const K& key) const {
    const Ref<const Value>* found = find_ref(key);
    return found == nullptr ? nullptr : found->get();
  }
  /// @core owner (shard 0), for the counted pointer.
  template <class K>
  const Ref<const Value>* find_ref(const K& key) const {
    const size_t hash = mix(Hash{}(key));
    const Node* node = root_.get();
    for (unsigned shift = 0; node != nullptr; shift += kBits) {
      if (!node->is_branch) return find_item(node->items, key);
      const uint32_t bit = bit_of(hash, shift);
      if ((node->bitmap & bit) == 0) return nullptr;
      node = node->children[index_of(node->bitmap, bit)].get();
    }
    return nullptr;
  }

  void set(Key key, Ref<const Value> value) {
    const size_t hash = mix(Hash{}(key));
    size_ += insert(root_, 0, hash, std::move(key), std::move(value)) ? 1 : 0;
  }
  /// Whether it was there.
  template <class K>
  bool erase(const K& key) {
    if (!remove(root_, 0, mix(Hash{}(key)), key)) return false;
    --size_;
    return true;
  }

  /// visit(const Key&, const Value&), in no particular but a stable order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    walk(root_.get(), [&](const Item& item) { visit(item.first, *item.second); });
  }

  /// Goes through a map in steps. The map must stay as it is meanwhile: keep a copy of it.
  class Cursor {
   public:
    explicit Cursor(const PersistentMap& map) {
      if (map.root_) open_.push_back({map.root_.get(), 0});
    }
    /// The next item; null behind the last one.
    const Item* next() {
      while (!open_.empty()) {
        auto& [node, at] = open_.back();
        if (at < node->items.size()) return &node->items[at++];
        const size_t child = at - node->items.size();
        if (child >= node->children.size()) {
          open_.pop_back();
          continue;
        }
        ++at;
        if (const Node* below = node->children[child].get()) open_.push_back({below, 0});
      }
      return nullptr;
    }

   private:
    struct Place {
      const Node* node;
      size_t at;  // items first, then children
    };
    std::vector<Place> open_;
  };

  /// visit(const Key&, const Value* before, const Value* after) for every key whose value is another object in `after`;
  /// null on the side where it is absent. Costs O(changes), not O(size), when the two share their nodes.
  template <class Visit>
  static void for_each_difference(const PersistentMap& before, const PersistentMap& after, Visit&& visit) {
    compare(before.root_.get(), after.root_.get(), before, after, visit);
  }

 private:
  static constexpr unsigned kBits = 5;
  static constexpr unsigned kHashBits = 60;
  static constexpr size_t kLeafItemsMax = 8;

  // Either a leaf (no children, items) or a branch (children by 5 bits of the hash, no items). At the last level a leaf
  // may hold any number of items.
  struct Node : Counted {
    uint32_t bitmap = 0;
    bool is_branch = false;
    std::vector<Item> items;
    std::vector<Ref<Node>> children;
  };

  static size_t mix(size_t hash) {
    hash ^= hash >> 32;
    hash *= 0x9e3779b97f4a7c15ULL;
    return hash ^ (hash >> 29);
  }
  static uint32_t bit_of(size_t hash, unsigned shift) { return uint32_t{1} << ((hash >> shift) & 31U); }
  static size_t index_of(uint32_t bitmap, uint32_t bit) {
    return static_cast<size_t>(std::popcount(bitmap & (bit - 1U)));
  }

  template <class K>
  static const Ref<const Value>* find_item(const std::vector<Item>& items, const K& key) {
    for (const Item& item : items) {
      if (Equal{}(item.first, key)) return &item.second;
    }
    return nullptr;
  }

  static Node& own(Ref<Node>& node) {
    if (!node) {
      node = Ref<Node>(new Node());
    } else if (!node.is_sole()) {
      node = Ref<Node>(new Node(*node));
    }
    return *node;
  }

  static bool insert(Ref<Node>& at, unsigned shift, size_t hash, Key key, Ref<const Value> value) {
    Node& node = own(at);
    if (node.is_branch) {
      return insert(child_for(node, bit_of(hash, shift)), shift + kBits, hash, std::move(key), std::move(value));
    }
    for (Item& item : node.items) {
      if (Equal{}(item.first, key)) {
        item.second = std::move(value);
        return false;
      }
    }
    node.items.emplace_back(std::move(key), std::move(value));
    if (node.items.size() > kLeafItemsMax && shift < kHashBits) split(node, shift);
    return true;
  }

  static Ref<Node>& child_for(Node& branch, uint32_t bit) {
    const size_t index = index_of(branch.bitmap, bit);
    if ((branch.bitmap & bit) == 0) {
      branch.children.insert(branch.children.begin() + static_cast<std::ptrdiff_t>(index), Ref<Node>());
      branch.bitmap |= bit;
    }
    return branch.children[index];
  }

  static void split(Node& node, unsigned shift) {
    std::vector<Item> items = std::move(node.items);
    node.items.clear();
    node.is_branch = true;
    for (Item& item : items) {
      const size_t hash = mix(Hash{}(item.first));
      insert(child_for(node, bit_of(hash, shift)), shift + kBits, hash, std::move(item.first), std::move(item.second));
    }
  }

  template <class K>
  static bool remove(Ref<Node>& at, unsigned shift, size_t hash, const K& key) {
    if (!at) return false;
    if (at->is_branch) {
      const uint32_t bit = bit_of(hash, shift);
      if ((at->bitmap & bit) == 0) return false;
      const size_t index = index_of(at->bitmap, bit);
      Ref<Node> child = at->children[index];
      // A child that only this branch counts is taken out of it for the change, so that it can be changed in place.
      if (at.is_sole()) at->children[index] = Ref<Node>();
      const bool removed = remove(child, shift + kBits, hash, key);
      put_child(at, index, bit, std::move(child), removed);
      return removed;
    }
    for (size_t i = 0; i < at->items.size(); ++i) {
      if (!Equal{}(at->items[i].first, key)) continue;
      Node& node = own(at);
      node.items.erase(node.items.begin() + static_cast<std::ptrdiff_t>(i));
      if (node.items.empty()) at = Ref<Node>();
      return true;
    }
    return false;
  }

  static void put_child(Ref<Node>& at, size_t index, uint32_t bit, Ref<Node> child, bool changed) {
    if (!changed) {
      if (at.is_sole()) at->children[index] = std::move(child);
      return;
    }
    Node& node = own(at);
    if (child) {
      node.children[index] = std::move(child);
      return;
    }
    node.children.erase(node.children.begin() + static_cast<std::ptrdiff_t>(index));
    node.bitmap &= ~bit;
    if (node.children.empty()) at = Ref<Node>();
  }

  template <class Visit>
  static void walk(const Node* node, Visit&& visit) {
    if (node == nullptr) return;
    for (const Item& item : node->items) visit(item);
    for (const Ref<Node>& child : node->children) walk(child.get(), visit);
  }

  template <class Visit>
  static void compare(const Node* before, const Node* after, const PersistentMap& old_map, const PersistentMap& new_map,
                      Visit&& visit) {
    if (before == after) return;
    if (before != nullptr && after != nullptr && before->is_branch && after->is_branch) {
      for (uint32_t bit = 1; bit != 0; bit <<= 1) {
        compare(child(before, bit), child(after, bit), old_map, new_map, visit);
      }
      return;
    }
    walk(before, [&](const Item& item) {
      const Value* now = new_map.find(item.first);
      if (now != item.second.get()) visit(item.first, item.second.get(), now);
    });
    walk(after, [&](const Item& item) {
      if (old_map.find(item.first) == nullptr) visit(item.first, static_cast<const Value*>(nullptr), item.second.get());
    });
  }

  static const Node* child(const Node* branch, uint32_t bit) {
    return (branch->bitmap & bit) == 0 ? nullptr : branch->children[index_of(branch->bitmap, bit)].get();
  }

  Ref<Node> root_;
  size_t size_ = 0;
};

}  // namespace klamm::metadata
