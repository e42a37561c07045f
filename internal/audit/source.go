package audit

import (
	"container/list"
	"time"

	"golang.org/x/time/rate"
)

// Source is who can cause a line, which decides how many such lines become rows. Others
// are counted.
type Source uint8

// The sources.
const (
	// Admin is a request with the admin token, or any while none is configured.
	// Each line is a row.
	Admin Source = iota
	// Guess is a request with a wrong admin token: [SenderRows] rows for each
	// sender in a [Window].
	Guess
	// Refusal is a request refused for another reason: as many.
	Refusal
	// Open is a request that needs no admin token, although one is configured.
	Open

	sources
)

// How many rows clients without the token can add. Lines of a sender beyond SenderRows are
// counted in a row of the sender; beyond the budget, which the lines of a source share, in
// one row of all senders.
const (
	Window     = 15 * time.Minute
	SenderRows = 10

	Budget       = 1000             // rows at once
	BudgetRefill = 90 * time.Second // for each row after that
)

// maxSenders is how many senders of one source are counted separately.
const maxSenders = 10_000

// counted is the action of the row of a tally.
var counted = [sources]string{
	Guess: "admin_token.more", Refusal: "refused.more", Open: "open.more",
}

// meter decides which lines of a source become rows. The zero meter is not
// ready.
type meter struct {
	source  Source
	budget  *rate.Limiter
	senders map[string]*list.Element // of *sender
	oldest  *list.List               // front: the window that began first
	rest    *tally                   // of senders without a tally
}

// sender is a client in its present window.
type sender struct {
	name  string
	began time.Time
	rows  int
	tally *tally // nil: every line has a row
}

func newMeter(source Source) *meter {
	return &meter{
		source: source, budget: rate.NewLimiter(rate.Every(BudgetRefill), Budget),
		senders: make(map[string]*list.Element), oldest: list.New(),
	}
}

// admit returns nil if a line gets a row, else the tally that counts it.
func (m *meter) admit(line Line, now time.Time) *tally {
	s := m.sender(line.Sender, now)
	limited := m.source != Open && s.rows >= SenderRows
	if !limited && m.budget.AllowN(now, 1) {
		s.rows++
		return nil
	}
	if s.tally == nil && m.budget.AllowN(now, 1) {
		s.tally = newTally(counted[m.source], line, now)
	}
	if s.tally != nil {
		return s.tally
	}
	if m.rest == nil || !within(m.rest.last, now) {
		line.Actor = Actor{} // the tally is of many senders
		m.rest = newTally(counted[m.source], line, now)
	}
	return m.rest
}

// sender returns a sender in its present window. A sender keeps its tally while it is
// used, so a flood of days has one.
func (m *meter) sender(name string, now time.Time) *sender {
	if e, ok := m.senders[name]; ok {
		s := e.Value.(*sender)
		if !within(s.began, now) {
			s.began, s.rows = now, 0
			if s.tally != nil && !within(s.tally.last, now) {
				s.tally = nil
			}
			m.oldest.MoveToBack(e)
		}
		return s
	}
	for front := m.oldest.Front(); front != nil; front = m.oldest.Front() {
		s := front.Value.(*sender)
		if within(s.began, now) && len(m.senders) < maxSenders {
			break
		}
		m.oldest.Remove(front)
		delete(m.senders, s.name)
	}
	s := &sender{name: name, began: now}
	m.senders[name] = m.oldest.PushBack(s)
	return s
}

// within reports whether a window that began then has not ended. A clock that
// was set back ends it.
func within(began, now time.Time) bool {
	passed := now.Sub(began)
	return passed >= 0 && passed < Window
}
