package runner

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

// EventKind is the kind of an [Event].
type EventKind int

// The kinds of events, in the order in which they occur.
const (
	ItemStarted  EventKind = iota + 1 // work on an item begins
	ItemProgress                      // the job reported progress, see [Item.Report]
	ItemDone                          // the item is done and counted
	RunEnded                          // the run ended, was paused or was interrupted
)

// Event is something that happened in a run of this engine.
type Event struct {
	Kind     EventKind
	Run      storage.Run     // as of the event
	Item     Item            // except with RunEnded
	State    State           // with ItemDone
	Entries  []storage.Entry // with ItemDone: the changes committed for the item, including those of an earlier process
	Detail   json.RawMessage // with ItemDone: the job's detail of the item
	Progress any             // with ItemProgress
}

// subscriber receives the events of one runner.
type subscriber struct {
	runner string
	events chan Event
	ended  func(storage.Run) // for OnEnd: called instead of sending events
}

// Subscribe returns the events of this engine's runs of a runner until cancel is called,
// which may be called more than once. Subscribe before starting a run to receive all of
// its events. A run never waits for a subscriber: a subscriber that falls more than
// pending events behind is dropped, and its channel is closed. Stopping the engine does
// not close the channels. If several processes work on a run, the events are those of the
// items of this process, and the end of every run that it knows.
func (e *Engine) Subscribe(runner string, pending int) (events <-chan Event, cancel func()) {
	s := &subscriber{runner: runner, events: make(chan Event, max(pending, 1))}
	return s.events, e.subscribe(s)
}

// OnEnd registers a function that is called when a run of a runner in this engine has
// ended, was paused or was interrupted, until cancel is called. The function must neither
// block nor call the engine.
func (e *Engine) OnEnd(runner string, call func(storage.Run)) (cancel func()) {
	return e.subscribe(&subscriber{runner: runner, events: make(chan Event), ended: call})
}

func (e *Engine) subscribe(s *subscriber) (cancel func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.subs[s] = struct{}{}
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.drop(s)
	}
}

// drop ends a subscription. The caller holds the lock.
func (e *Engine) drop(s *subscriber) {
	if _, ok := e.subs[s]; ok {
		delete(e.subs, s)
		close(s.events)
	}
}

// publish sends an event to the observer and to all subscribers.
func (e *Engine) publish(event Event) {
	if e.observe != nil {
		e.observe(event)
	}
	e.notify(event)
}

// notify sends an event to all subscribers.
func (e *Engine) notify(event Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for s := range e.subs {
		if s.runner != event.Run.Runner {
			continue
		}
		if s.ended != nil {
			if event.Kind == RunEnded {
				s.ended(event.Run)
			}
			continue
		}
		select {
		case s.events <- event:
		default:
			e.drop(s)
		}
	}
}
