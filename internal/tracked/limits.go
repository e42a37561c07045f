package tracked

import (
	"errors"
	"sync"
	"time"
)

// tolerated is how many cooldowns of a source in a row a sync waits for.
const tolerated = 1

// limits counts the cooldowns of each source since it last answered. The zero value is ready.
type limits struct {
	mu      sync.Mutex
	sources map[string]cooldowns
}

// cooldowns are those of a source since it last answered.
type cooldowns struct {
	number int
	until  time.Time // when the last one ends
}

// note notes the answer of a source. Requests that were refused at the same time count once.
func (l *limits) note(source string, now time.Time, err error) {
	wait, refused := RetryAfter(err)
	if errors.Is(err, errCoolingDown) || err != nil && !refused {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !refused {
		delete(l.sources, source)
		return
	}
	if l.sources == nil {
		l.sources = make(map[string]cooldowns)
	}
	c := l.sources[source]
	if !now.Before(c.until) {
		c.number++
	}
	if until := now.Add(wait); until.After(c.until) {
		c.until = until
	}
	l.sources[source] = c
}

// tolerable reports whether a sync waits for the cooldown of a source.
func (l *limits) tolerable(source string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sources[source].number <= tolerated
}
