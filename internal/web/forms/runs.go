package forms

import (
	"cmp"
	"context"
	"fmt"
	"net/url"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// work is a kind of run.
type work struct {
	Runner string
	Words  language.Words // what it does
	Start  language.Words // on the button that starts one; empty: there is none
	// The operations of the API for it.
	Begin, control string
	action         string // in the audit log
	options        runner.StartOptions
}

// works are the kinds of runs.
func works() []work {
	return []work{
		{
			Runner: tracked.SyncRunner, Words: "Check of all apps", Start: "Check all apps", Begin: "POST /api/sync/trigger",
			control: "PATCH /api/sync/trigger", action: "sync.trigger",
		},
		{
			Runner: policy.Runner, Words: "Reading privacy policies", Start: "Read all privacy policies", Begin: "POST /api/policy/sync-all",
			control: "PATCH /api/sync/trigger", action: "policy.sync-all",
			options: runner.StartOptions{Options: policy.RunOptions{Phase: policy.FetchPhase}.JSON(), If: policy.Allowed},
		},
		{
			Runner: history.Runner, Words: "Reading the past from the web archive", Start: "Read the past of all apps", Begin: "POST /api/wayback/import-all",
			control: "PATCH /api/wayback/import-all", action: "wayback.import.bulk",
			options: runner.StartOptions{Options: history.RunOptions{}.JSON()},
		},
		{Runner: imports.Runner, Words: "Import of apps", Begin: "POST /api/imports/queue", control: "PATCH /api/sync/trigger", action: "imports.run"},
	}
}

// runForms are the forms that start and control runs.
func (s activities) runForms() []ui.Screen {
	var screens []ui.Screen
	for _, w := range works() {
		at := "POST /activity/" + w.Runner
		if w.Start != "" {
			screens = append(screens, ui.Screen{Route: at + "/start", As: w.Begin, Serve: s.start(w)})
		}
		screens = append(screens,
			ui.Screen{Route: at + "/pause", As: w.control, Serve: s.control(w, "pause", "The run pauses after the app that it is at.", s.Runs.Pause)},
			ui.Screen{Route: at + "/cancel", As: w.control, Serve: s.control(w, "cancel", "The run is cancelled. What it has done so far is kept.", s.Runs.Cancel)},
			ui.Screen{Route: at + "/resume", As: w.control, Serve: s.control(w, "resume", "The run continues.", s.resume)},
		)
	}
	return screens
}

func (s activities) start(w work) ui.Handler {
	return ui.Form(func(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
		options := w.options
		options.Runner, options.Initiator = w.Runner, runner.Manual
		run, err := s.Runs.Start(ctx, options)
		if err != nil {
			_, sentence := r.Status(err)
			r.Note(w.action+".failed", sentence, false)
			return refused(r, form, "/activity", err)
		}
		r.Note(w.action+".start", fmt.Sprintf("runId=%s apps=%d", run.ID, run.Total), true)
		return ui.Back(r, form, "/activity", ui.Flash{
			Text: ui.Say(r).Plural(run.Total, "%[2]s has begun: %[1]s app.", "%[2]s has begun: %[1]s apps.", w.Words),
		}), nil
	})
}

func (s activities) resume(ctx context.Context, name string) (storage.Run, error) {
	run, _, err := s.Runs.Continue(ctx, name)
	return run, err
}

func (s activities) control(w work, do string, done language.Words, call func(context.Context, string) (storage.Run, error)) ui.Handler {
	return ui.Form(func(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
		run, err := call(ctx, w.Runner)
		if err != nil {
			status, sentence := r.Status(err)
			r.Note(w.action+"."+do+"_requested", sentence, false)
			if status == 404 {
				return ui.Back(r, form, "/activity", ui.Flash{Text: "This run has ended already.", Bad: true}), nil
			}
			return refused(r, form, "/activity", err)
		}
		r.Note(w.action+"."+do+"_requested", "runId="+run.ID, true)
		return ui.Back(r, form, "/activity", ui.Flash{Text: done}), nil
	})
}

// runsPart are the runs on a screen.
type runsPart struct {
	Failed  language.Words
	Open    []runRow
	Ended   []runRow
	More    bool // there are more that have ended
	Live    bool // something changes by itself
	Said    language.Words
	Waiting bool
	Starts  []work // that can be started now
}

// write writes the runs, and what starts some.
func (p runsPart) write(m *ui.Markup) {
	m.Add(`<div id="runs"{? hx-get="{}{}" hx-select="#runs" hx-select-oob="#log" hx-trigger="every 2s" hx-swap="outerHTML"}
		data-say="{}">
		<section aria-labelledby="runs-title"><h2 id="runs-title">Running now</h2>
		`, p.Live, m.Base, m.Here, p.Said)
	if p.Failed != "" {
		m.Failed(p.Failed)
		m.Add(`</section></div>
			`)
		return
	}

	for _, row := range p.Open {
		row.write(m)
	}

	if len(p.Open) == 0 {
		m.Add(`<p class="soft">Nothing is running.</p>
			`)
	}

	p.writeStarts(m)
	m.Add(`</section>
		`)
	p.writeEnded(m)
	m.Add(`</div>
		`)
}

// writeStarts writes the forms that start runs.
func (p runsPart) writeStarts(m *ui.Markup) {
	if len(p.Starts) == 0 {
		return
	}
	m.Add(`<div class="row actions">`)
	for _, w := range p.Starts {
		if m.Offers(w.Begin) {
			m.Add(`<form method="post" action="{}/activity/{}/start">`, m.Base, w.Runner)
			m.Back()
			m.Add(`<button>{}</button></form>`, w.Start)
		}
	}
	m.Add(`</div>
		`)
}

// writeEnded writes the runs that have ended.
func (p runsPart) writeEnded(m *ui.Markup) {
	if len(p.Ended) == 0 {
		return
	}
	m.Add(`<section aria-labelledby="ended-title"><h2 id="ended-title">Finished runs</h2><div class="scroll" tabindex="0">
		<table class="cards">
		<thead><tr><th scope="col">Started</th><th scope="col">What</th><th scope="col">Outcome</th>
		<th scope="col" class="num">Apps</th><th scope="col" class="num">Failed</th></tr></thead>
		<tbody>`)
	for _, row := range p.Ended {
		row.writeEnded(m)
	}
	m.Add(`
		</tbody></table></div>
		`)
	if p.More {
		m.Add(`<p><a href="{}/activity?runs=all">All finished runs</a></p>`, m.Base)
	}
	m.Add(`</section>
		`)
}

// runRow is a run in words.
type runRow struct {
	storage.Run
	Words  language.Words
	Origin language.Words // who started it
	State  language.Words
	Why    language.Words // it stopped, if not by its end
	Done   int            // apps that it is done with
	Bad    bool

	Pause, Resume, Cancel bool   // what can be asked of it
	Control               string // the path of that
	Operation             string // of the API for that; empty: there is none
	Failures              string // the query of its failures in the log with its question mark; empty: none
}

// write writes a run that has not ended.
func (row runRow) write(m *ui.Markup) {
	class := "soft"
	if row.Bad {
		class = "track"
	}

	m.Add(`<article class="entry"><header>
		<h3>{}</h3><span class="{}">{}</span><small class="aside soft">{} {}</small></header>
		<p><progress max="{}" value="{}" aria-label="{}">{} of {}</progress></p>
		<p>`,
		row.Words, class, row.State, row.Origin, m.Ago(row.StartedAt), row.Total, row.Done, row.Words, row.Done, row.Total)
	m.Add(`{} of {}`, m.Count(row.Done), m.Plural(row.Total, "%s app", "%s apps"))
	if row.Skipped > 0 {
		m.Add(`, {} skipped`, m.Count(row.Skipped))
	}

	if row.Failures != "" {
		m.Add(`, <a href="{}/activity{}#log">{} failed</a>`, m.Base, row.Failures, m.Count(row.Failed))
	}

	if row.Current != "" && row.Why == "" {
		m.Add(` · at <strong>{}</strong>`, row.Current)
	}

	m.Add(`</p>
		`)
	if row.Why != "" {
		m.Add(`<p class="wrong">{}</p>
			`, row.Why)
	} else if row.WaitingUntil != 0 {
		m.Add(`<p class="hint">The App Store is rate limiting: resumes {}.</p>
			`, m.Ago(row.WaitingUntil))
	}

	if row.Operation != "" && m.Offers(row.Operation) {
		row.writeControls(m)
	}

	m.Add(`</article>
		`)
}

// writeControls writes the forms that pause, resume and cancel a run.
func (row runRow) writeControls(m *ui.Markup) {
	m.Add(`<div class="actions">
		`)
	if row.Pause {
		m.Add(`<form method="post" action="{}{}/pause">`, m.Base, row.Control)
		m.Back()
		m.Add(`<button>Pause</button></form>
			`)
	}

	if row.Resume {
		m.Add(`<form method="post" action="{}{}/resume">`, m.Base, row.Control)
		m.Back()
		m.Add(`<button class="main">Resume</button></form>
			`)
	}

	if row.Cancel {
		m.Add(`<form method="post" action="{}{}/cancel">`, m.Base, row.Control)
		m.Back()
		m.Add(`<button>Cancel</button></form>
			`)
	}

	m.Add(`</div>`)
}

// writeEnded writes a run that has ended, as a row.
func (row runRow) writeEnded(m *ui.Markup) {
	m.Add(`<tr><td>{}</td><td>{}<br><small class="soft">{}</small></td>
		<td>`, m.Ago(row.StartedAt), row.Words, row.Origin)
	writeOutcome(m, row.State, row.Bad)
	if row.Why != "" {
		m.Add(`<br><small>{}</small>`, row.Why)
	}
	m.Add(`</td>
		<td class="num" data-th="Apps">{}/{}</td><td class="num" data-th="Failed">`, m.Count(row.Done), m.Count(row.Total))
	if row.Failures != "" {
		m.Add(`<a href="{}/activity{}#log">{}</a>`, m.Base, row.Failures, m.Count(row.Failed))
	} else {
		m.Add(`0`)
	}
	m.Add(`</td></tr>`)
}

// runs reads the runs that have not ended, and the last of those that have.
func (s activities) runs(ctx context.Context, r ui.Request) (part runsPart) {
	all, _, err := s.Runs.Runs(ctx, storage.RunQuery{Limit: allKeptRuns})
	if err != nil {
		part.Failed = ui.Why(r, err)
		return part
	}
	say, open, every := ui.Say(r), make(map[string]bool), ui.Chosen(r, "runs", "all")
	for _, run := range all {
		row := rowOf(run)
		if run.EndedAt == 0 {
			open[run.Runner] = true
			part.Open = append(part.Open, row)
			if run.Status == storage.RunRunning {
				part.Live = true
				part.Said = say.Text("%s: %s of %s", row.Words, row.Done, run.Total)
			}
			continue
		}
		if len(part.Ended) == someRuns && every == "" {
			part.More = true
			continue
		}
		part.Ended = append(part.Ended, row)
	}
	for _, w := range works() {
		if w.Start != "" && !open[w.Runner] {
			part.Starts = append(part.Starts, w)
		}
	}
	if !part.Live && len(part.Ended) > 0 {
		part.Said = say.Text("%s: %s", part.Ended[0].Words, part.Ended[0].State)
	}
	return part
}

func rowOf(run storage.Run) runRow {
	row := runRow{Run: run, Words: language.Words(run.Runner), Control: "/activity/" + run.Runner, Done: run.Total - runner.Left(run)}
	for _, w := range works() {
		if w.Runner == run.Runner {
			row.Words, row.Operation = w.Words, w.control
		}
	}
	switch run.Initiator {
	case runner.Manual:
		row.Origin = "started by hand"
	case runner.Scheduled:
		row.Origin = "on schedule"
	default:
		row.Origin = "started automatically"
	}
	if run.Failed > 0 {
		row.Failures = failuresOf(run)
	}
	reason, interrupted := runner.Interrupted(run)
	switch {
	case interrupted:
		row.State, row.Why, row.Resume, row.Cancel, row.Bad = "Interrupted", cmp.Or(interruptions[reason], language.Words(reason)), true, true, true
	case run.Status == storage.RunPaused:
		row.State, row.Resume, row.Cancel = "Paused", true, true
	case run.Status == storage.RunRunning && run.Control == "cancel":
		row.State = "Cancelling"
	case run.Status == storage.RunRunning && run.Control == "pause":
		row.State, row.Resume, row.Cancel = "Pausing after this app", true, true
	case run.Status == storage.RunRunning:
		row.State, row.Pause, row.Cancel = "Under way", true, true
	case run.Status == storage.RunCancelled:
		row.State = "Cancelled"
		if run.Reason == runner.Discarded {
			row.Why = "A new run was started in its place."
		}
	case run.Status == storage.RunFailed: // the error itself is in the log of the service
		row.State, row.Why, row.Bad = "Failed", "The log of the service names the cause.", true
	case run.Failed > 0:
		row.State, row.Bad = "Done, with failures", true
	default:
		row.State = "Done"
	}
	return row
}

// failuresOf returns the query of the lines in the log on what failed in a run.
func failuresOf(run storage.Run) string {
	query := url.Values{"status": {"error"}, "from": {fmt.Sprint(int64(run.StartedAt))}}
	if run.EndedAt != 0 {
		query.Set("to", fmt.Sprint(int64(run.EndedAt)))
	}
	return "?" + query.Encode()
}

// interruptions explain reasons of an interruption.
var interruptions = map[string]language.Words{
	tracked.InterruptRateLimited: "The App Store asked to wait. The run can be resumed when it answers again.",
	tracked.InterruptCooldown:    "The App Store asked to wait, and the wait is not over.",
	history.InterruptThrottled:   "The web archive asked to wait.",
	history.InterruptUnavailable: "The web archive did not answer for three apps in a row.",
}
