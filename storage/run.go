package storage

import "encoding/json"

// RunStatus is how far a bulk run is.
type RunStatus string

// The states of a run. One that is in the first two goes on some day, and has no
// end yet.
const (
	RunRunning   RunStatus = "running"
	RunPaused    RunStatus = "paused"
	RunDone      RunStatus = "done"
	RunCancelled RunStatus = "cancelled"
	RunFailed    RunStatus = "error"
)

// Run is a bulk run over many subjects.
type Run struct {
	ID        string
	Runner    string          // sync, wayback, policy, …
	Initiator string          // who asked for it: manual, scheduled, automatic
	Resumed   bool            // it went on, after it was interrupted, for no new asking
	Options   json.RawMessage // what was asked for, an object of the runner's own, or nil
	Status    RunStatus
	Control   string // what was asked of it since: empty, pause, cancel
	StartedAt Time
	UpdatedAt Time
	EndedAt   Time // zero while open

	Total, Completed, Failed, Skipped int

	Current string          // name of the subject under way
	Totals  json.RawMessage // the runner's own counts, an object, or nil
	Error   string
}

// RunQuery narrows a list of runs, which is ordered newest start first and, at
// one moment, by id, last first.
type RunQuery struct {
	Runner string // empty: every runner
	Open   bool   // only those whose EndedAt is zero
	Limit  int    // zero: all
}

// Key returns the id.
func (r Run) Key() string { return r.ID }

// Validate refuses a run without id, runner, status or start.
func (r Run) Validate() error {
	if r.ID == "" || r.Runner == "" || r.Status == "" || r.StartedAt <= 0 {
		return invalid("run", "no id, runner, status or start")
	}
	if r.Totals != nil && !json.Valid(r.Totals) {
		return invalid("run", "totals are not JSON")
	}
	if r.Options != nil && !json.Valid(r.Options) {
		return invalid("run", "options are not JSON")
	}
	return checkText("run", r.ID, r.Runner, r.Initiator, string(r.Status), r.Control, r.Current, string(r.Options), string(r.Totals), r.Error)
}

// RunItemID names an item of a run by its place in the queue.
type RunItemID struct {
	Run string
	Seq int
}

// RunItem is one subject of a run.
type RunItem struct {
	Run     string
	Seq     int    // from 0, the order of work
	Subject string // what to work on, such as an app's id
	Done    bool
	Outcome string          // how it ended
	Detail  json.RawMessage // how far it is, an object of the job's own, or nil; when it is done nil, or why it was abandoned
	Crashes int             // how many processes ended while they worked on it, since it last advanced
	Waiting bool            // the process that works on it waits: if it ends now, the item is not the cause
}

// RunItemQuery narrows a list of run items, which is ordered by run and place.
type RunItemQuery struct {
	Run     string // empty: every run
	Pending bool   // only those not done
	Limit   int    // zero: all
}

// Key returns the run and the place.
func (i RunItem) Key() RunItemID { return RunItemID{i.Run, i.Seq} }

// Validate refuses an item without run or subject, or with a negative number.
func (i RunItem) Validate() error {
	if i.Run == "" || i.Subject == "" || i.Seq < 0 || i.Crashes < 0 {
		return invalid("run item", "no run, place or subject, or fewer than no crashes")
	}
	if i.Detail != nil && !json.Valid(i.Detail) {
		return invalid("run item", "detail is not JSON")
	}
	return checkText("run item", i.Run, i.Subject, i.Outcome, string(i.Detail))
}

// Lease is the right to do what only one process may do at a time.
type Lease struct {
	Name      string
	Owner     string // who has it; empty: nobody
	Epoch     int64  // moves with every change of owner
	ExpiresAt Time   // when another may take it
}

// LeaseQuery lists all leases, by name.
type LeaseQuery struct{}

// Key returns the name.
func (l Lease) Key() string { return l.Name }

// Validate refuses a lease without name.
func (l Lease) Validate() error {
	if l.Name == "" {
		return invalid("lease", "no name")
	}
	return checkText("lease", l.Name, l.Owner)
}
