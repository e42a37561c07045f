package forms

import (
	"context"
	"encoding/json"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/internal/wording"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

const (
	logPage       = 50 // lines of the log on one page
	deliveryPage  = 50
	someDeliver   = 8 // deliveries beside the log
	someRuns      = 8 // ended runs, until all are asked for
	allKeptRuns   = 100
	activityTitle = language.Words("Activity")
	retryDelivery = "POST /api/notifications/deliveries/{id}/retry"
)

// activities is the screen of the runs, the log and the deliveries.
type activities struct{ *ui.Kit }

func newActivity(kit *ui.Kit) []ui.Screen {
	s := activities{kit}
	screens := []ui.Screen{
		{Route: "GET /activity", Query: []string{"type", "status", "page", "from", "to", "runs"}, As: "GET /api/activity", Nav: activityTitle, Serve: s.get},
		{Route: "GET /activity/messages", Query: []string{"page"}, As: "GET /api/notifications/deliveries", Serve: s.listMessages},
		{Route: "POST /activity/messages/{id}/retry", As: retryDelivery, Serve: ui.Form(s.retry)},
	}
	return append(screens, s.runForms()...)
}

type activityView struct {
	runsPart
	Log      logPart
	Messages messagesPart
}

// logPart is a page of the log.
type logPart struct {
	Failed       language.Words
	Lines        []logLine
	Total        int
	Type, Status string
	During       bool // only lines from the time of one run
	Newer, Older string
	Types        []choice
	Statuses     []choice
}

// filtered reports whether only some lines are asked for.
func (p logPart) filtered() bool { return p.Type != "" || p.Status != "" || p.During }

// choice is a value of a filter with its words.
type choice struct {
	Value string
	Words language.Words
}

type logLine struct {
	storage.Activity
	Words language.Words // what kind of work it was
	Sign  language.Words // how it ended
	Cause string         // of a failure, unless the summary has it
}

func (l logLine) Bad() bool { return l.Status == activity.Failed }

func (s activities) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	var view activityView
	view.runsPart = s.runs(ctx, r)
	view.Log = s.log(ctx, r)
	view.Messages = s.some(ctx, r, someDeliver, 0)
	return s.Render(r, ui.Head{Title: activityTitle, Nav: activityTitle}, view.write)
}

// log reads the page of the log that the address asks for.
func (s activities) log(ctx context.Context, r ui.Request) logPart {
	part := logPart{Types: logTypes(), Statuses: logStatuses()}
	part.Type = ui.Chosen(r, "type", values(part.Types)...)
	part.Status = ui.Chosen(r, "status", values(part.Statuses)...)
	q := storage.ActivityQuery{Type: part.Type, Status: part.Status, Limit: logPage, Offset: (pageOf(r) - 1) * logPage}
	q.From, q.To = momentOf(r, "from"), momentOf(r, "to")
	part.During = q.From != 0 || q.To != 0
	lines, total, err := activity.List(ctx, s.Store, q)
	if err != nil {
		part.Failed = ui.Why(r, err)
		return part
	}
	part.Total = total
	for _, line := range lines {
		line.Summary = storage.Text(wording.Stored(ui.Say(r), string(line.AppName), string(line.Summary)))
		part.Lines = append(part.Lines, logLine{
			line, words(line.Type, slices.Concat(part.Types, rareTypes())), words(line.Status, part.Statuses), wording.Cause(ui.Say(r), cause(line)),
		})
	}
	part.Newer, part.Older = pager(r, "/activity", logPage, total)
	return part
}

// cause returns why the work of a line has failed, as far as its detail knows more than
// its summary.
func cause(line storage.Activity) string {
	if line.Status == activity.OK {
		return ""
	}
	var detail struct {
		Error   any `json:"error"`
		Reason  any `json:"reason"`
		Message any `json:"errorMessage"`
	}
	if json.Unmarshal(line.Detail, &detail) != nil {
		return ""
	}
	for _, told := range []any{detail.Error, detail.Reason, detail.Message} {
		if text, _ := told.(string); text != "" && !strings.Contains(string(line.Summary), text) {
			return text
		}
	}
	return ""
}

// messagesPart are deliveries to the destinations.
type messagesPart struct {
	Failed       language.Words
	Deliveries   []notify.Delivery
	Total        int
	Newer, Older string
}

func (s activities) some(ctx context.Context, r ui.Request, limit, offset int) (part messagesPart) {
	page, err := s.Outbox.List(ctx, limit, offset)
	part.Failed = ui.Why(r, err)
	part.Deliveries, part.Total = page.Deliveries, page.Total
	return part
}

func (s activities) listMessages(ctx context.Context, r ui.Request) (ui.Reply, error) {
	view := s.some(ctx, r, deliveryPage, (pageOf(r)-1)*deliveryPage)
	view.Newer, view.Older = pager(r, "/activity/messages", deliveryPage, view.Total)
	return s.Render(r, ui.Head{Title: "Messages", Nav: activityTitle}, view.writeAll)
}

func (s activities) retry(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	if _, err := s.Outbox.Retry(ctx, r.Param("id")); err != nil {
		return refused(r, form, "/activity", err)
	}
	return ui.Back(r, form, "/activity", ui.Flash{Text: "The message is sent again within a few seconds."}), nil
}

// refused answers a form with the screen it was on and why it was refused. A fault of the
// service is a failure of the whole screen, as with any other.
func refused(r ui.Request, form url.Values, otherwise string, err error) (ui.Reply, error) {
	status, _ := r.Status(err)
	if status >= 500 && status != 501 && status != 503 {
		return ui.Reply{}, err
	}
	reply := ui.Back(r, form, otherwise, ui.Flash{Text: ui.Why(r, err) + ".", Bad: true})
	reply.Refused = true
	return reply, nil
}

// logTypes are the kinds of work in the log.
func logTypes() []choice {
	return []choice{
		{"scrape", "App added"},
		{"resync", "App checked"},
		{"manual_sync", "Check of all apps"},
		{"scheduled_sync", "Scheduled check"},
		{"policy_summary", "Privacy policy"},
		{"import", "Import"},
		{"wayback_import", "Web archive"},
		{"backup_export", "Backup"},
		{"backup_restore", "Restore"},
		{"reset", "Reset"},
	}
}

// rareTypes are kinds of work that no filter is offered for.
func rareTypes() []choice {
	return []choice{
		{"annotation_created", "Note"}, {"annotation_edited", "Note"}, {"annotation_deleted", "Note"},
		{"verdict_set", "Verdict"}, {"bulk_verdict_set", "Verdict"}, {"verdict_cleared", "Verdict"},
		{"concern_accepted", "Decision"}, {"concern_deferred", "Decision"}, {"concern_reopened", "Decision"},
		{"profile_preset_applied", "Profile"}, {"queue_session_completed", "Verdict"}, {"dashboard_layout_applied", "Settings"},
		{"health_check", "Check of the records"}, {"bundle_imported", "Import"},
		{"cfgutil_backup", "Device"}, {"cfgutil_uninstall", "Device"},
	}
}

func logStatuses() []choice {
	return []choice{{activity.OK, "Done"}, {activity.Partial, "Partly done"}, {activity.Failed, "Failed"}, {activity.Cancelled, "Cancelled"}}
}

// known returns a value if it is one of the choices, else nothing.
func known(value string, of []choice) string {
	if slices.ContainsFunc(of, func(c choice) bool { return c.Value == value }) {
		return value
	}
	return ""
}

// values returns the values of choices.
func values(of []choice) (all []string) {
	for _, c := range of {
		all = append(all, c.Value)
	}
	return all
}

// words returns the words for a value, those of the value itself if it has none.
func words(value string, of []choice) language.Words {
	for _, c := range of {
		if c.Value == value {
			return c.Words
		}
	}
	value = strings.ReplaceAll(value, "_", " ")
	_, first := utf8.DecodeRuneInString(value)
	return language.Words(strings.ToUpper(value[:first]) + value[first:])
}

// pageOf returns the number of a page in the address, at least 1.
func pageOf(r ui.Request) int {
	n, asked := ui.Number(r, "page", 1, 1_000_000)
	if !asked {
		return 1
	}
	return int(n)
}

// momentOf returns a time in the address, in milliseconds, zero if there is none.
func momentOf(r ui.Request, name string) storage.Time {
	n, _ := ui.Number(r, name, 0, math.MaxInt64)
	return storage.Time(n)
}

// pager returns the paths of the pages before and after the one in the address, empty if
// there is none.
func pager(r ui.Request, path string, size, total int) (before, after string) {
	n := pageOf(r)
	at := func(n int) string {
		query := r.HTTP().URL.Query()
		query.Del("page")
		if n > 1 {
			query.Set("page", strconv.Itoa(n))
		}
		if len(query) == 0 {
			return path
		}
		return path + "?" + query.Encode()
	}
	if n > 1 {
		before = at(n - 1)
	}
	if n*size < total {
		after = at(n + 1)
	}
	return before, after
}

// anchored returns a path with a place on its screen, nothing for no path.
func anchored(path, place string) string {
	if path == "" {
		return ""
	}
	return path + place
}
