package runner

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

// EventKind is what an [Event] tells of.
type EventKind int

// The events of a run, in the order in which they come.
const (
	ItemStarted  EventKind = iota + 1 // an item's turn has come
	ItemProgress                      // the job told something of it, see [Item.Tell]
	ItemDone                          // it is done and counted
	RunEnded                          // the run ended, was paused or was cut off
)

// Event is something that happened in a run of this engine.
type Event struct {
	Kind     EventKind
	Run      storage.Run     // as it is now
	Item     Item            // but with RunEnded
	State    State           // with ItemDone
	Detail   json.RawMessage // with ItemDone: what the job tells of the item
	Progress any             // with ItemProgress
}

// subscriber follows the runs of one runner.
type subscriber struct {
	runner string
	events chan Event
}

// Subscribe returns what happens from now on in this engine's runs of a runner,
// until cancel is called, which may be done any number of times. Subscribe
// before a start to miss nothing of it. A run never waits for who follows it: one
// who is more than pending events behind is cut off, and finds the channel
// closed. A stop of the engine closes no channel.
func (e *Engine) Subscribe(runner string, pending int) (events <-chan Event, cancel func()) {
	s := &subscriber{runner: runner, events: make(chan Event, max(pending, 1))}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.subs[s] = struct{}{}
	return s.events, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.drop(s)
	}
}

// drop ends a subscription. The caller has the lock.
func (e *Engine) drop(s *subscriber) {
	if _, ok := e.subs[s]; ok {
		delete(e.subs, s)
		close(s.events)
	}
}

// publish tells everyone who follows.
func (e *Engine) publish(event Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for s := range e.subs {
		if s.runner != event.Run.Runner {
			continue
		}
		select {
		case s.events <- event:
		default:
			e.drop(s)
		}
	}
}
