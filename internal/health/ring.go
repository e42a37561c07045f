package health

import (
	"slices"
	"sync"
)

// Ring remembers the newest of what is added to it. It is safe for concurrent use.
type Ring[T any] struct {
	capacity int

	mu   sync.Mutex // guards the rest
	kept []T        // up to capacity; then the oldest is at next
	next int
}

// NewRing returns an empty ring that remembers so many, at least one.
func NewRing[T any](capacity int) *Ring[T] { return &Ring[T]{capacity: max(capacity, 1)} }

// Capacity returns how many are remembered.
func (r *Ring[T]) Capacity() int { return r.capacity }

// Add remembers one more, and forgets the oldest when there is no room.
func (r *Ring[T]) Add(v T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.kept) < r.capacity {
		r.kept = append(r.kept, v)
		return
	}
	r.kept[r.next] = v
	r.next = (r.next + 1) % r.capacity
}

// Newest returns what is remembered, the newest first, limit at most: never nil.
func (r *Ring[T]) Newest(limit int) []T {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := append(make([]T, 0, len(r.kept)), r.kept[r.next:]...)
	all = append(all, r.kept[:r.next]...)
	slices.Reverse(all)
	return all[:min(max(limit, 0), len(all))]
}

// Clear forgets all.
func (r *Ring[T]) Clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept, r.next = nil, 0
}
