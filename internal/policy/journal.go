package policy

import (
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/storage"
)

// journal collects the log of the work on a policy.
type journal struct {
	log      *[]storage.PolicyStep
	stamp    func() storage.Time
	progress func(storage.PolicyStep) // may be nil
	explain  func(error) string
}

func (j journal) add(s storage.PolicyStep) {
	*j.log = append(*j.log, s)
	if j.progress != nil {
		j.progress(s)
	}
}

// step runs do and logs its start, and its end with the note.
func (j journal) step(phase string, do func() (note string, err error)) error {
	began := j.stamp()
	j.add(storage.PolicyStep{Phase: phase, At: began})
	note, err := do()
	ended := j.stamp()
	end := storage.PolicyStep{Phase: phase, At: ended, MS: new(max(ended.Sub(began).Milliseconds(), 0)), Note: plaintext.Line(note)}
	if err != nil {
		end.Error = j.explain(err)
	}
	j.add(end)
	return err
}

// maxSteps is the maximum number of steps in a log.
const maxSteps = 200

// shorten removes steps from the middle of a log that is too long.
func shorten(log []storage.PolicyStep) []storage.PolicyStep {
	if len(log) <= maxSteps {
		return log
	}
	return append(log[:maxSteps/2:maxSteps/2], log[len(log)-maxSteps/2:]...)
}

// oneLine returns at most n characters of a text, on one line.
func oneLine(text string, n int) string { return plaintext.Cut(plaintext.Line(text), n) }
