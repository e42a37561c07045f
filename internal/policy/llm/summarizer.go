package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/storage"
)

// model is the [summary.Summarizer] of a target.
type model struct {
	*Models
	target Target
	logged bool // requests are recorded in the debug log
}

var _ summary.Summarizer = (*model)(nil)

// Summarize asks the model for the summary of the text, or for a note on each part of a
// long text and then for the summary of the notes. It reuses saved notes. It repeats a
// request once after a timeout, and once after a wrong answer.
func (m *model) Summarize(ctx context.Context, of summary.Request) (summary.Result, error) {
	mark, err := m.nonce()
	if err != nil {
		return summary.Result{}, err
	}
	direct, size := m.target.sizes()
	made := summary.Result{Model: m.target.Model, Mode: storage.PolicyDirectly}
	phase := "ai-direct"
	var p prompt
	if utf8.RuneCountInString(of.Text) <= direct {
		p = directPrompt(of, mark)
	} else {
		notes, err := m.notes(ctx, of, chunks(of.Text, size), mark)
		if err != nil {
			return summary.Result{}, err
		}
		made.Mode, phase, p = storage.PolicyChunked, "chunk-merge", mergePrompt(of, mark, notes)
	}
	made.PolicySummary, err = asked(ctx, m, of, phase, p, func(answer string) (storage.PolicySummary, error) {
		return readSummary(answer, of.Guardian, m.target.secrets(mark))
	})
	return made, err
}

// notes returns a note on each part of a text, and saves each as soon as it is made.
func (m *model) notes(ctx context.Context, of summary.Request, parts []string, mark string) ([]storage.PolicyNote, error) {
	if len(parts) > maxChunks {
		err := of.Do("chunk-limit", func() (string, error) {
			return fmt.Sprintf("%d of %d parts are summarized", maxChunks, len(parts)), nil
		})
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
			made := slices.DeleteFunc(slices.Clone(notes), func(n storage.PolicyNote) bool { return n.Of.IsZero() })
			if err := of.KeepNotes(ctx, made); err != nil {
				return nil, fmt.Errorf("save notes: %w", err)
			}
		}
	}
	return notes, nil
}

// minSecret is how many bytes a secret key has at least. Shorter keys are placeholders
// for servers that need none, such as "ollama".
const minSecret = 12

// secrets returns what no honest answer contains: the mark, and the key, which the
// provider could repeat.
func (t Target) secrets(mark string) []string {
	if len(t.Key) < minSecret {
		return []string{mark}
	}
	return []string{mark, string(t.Key)}
}

// asked returns the first answer that can be read. It repeats the request once after a
// timeout, and once after an answer that cannot be read.
func asked[T any](ctx context.Context, m *model, of summary.Request, phase string, p prompt, read func(answer string) (T, error)) (got T, err error) {
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
	if errors.Is(err, summary.ErrModelTimeout) && ctx.Err() == nil {
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

// answerError is an answer that cannot be read.
type answerError struct{ wrong error }

func (e *answerError) Error() string { return fmt.Sprintf("%v: %v", summary.ErrModelAnswer, e.wrong) }

func (e *answerError) Unwrap() error { return summary.ErrModelAnswer }

// send sends a prompt, returns the answer, and records both if the settings say so.
func (m *model) send(ctx context.Context, of summary.Request, p prompt) (string, error) {
	began := m.now()
	limit := m.target.Timeouts.of(p.phase)
	call, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	answer, err := m.complete(call, m.target, p)
	took := m.now().Sub(began)
	if call.Err() != nil && ctx.Err() == nil {
		err = &summary.TimeoutError{Phase: p.phase, Limit: limit, Took: took, Model: m.target.Model}
	}
	if m.logged {
		row := storage.AILog{
			CreatedAt: storage.TimeOf(began), App: of.App, AppName: printable(of.AppName), Provider: m.target.Provider, Model: printable(m.target.Model),
			Phase: p.phase, Prompt: p.system + "\n\n" + p.user, Response: answer, DurationMS: took.Milliseconds(),
		}
		if err != nil {
			row.Error = summary.Explain(err)
		}
		if key := string(m.target.Key); key != "" { // the provider may repeat it
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
