package summary

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// What a [Choice] and a [Summarizer] may fail with. An error that wraps none of
// these counts as [ErrFailed].
var (
	// ErrNeedsConfig reports that the settings want a model and do not configure it.
	ErrNeedsConfig = errors.New("no model is configured")
	// ErrModelTimeout reports that the model took too long. A [*TimeoutError] wraps it.
	ErrModelTimeout = errors.New("the model took too long")
	// ErrModelRefused reports that the provider refused the key or the request.
	ErrModelRefused = errors.New("refused by the provider of the model")
	// ErrModelBusy reports that the provider is rate limiting.
	ErrModelBusy = errors.New("the provider of the model is rate limiting")
	// ErrModelUnreachable reports that the connection to the model failed.
	ErrModelUnreachable = errors.New("model unreachable")
	// ErrModelAnswer reports an answer that is not a summary.
	ErrModelAnswer = errors.New("the response of the model is not a summary")
	// ErrTooShort reports that the text has fewer words than [MinWords].
	ErrTooShort = errors.New("the text is too short for a summary")
	// ErrFailed reports any other failure.
	ErrFailed = errors.New("no summary could be made")
)

// TimeoutError reports that a model took too long. It wraps [ErrModelTimeout].
type TimeoutError struct {
	Phase string // direct, chunk or merge
	Limit time.Duration
	Took  time.Duration
	Model string
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%v: %s after %v of %v", ErrModelTimeout, e.Phase, e.Took.Round(time.Millisecond), e.Limit)
}

func (e *TimeoutError) Unwrap() error { return ErrModelTimeout }

// Explain returns a sentence for people on why there is no summary. It shows nothing
// of the underlying error.
func Explain(err error) string {
	for _, known := range []struct {
		cause error
		text  string
	}{
		{ErrNeedsConfig, "A model is to summarize policies, but the settings do not fully configure it."},
		{ErrTooShort, fmt.Sprintf("The policy is short: only texts of %d words or more are summarized.", MinWords)},
		{ErrModelTimeout, "The model took too long."},
		{ErrModelRefused, "The provider of the model refused the key or the request."},
		{ErrModelBusy, "The provider of the model is rate limiting; try again later."},
		{netguard.ErrForbidden, "The URL of the model is not allowed."},
		{ErrModelUnreachable, "The model could not be reached."},
		{ErrModelAnswer, "The response of the model is not a summary."},
	} {
		if errors.Is(err, known.cause) {
			return known.text
		}
	}
	return "No summary could be made."
}

// Summarizer makes the summary of a policy. It is safe for concurrent use. Its
// summaries are normalized with [storage.PolicySummary.Normal] before they are saved.
type Summarizer interface {
	Summarize(ctx context.Context, of Request) (Result, error)
}

// Request is a policy to be summarized. All its texts are untrusted.
type Request struct {
	App       storage.AppID
	AppName   string
	Developer string
	PolicyURL string
	Text      string
	Guardian  bool // the reader cares for a child: rate the safety as well

	// Notes are saved from earlier work, perhaps on another text: see what each is of.
	// KeepNotes saves the notes on this text, in the order of its parts, whatever
	// comes of the summary. Nil: nothing is saved.
	Notes     []storage.PolicyNote
	KeepNotes func(ctx context.Context, notes []storage.PolicyNote) error

	// Step runs do and reports its start and its end. Nil: it is not reported.
	Step func(phase string, do func() (note string, err error)) error
}

// Do runs do as a step.
func (r Request) Do(phase string, do func() (note string, err error)) error {
	if r.Step == nil {
		_, err := do()
		return err
	}
	return r.Step(phase, do)
}

// Result is a summary, and how it was made.
type Result struct {
	storage.PolicySummary
	Model string             // what made it
	Mode  storage.PolicyMode // empty: directly
}

// Choice picks the summarizer that the settings want. It makes no request. The error
// wraps [ErrNeedsConfig] when that one is not configured.
type Choice func(*storage.Tx) (Summarizer, error)

// Always returns the choice of one summarizer, whatever the settings want.
func Always(s Summarizer) Choice {
	return func(*storage.Tx) (Summarizer, error) { return s, nil }
}
