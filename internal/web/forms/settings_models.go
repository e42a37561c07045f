package forms

import (
	"cmp"
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

const (
	modelLogPage = 10
	modelLogPath = "/settings/models/log"
	// maxExchange is how much of a request and of a response is shown, in bytes.
	maxExchange = 1500
)

// modelLog is the screen of the latest requests to the models.
type modelLog struct{ *ui.Kit }

func newModelLog(kit *ui.Kit) []ui.Screen {
	s := modelLog{kit}
	return []ui.Screen{
		{Route: "GET " + modelLogPath, As: "GET /api/ai/debug-log", Serve: s.get},
		{Route: "GET " + modelLogPath + "/clear", As: "DELETE /api/ai/debug-log", Serve: s.ask},
		{Route: "POST " + modelLogPath + "/clear", As: "DELETE /api/ai/debug-log", Serve: s.clear},
	}
}

type modelLogView struct {
	Rows         []modelRow
	Total        int
	Newer, Older string
}

func (v modelLogView) write(m *ui.Markup) {
	writeSections(m, "models")
	m.Add(`<section aria-labelledby="log-title"><h2 id="log-title">Log of the model</h2>
		<p class="soft">The last requests to the language model, with what was sent and what it answered.
		<a href="{}/settings/models">Policy summaries</a></p>
		`, m.Base)
	if len(v.Rows) == 0 {
		m.Add(`<p class="soft">No request has been sent yet.</p></section>
			`)
		return
	}

	m.Add(`<div class="scroll" tabindex="0"><table class="cards"><thead><tr>
		<th scope="col">When</th><th scope="col">About</th><th scope="col">Model</th><th scope="col">Outcome</th>
		<th scope="col" class="num">Time</th>
		</tr></thead>
		<tbody>`)
	for _, row := range v.Rows {
		row.write(m)
	}

	m.Add(`</tbody></table></div>
		`)
	writePager(m, "Pages", "Newer", "Older", v.Newer, v.Older)
	if m.Offers("DELETE /api/ai/debug-log") {
		m.Add(`<p><a class="button" href="{}/settings/models/log/clear">Delete these {}…</a></p>`,
			m.Base, m.Plural(v.Total, "%s entry", "%s entries"))
	}

	m.Add(`</section>
		`)
}

// modelRow is a request to a model.
type modelRow struct {
	storage.AILog
	Step string // of the summary, in words
	Took string
}

func (row modelRow) write(m *ui.Markup) {
	m.Add(`<tr><td>{}</td><td>`, m.Ago(row.CreatedAt))
	switch name := row.AppName; {
	case row.App != 0:
		m.Add(`<a href="{}/apps/{}">{}</a>`, m.Base, row.App, cmp.Or(name, row.App.String()))
	case name != "":
		m.Add(`{}`, name)
	default:
		m.Add(`A test`)
	}

	m.Add(`<br><small class="soft">{}</small></td><td>{}<br><small class="soft">{}</small></td>
		<td>`, row.Step, row.Model, row.Provider)
	if row.Error != "" {
		m.Add(`<strong class="track">Failed</strong><p class="wrong">{}</p>`, row.Error)
	} else {
		m.Add(`Answered`)
	}

	m.Add(`<details class="small"><summary>Request and answer</summary><h3>Request</h3><p class="pre">{}</p><h3>Answer</h3>
		<p class="pre">`,
		row.Prompt)
	if row.Response != "" {
		m.Add(`{}`, row.Response)
	} else {
		m.Add(`None.`)
	}

	m.Add(`</p></details></td><td class="num" data-th="Time">{}</td></tr>`, row.Took)
}

func (s modelLog) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	var view modelLogView
	rows, err := storage.View(ctx, s.Store, func(tx *storage.Tx) ([]storage.AILog, error) {
		return storage.Collect(tx.AILogs.List(storage.AILogQuery{Limit: llm.MaxLogged}))
	})
	if err != nil {
		return ui.Reply{}, err
	}
	view.Total = len(rows)
	view.Newer, view.Older = pager(r, modelLogPath, modelLogPage, len(rows))
	from := min((pageOf(r)-1)*modelLogPage, len(rows))
	for _, row := range rows[from:min(from+modelLogPage, len(rows))] {
		row.Prompt, row.Response = beginning(row.Prompt), beginning(row.Response)
		took := time.Duration(row.DurationMS) * time.Millisecond
		view.Rows = append(view.Rows, modelRow{row, strings.ReplaceAll(row.Phase, "_", " "), took.Round(100 * time.Millisecond).String()})
	}
	return s.Render(r, ui.Head{Title: "Log of the model", Nav: settingsTitle}, view.write)
}

// beginning returns as much of a text as is shown.
func beginning(text string) string {
	if len(text) <= maxExchange {
		return text
	}
	end := maxExchange
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + " […]"
}

func (s modelLog) ask(_ context.Context, r ui.Request) (ui.Reply, error) {
	return s.Ask(r, "Empty the log of the model", settingsTitle, ui.Question{
		Ask: "Empty the log of the model?", Lost: "All requests to the language model in it, and its answers, are deleted. The summaries of policies stay.",
		Form: modelLogPath + "/clear", Yes: "Empty the log", Keep: modelLogPath,
	})
}

func (s modelLog) clear(ctx context.Context, r ui.Request) (ui.Reply, error) {
	_, err := storage.Update(ctx, s.Store, func(tx *storage.Tx) (int, error) { return tx.AILogs.Clear() })
	if err != nil {
		return ui.Reply{}, err
	}
	r.Note("ai_debug_log.cleared", "", true)
	return ui.SeeOther(r, modelLogPath, ui.Flash{Text: "The log is empty."}), nil
}
