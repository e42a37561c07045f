package storage

import (
	"cmp"
	"encoding/json"
)

// RunStatus is the state of a bulk run.
type RunStatus string

// The states of a run. In the first three it is open, and has no end yet.
const (
	RunRunning     RunStatus = "running"
	RunPaused      RunStatus = "paused"      // by a user, who resumes it
	RunInterrupted RunStatus = "interrupted" // for a Reason; the next start resumes it
	RunDone        RunStatus = "done"
	RunCancelled   RunStatus = "cancelled"
	RunFailed      RunStatus = "error"
)

// Run is a bulk run over many subjects.
type Run struct {
	ID        string          `db:"id,key"`
	Runner    string          `db:"runner"`    // sync, wayback, policy, …
	Initiator string          `db:"initiator"` // what started it: manual, scheduled, automatic
	Resumed   bool            `db:"resumed"`   // resumed automatically after an interruption
	Resumes   int             `db:"resumes"`   // how often it was resumed after it was paused or interrupted
	Options   json.RawMessage `db:"options"`   // an object that the runner defines, or nil
	Status    RunStatus       `db:"status"`
	Control   string          `db:"control"` // a request to the running process: empty, pause, cancel
	StartedAt Time            `db:"started_at"`
	UpdatedAt Time            `db:"updated_at"`
	EndedAt   Time            `db:"ended_at"` // zero while open

	WaitingUntil Time `db:"waiting_until"` // when the work continues if it waits, such as for the end of a rate limit; zero: it does not

	Total     int `db:"total"`
	Completed int `db:"completed"`
	Failed    int `db:"failed"`
	Skipped   int `db:"skipped"`

	Current string          `db:"current_subject"` // name of the subject being worked on
	Totals  json.RawMessage `db:"totals"`          // counts, an object that the runner defines, or nil
	Reason  string          `db:"reason"`          // why it was interrupted or cancelled, as the runner names it
	Error   string          `db:"error"`           // why it failed
}

// RunQuery narrows a list of runs, which is ordered newest start first and, at
// one moment, by id, last first.
type RunQuery struct {
	Runner string // empty: every runner
	Open   bool   // only those whose EndedAt is zero
	Limit  int    // zero: all
	Offset int    // number of records to skip
}

// matches implements [Query].
func (q RunQuery) matches(r Run) bool {
	return asked(q.Runner, r.Runner) && asked(q.Open, r.EndedAt == 0)
}

// compare implements [Query].
func (RunQuery) compare(a, b Run) int {
	return cmp.Or(cmp.Compare(b.StartedAt, a.StartedAt), cmp.Compare(b.ID, a.ID))
}

// key returns the id.
func (r Run) key() string { return r.ID }

// validate refuses a run without id, runner, status or start.
func (r Run) validate() error {
	if r.ID == "" || r.Runner == "" || r.Status == "" || r.StartedAt <= 0 {
		return invalid("run", "no id, runner, status or start")
	}
	if r.WaitingUntil < 0 {
		return invalid("run", "the time until which it waits is negative")
	}
	if r.Resumes < 0 {
		return invalid("run", "the number of times that it was resumed is negative")
	}
	if r.Totals != nil && !json.Valid(r.Totals) {
		return invalid("run", "totals are not JSON")
	}
	if r.Options != nil && !json.Valid(r.Options) {
		return invalid("run", "options are not JSON")
	}
	return checkText("run", r.ID, r.Runner, r.Initiator, string(r.Status), r.Control, r.Current, string(r.Options), string(r.Totals), r.Reason, r.Error)
}

// RunItemID names an item of a run by its place in the queue.
type RunItemID struct {
	Run string
	Seq int
}

// RunItem is one subject of a run.
type RunItem struct {
	Run     string          `db:"run_id,key"`
	Seq     int             `db:"seq,key"` // from 0, the order of work
	Subject string          `db:"subject"` // what to work on, such as an app's id
	Done    bool            `db:"done"`
	Outcome string          `db:"outcome"` // how it ended
	Detail  json.RawMessage `db:"detail"`  // the job's record of its progress, an object or nil; when done, nil or why the item was abandoned
	Crashes int             `db:"crashes"` // how many processes ended while working on it, since it last advanced
	Waiting bool            `db:"waiting"` // its process is waiting; if the process ends now, the item is not the cause
}

// RunItemQuery narrows a list of run items, which is ordered by run and place.
type RunItemQuery struct {
	Run     string // empty: every run
	Pending bool   // only those not done
	From    int    // the first place
	Below   int    // the place after the last one; zero: no end
	Limit   int    // zero: all
}

// matches implements [Query].
func (q RunItemQuery) matches(r RunItem) bool {
	return asked(q.Run, r.Run) && asked(q.Pending, !r.Done) && r.Seq >= q.From && (q.Below == 0 || r.Seq < q.Below)
}

// compare implements [Query].
func (RunItemQuery) compare(a, b RunItem) int {
	return cmp.Or(cmp.Compare(a.Run, b.Run), cmp.Compare(a.Seq, b.Seq))
}

// key returns the run and the place.
func (i RunItem) key() RunItemID { return RunItemID{i.Run, i.Seq} }

// parents implements [child].
func (i RunItem) parents() []Parent { return []Parent{{Table: "Runs", Key: i.Run}} }

// validate refuses an item without run or subject, or with a negative number.
func (i RunItem) validate() error {
	if i.Run == "" || i.Subject == "" || i.Seq < 0 || i.Crashes < 0 {
		return invalid("run item", "no run or subject, or a negative place or number of crashes")
	}
	if i.Detail != nil && !json.Valid(i.Detail) {
		return invalid("run item", "detail is not JSON")
	}
	return checkText("run item", i.Run, i.Subject, i.Outcome, string(i.Detail))
}

// Result is the state of a request whose client does not wait for it, and then its answer.
type Result struct {
	ID          string          `db:"id,key"`
	StartedAt   Time            `db:"started_at"`
	HeartbeatAt Time            `db:"heartbeat_at"` // last time that the process that does the work said so
	EndedAt     NullTime        `db:"ended_at"`     // zero: it is running
	HTTPStatus  int             `db:"http_status"`  // with which the request would have been answered; zero: it is running
	Answer      json.RawMessage `db:"answer"`       // the body of that, or nil
}

// ResultQuery narrows a list of results, which is ordered newest start first and, at one
// moment, by id, last first.
type ResultQuery struct {
	Running bool // only those that have not ended
	EndedBy Time // only those that ended at or before this time; zero: all
	Offset  int  // number of records to skip
}

// matches implements [Query].
func (q ResultQuery) matches(r Result) bool {
	return asked(q.Running, r.EndedAt == 0) && (q.EndedBy == 0 || r.EndedAt != 0 && Time(r.EndedAt) <= q.EndedBy)
}

// compare implements [Query].
func (ResultQuery) compare(a, b Result) int {
	return cmp.Or(cmp.Compare(b.StartedAt, a.StartedAt), cmp.Compare(b.ID, a.ID))
}

// key returns the id.
func (r Result) key() string { return r.ID }

// validate refuses a result without id or start, or with an answer that is not JSON.
func (r Result) validate() error {
	if r.ID == "" || r.StartedAt <= 0 {
		return invalid("result", "no id or start")
	}
	if r.Answer != nil && !json.Valid(r.Answer) {
		return invalid("result", "the answer is not JSON")
	}
	return checkText("result", r.ID, string(r.Answer))
}
