package fleettest

import (
	"context"
	"iter"
	"strings"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// Strokes is a job named "test". It adds a stroke to the setting of each subject that it
// writes, and a word to the setting "ended" each time that a run is left.
type Strokes struct {
	Subjects []string
	Work     func(ctx context.Context, item runner.Item) (runner.Result, error) // nil: writes a stroke

	mu  sync.Mutex
	Did []string // subjects, in the order in which they were worked on
}

// Name implements [runner.Job].
func (*Strokes) Name() string { return "test" }

// Queue implements [runner.Job].
func (s *Strokes) Queue(*storage.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, subject := range s.Subjects {
			if !yield(subject, nil) {
				return
			}
		}
	}
}

// Title implements [runner.Job].
func (*Strokes) Title(_ *storage.Tx, subject string) (string, error) {
	return strings.ToUpper(subject), nil
}

// Do implements [runner.Job].
func (s *Strokes) Do(ctx context.Context, item runner.Item) (runner.Result, error) {
	s.mu.Lock()
	s.Did = append(s.Did, item.Subject)
	s.mu.Unlock()
	if s.Work != nil {
		return s.Work(ctx, item)
	}
	return runner.Result{Write: Stroke(item)}, nil
}

// End implements [runner.Job].
func (*Strokes) End(tx *storage.Tx, run storage.Run) error {
	return AddTo(tx, "ended", string(run.Status)+" ")
}

// Worked returns Did while a run is open.
func (s *Strokes) Worked() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.Did, " ")
}

// Once returns the settings after each item was done once.
func (s *Strokes) Once(ended string) map[string]string {
	values := map[string]string{"ended": ended}
	for _, subject := range s.Subjects {
		values[subject] = "I"
	}
	return values
}

// Stroke writes that a subject was worked on.
func Stroke(item runner.Item) func(*storage.Tx, storage.Run) (runner.Outcome, error) {
	return func(tx *storage.Tx, _ storage.Run) (runner.Outcome, error) {
		return runner.Outcome{}, AddTo(tx, item.Subject, "I")
	}
}

// AddTo appends to a setting.
func AddTo(tx *storage.Tx, name, more string) error {
	s, _, err := storage.Find(tx.Settings, name)
	if err != nil {
		return err
	}
	return tx.Settings.Put(storage.Setting{Name: name, Value: s.Value + more})
}

// Settings returns what jobs wrote.
func Settings(t testing.TB, s storage.Store) map[string]string {
	t.Helper()
	values := map[string]string{}
	for _, setting := range storagetest.All[storage.Setting](t, s) {
		values[setting.Name] = setting.Value
	}
	return values
}

// Gate makes a job wait before it returns the result of an item.
type Gate struct {
	Reached chan string   // gets the subject
	Pass    chan struct{} // lets one through; closed: all
}

// NewGate returns a gate in the job.
func NewGate(s *Strokes) *Gate {
	g := &Gate{Reached: make(chan string, 100), Pass: make(chan struct{})}
	s.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
		g.Reached <- item.Subject
		select {
		case <-g.Pass:
			return runner.Result{Write: Stroke(item)}, nil
		case <-ctx.Done():
			return runner.Result{}, ctx.Err()
		}
	}
	return g
}

// Stuck makes a job hang at each item until its context ends. It returns the subjects.
func Stuck(s *Strokes) <-chan string {
	begun := make(chan string, 100)
	s.Work = func(ctx context.Context, item runner.Item) (runner.Result, error) {
		begun <- item.Subject
		<-ctx.Done()
		return runner.Result{}, ctx.Err()
	}
	return begun
}

// StartRun starts a run of the job.
func StartRun(t testing.TB, e *runner.Engine) storage.Run {
	t.Helper()
	run, err := e.Start(t.Context(), runner.StartOptions{Runner: "test", Initiator: runner.Manual})
	if err != nil {
		t.Fatal(err)
	}
	return run
}
