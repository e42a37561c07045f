package cache

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Cache holds encoded answers until the next write to a table that they are made from, or
// until they expire. It is safe for concurrent use.
//
// The revision is read before the answer is built, so an answer may be newer
// than the revision it is cached under, never older. Without a [storage.Revisioner]
// nothing is cached.
type Cache struct {
	revisions storage.Revisioner      // nil: nothing is cached
	tables    storage.TableRevisioner // nil: a write to any table counts
	budget    int64
	now       func() time.Time
	digests   *digests

	mu      sync.Mutex // guards the rest
	entries map[Key]*list.Element
	used    *list.List // of *entry; front: used last
	size    int64
	files   int // entries whose answer is in a file
	builds  map[Key]*build
}

// Key names an answer: the path of its operation, and the request value, which
// must be comparable.
type Key struct {
	Path string
	In   any
}

type entry struct {
	key      Key
	revision uint64
	size     int64
	*Answer
}

// build is an answer that is being made.
type build struct {
	revision uint64
	done     chan struct{} // closed when the rest is set
	answer   *Answer
	err      error // without answer and err the caller that waits makes its own
}

// entryOverhead is what an entry takes beside its bytes, about.
const entryOverhead = 512

// New returns a cache whose answers in memory take at most budget bytes. A budget
// that is not positive caches nothing. The secret is that of the installation, from which the key of
// entity tags is derived.
func New(store storage.Store, budget int64, now func() time.Time, secret []byte) (*Cache, error) {
	digests, err := newDigests(secret)
	if err != nil {
		return nil, err
	}
	c := &Cache{
		budget:  budget,
		now:     now,
		digests: digests,
		entries: make(map[Key]*list.Element),
		used:    list.New(),
		builds:  make(map[Key]*build),
	}
	if revisions, ok := storage.As[storage.Revisioner](store); ok && budget > 0 {
		c.revisions = revisions
		c.tables, _ = storage.As[storage.TableRevisioner](store)
	}
	return c, nil
}

// Answer returns the cached answer, or the one that create makes. Of concurrent calls
// for the same answer of the same revision one makes it and the others wait. When
// its context ends, another call takes over. It returns nil when create does. The
// key takes about keySize bytes. The answer is made from these tables; zero: from any.
// The caller releases the answer.
func (c *Cache) Answer(ctx context.Context, key Key, reads storage.Tables, keySize int64, create func() (*Answer, error)) (*Answer, error) {
	if c.revisions == nil {
		answer, err := create()
		if answer != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			answer.file.hold()
			answer.file.drop() // with the release of the caller
		}
		return answer, err
	}
	revision, err := c.revision(ctx, reads)
	if err != nil {
		return nil, fmt.Errorf("read the revision of the database: %w", err)
	}
	for {
		answer, other, mine := c.claim(key, revision)
		if answer != nil {
			return answer, nil
		}
		if mine != nil {
			return c.build(ctx, key, keySize, mine, create)
		}
		select {
		case <-other.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if other.err != nil {
			return nil, other.err
		}
		if other.answer != nil && other.answer.valid(c.now()) && c.hold(other.answer) {
			return other.answer, nil
		}
	}
}

// revision returns a number that changes with each write to one of these tables.
func (c *Cache) revision(ctx context.Context, reads storage.Tables) (uint64, error) {
	if reads == 0 || c.tables == nil {
		return c.revisions.Revision(ctx)
	}
	return c.tables.TableRevision(ctx, reads)
}

// claim returns the cached answer, or the build that is making it, or a new build
// for the caller to do.
func (c *Cache) claim(key Key, revision uint64) (answer *Answer, other, mine *build) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[key]; ok {
		entry := e.Value.(*entry)
		if entry.revision == revision && entry.valid(c.now()) {
			c.used.MoveToFront(e)
			entry.file.hold()
			return entry.Answer, nil, nil
		}
		c.drop(e)
	}
	if b, ok := c.builds[key]; ok && b.revision == revision {
		return nil, b, nil
	}
	mine = &build{revision: revision, done: make(chan struct{})}
	c.builds[key] = mine // a build of an older revision continues, for the calls that wait for it
	return nil, nil, mine
}

// build makes the answer and stores it, unless a build of another revision has
// begun since.
func (c *Cache) build(ctx context.Context, key Key, keySize int64, b *build,
	create func() (*Answer, error)) (answer *Answer, err error) {
	defer func() { // also when create panics
		c.mu.Lock()
		defer c.mu.Unlock()
		if answer != nil {
			answer.file.hold()
		}
		stored := false
		if c.builds[key] == b {
			delete(c.builds, key)
			if answer != nil {
				stored = c.store(&entry{key, b.revision, entryOverhead + keySize + int64(len(answer.body)), answer})
			}
		}
		if answer != nil && !stored {
			answer.file.drop()
		}
		b.answer = answer
		if ctx.Err() == nil { // otherwise the error may concern this caller alone
			b.err = err
		}
		close(b.done)
	}()
	return create()
}

// store adds an entry, and drops the least recently used ones to make room. It
// reports whether the entry fits at all.
func (c *Cache) store(e *entry) bool {
	if e.size > c.budget/4 {
		return false
	}
	if old, ok := c.entries[e.key]; ok {
		c.drop(old)
	}
	for c.size+e.size > c.budget {
		c.drop(c.used.Back())
	}
	c.entries[e.key] = c.used.PushFront(e)
	c.size += e.size
	if e.file != nil {
		c.files++
		c.limitFiles()
	}
	return true
}

func (c *Cache) drop(e *list.Element) {
	entry := c.used.Remove(e).(*entry)
	delete(c.entries, entry.key)
	c.size -= entry.size
	if entry.file != nil {
		c.files--
		entry.file.drop()
	}
}

// Size returns how many answers are cached, and how many bytes they take in memory.
func (c *Cache) Size() (answers int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entries), c.size
}
