package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

// model is the [policy.Summarizer] that asks a model.
type model struct {
	*Models
	target Target
	logged bool // what is asked is kept
}

var _ policy.Summarizer = (*model)(nil)

// Summarise asks the model, once for a text that it takes at once, else for a note
// on each part and then for the summary of the notes. A note that was kept is not
// asked for again. A model that takes too long is asked once more, and so is one
// whose answer is no summary.
func (m *model) Summarise(ctx context.Context, of policy.Original) (policy.Summary, error) {
	mark, err := m.nonce()
	if err != nil {
		return policy.Summary{}, err
	}
	direct, size := m.target.sizes()
	made := policy.Summary{Model: m.target.Model, Mode: storage.PolicyDirectly}
	var p prompt
	if utf8.RuneCountInString(of.Text) <= direct {
		p = directPrompt(of, mark)
	} else {
		notes, err := m.notes(ctx, of, chunks(of.Text, size), mark)
		if err != nil {
			return policy.Summary{}, err
		}
		made.Mode, p = storage.PolicyChunked, mergePrompt(of, mark, notes)
	}
	phase := "ai-direct"
	if made.Mode == storage.PolicyChunked {
		phase = "chunk-merge"
	}
	made.PolicySummary, err = asked(ctx, m, of, phase, p, func(answer string) (storage.PolicySummary, error) {
		return readSummary(answer, of.Guardian, m.target.secrets(mark))
	})
	return made, err
}

// notes returns a note on each part of a text, and keeps each when it is made.
func (m *model) notes(ctx context.Context, of policy.Original, parts []string, mark string) ([]storage.PolicyNote, error) {
	if len(parts) > maxChunks {
		err := of.Do("chunk-limit", func() (string, error) { return fmt.Sprintf("%d of %d parts are looked at", maxChunks, len(parts)), nil })
		if err != nil {
			return nil, err
		}
		parts = parts[:maxChunks]
	}
	kept := make(map[storage.Digest]storage.PolicyNote)
	for _, n := range of.Notes {
		kept[n.Of] = n
	}
	var notes []storage.PolicyNote
	reused := 0
	for _, part := range parts {
		if n, ok := kept[m.target.noteOf(part)]; ok {
			notes = append(notes, n)
			reused++
			continue
		}
		notes = append(notes, storage.PolicyNote{})
	}
	if reused > 0 {
		if err := of.Do("chunk-notes-reused", func() (string, error) { return fmt.Sprintf("%d of %d", reused, len(parts)), nil }); err != nil {
			return nil, err
		}
	}
	for i, part := range parts {
		if !notes[i].Of.IsZero() {
			continue
		}
		n, err := asked(ctx, m, of, fmt.Sprintf("chunk-%d", i+1), chunkPrompt(of, mark, part, i+1, len(parts)), func(answer string) (storage.PolicyNote, error) {
			return readNote(answer, m.target.secrets(mark))
		})
		if err != nil {
			return nil, err
		}
		n.Of = m.target.noteOf(part)
		notes[i] = n
		if of.KeepNotes != nil {
			if err := of.KeepNotes(ctx, made(notes)); err != nil {
				return nil, fmt.Errorf("keep notes: %w", err)
			}
		}
	}
	return notes, nil
}

// minSecret is how long a key is at least that is a secret, in bytes. What is
// shorter is what servers of one's own are told for want of one, such as "ollama".
const minSecret = 12

// secrets returns what is in no honest answer: the mark, and the key, which who runs
// the model knows and may repeat.
func (t Target) secrets(mark string) []string {
	if len(t.Key) < minSecret {
		return []string{mark}
	}
	return []string{mark, string(t.Key)}
}

// made returns the notes that there are.
func made(notes []storage.PolicyNote) []storage.PolicyNote {
	var there []storage.PolicyNote
	for _, n := range notes {
		if !n.Of.IsZero() {
			there = append(there, n)
		}
	}
	return there
}

// asked asks the model until there is an answer that can be read, at most twice
// for want of an answer and at most twice for want of a good one.
func asked[T any](ctx context.Context, m *model, of policy.Original, phase string, p prompt, read func(answer string) (T, error)) (got T, err error) {
	ask := func(phase string, p prompt) error {
		return of.Do(phase, func() (string, error) {
			answer, err := m.send(ctx, of, p)
			if err != nil {
				return "", err
			}
			var wrong error
			if got, wrong = read(answer); wrong != nil {
				return "", &answerError{wrong}
			}
			return m.target.Model, nil
		})
	}
	err = ask(phase, p)
	if errors.Is(err, policy.ErrModelTimeout) && ctx.Err() == nil {
		err = ask("ai-retry", p)
	}
	var bad *answerError
	if errors.As(err, &bad) && ctx.Err() == nil {
		err = ask("ai-repair", p.again(bad.wrong))
	}
	if err != nil {
		var none T
		return none, err
	}
	return got, nil
}

// answerError is an answer of no use.
type answerError struct{ wrong error }

func (e *answerError) Error() string { return fmt.Sprintf("%v: %v", policy.ErrModelAnswer, e.wrong) }

func (e *answerError) Unwrap() error { return policy.ErrModelAnswer }

// send sends a prompt and returns the answer of the model, and keeps both where
// that is wanted.
func (m *model) send(ctx context.Context, of policy.Original, p prompt) (string, error) {
	began := m.now()
	limit := m.target.Timeouts.of(p.phase)
	call, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	answer, err := m.complete(call, m.target, p)
	took := m.now().Sub(began)
	if call.Err() != nil && ctx.Err() == nil {
		err = &policy.TimeoutError{Phase: p.phase, Limit: limit, Took: took, Model: m.target.Model}
	}
	if m.logged {
		row := storage.AILog{
			CreatedAt: storage.TimeOf(began), App: of.App, AppName: printable(of.AppName), Provider: m.target.Provider, Model: printable(m.target.Model),
			Phase: p.phase, Prompt: p.system + "\n\n" + p.user, Response: answer, DurationMS: took.Milliseconds(),
		}
		if err != nil {
			row.Error = policy.ExplainSummary(err)
		}
		if key := string(m.target.Key); key != "" { // who runs a model may repeat it
			row.Prompt, row.Response = strings.ReplaceAll(row.Prompt, key, "***"), strings.ReplaceAll(row.Response, key, "***")
		}
		m.record(ctx, row)
	}
	return answer, err
}

func (t Timeouts) of(phase string) time.Duration {
	switch phase {
	case "chunk":
		return t.Chunk
	case "merge":
		return t.Merge
	}
	return t.Direct
}
