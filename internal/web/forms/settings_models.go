package forms

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/privacylabels/auditor/fleet/policy/llm"
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
type modelLog struct {
	*ui.Kit
	page *ui.Template
}

func newModelLog(kit *ui.Kit) []ui.Screen {
	s := modelLog{kit, kit.Template(templates, "templates/model_log.html", "templates/sections.html")}
	return []ui.Screen{
		{Route: "GET " + modelLogPath, As: "GET /api/ai/debug-log", Serve: s.get},
		{Route: "GET " + modelLogPath + "/clear", As: "DELETE /api/ai/debug-log", Serve: s.ask},
		{Route: "POST " + modelLogPath + "/clear", As: "DELETE /api/ai/debug-log", Serve: s.clear},
	}
}

type modelLogView struct {
	Section      string
	Rows         []modelRow
	Total        int
	Newer, Older string
}

// modelRow is a request to a model.
type modelRow struct {
	storage.AILog
	Step string // of the summary, in words
	Took string
}

func (s modelLog) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	view := modelLogView{Section: "models"}
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
	return s.page.Render(r, ui.Head{Title: "Log of the model", Nav: settingsTitle}, view)
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
