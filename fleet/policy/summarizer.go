package policy

import (
	"context"
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// What can go wrong when a summary is to be made. An error of a [Summarizer] that
// wraps none of these counts as [ErrSummary].
var (
	// ErrNeedsConfig says that a model is to be asked, and that the settings do
	// not say enough to ask it.
	ErrNeedsConfig = errors.New("no model is set up")
	// ErrModelTimeout says that the model took too long. It may be wrapped in a
	// [*TimeoutError], which says more.
	ErrModelTimeout = errors.New("the model took too long")
	// ErrModelRefused says that who runs the model does not take the key, or the
	// request.
	ErrModelRefused = errors.New("refused by who runs the model")
	// ErrModelBusy says that who runs the model wants to be asked later.
	ErrModelBusy = errors.New("the model is not to be asked now")
	// ErrModelUnreachable says that the model could not be reached, or broke off.
	ErrModelUnreachable = errors.New("model unreachable")
	// ErrModelAnswer says that the model answered, and with no summary.
	ErrModelAnswer = errors.New("the answer of the model is no summary")
	// ErrSummary says that no summary could be made for another reason.
	ErrSummary = errors.New("no summary could be made")
	// ErrNoText says that no text of the policy is kept that a summary could be of.
	ErrNoText = errors.New("no text of the policy is kept")
)

// Summarizer makes the summary of a policy. It is safe for concurrent use.
//
// Whatever it returns is brought into the form of [storage.PolicySummary.Normal]
// before it is kept.
type Summarizer interface {
	Summarise(ctx context.Context, of Original) (Summary, error)
}

// Original is a policy to be summarised, and what a [Summarizer] may want beside it.
// All texts but those that it tells are from outside.
type Original struct {
	App       storage.AppID
	AppName   string
	Developer string
	PolicyURL string
	Text      string
	Guardian  bool // whoever reads the summary cares for a child: say how safe it is

	// Notes are what is kept of earlier work on a text, perhaps this one: look at
	// what each is of. KeepNotes keeps those of this text, in the order of its
	// parts, whatever comes of the summary. Nil: nothing is kept.
	Notes     []storage.PolicyNote
	KeepNotes func(ctx context.Context, notes []storage.PolicyNote) error

	// Step does something that is told of when it begins and when it ends. Nil:
	// nobody is told.
	Step func(phase string, do func() (note string, err error)) error
}

// Do calls do as a step, see Step.
func (s Original) Do(phase string, do func() (note string, err error)) error {
	if s.Step == nil {
		_, err := do()
		return err
	}
	return s.Step(phase, do)
}

// Summary is a summary, and how it was made.
type Summary struct {
	storage.PolicySummary
	Model string             // names what made it
	Mode  storage.PolicyMode // empty: directly
}

// Choice says who summarises now, from what is set up. It reads settings and
// asks nobody. The error wraps [ErrNeedsConfig] when somebody is to summarise who
// is not set up.
type Choice func(storage.Tx) (Summarizer, error)

// Always returns the choice of one summarizer, whatever the settings say.
func Always(s Summarizer) Choice {
	return func(storage.Tx) (Summarizer, error) { return s, nil }
}
