package health

import (
	"slices"
	"sync"
)

// Ring keeps the newest values that are added to it. It is safe for concurrent use.
type Ring[T any] struct {
	capacity int

	mu   sync.Mutex // guards the rest
	kept []T        // up to capacity; then the oldest is at next
	next int
}

// NewRing returns an empty ring for a number of values, at least one.
func NewRing[T any](capacity int) *Ring[T] { return &Ring[T]{capacity: max(capacity, 1)} }

// Capacity returns how many values the ring keeps.
func (r *Ring[T]) Capacity() int { return r.capacity }

// Add adds a value, and drops the oldest if the ring is full.
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

// Newest returns at most limit values, the newest first, and never nil.
func (r *Ring[T]) Newest(limit int) []T {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := append(make([]T, 0, len(r.kept)), r.kept[r.next:]...)
	all = append(all, r.kept[:r.next]...)
	slices.Reverse(all)
	return all[:min(max(limit, 0), len(all))]
}

// Clear drops all values.
func (r *Ring[T]) Clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept, r.next = nil, 0
}
