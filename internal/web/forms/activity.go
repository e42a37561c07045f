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

func (v activityView) write(m *ui.Markup) {
	m.Add(`<div class="head"><h1>Activity</h1></div>
		`)
	v.runsPart.write(m)
	v.Log.write(m)
	m.Add(`<section id="messages" aria-labelledby="messages-title"><h2 id="messages-title">Messages sent</h2>
		`)
	v.Messages.write(m)
	if v.Messages.Total > len(v.Messages.Deliveries) {
		m.Add(`<p><a href="{}/activity/messages">All {} messages</a></p>`, m.Base, m.Count(v.Messages.Total))
	}
	m.Add(`</section>
		`)
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

func (p logPart) write(m *ui.Markup) {
	m.Add(`<section id="log" aria-labelledby="log-title"><h2 id="log-title">Log</h2>
		`)
	p.writeFilters(m)
	switch {
	case p.Failed != "":
		m.Failed(p.Failed)
	case len(p.Lines) > 0:
		m.Add(`<div class="scroll" tabindex="0"><table>
			<thead class="wide"><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Outcome</th></tr></thead>
			<tbody>`)
		for _, line := range p.Lines {
			line.write(m)
		}
		m.Add(`
			</tbody></table></div>
			`)
		writePager(m, "Pages of the log", "Newer", "Older", anchored(p.Newer, "#log"), anchored(p.Older, "#log"))
	case p.filtered():
		m.Add(`<div class="empty"><p>No line of the log matches.</p><a href="{}/activity">Show everything</a></div>
			`, m.Base)
	default:
		m.Add(`<div class="empty"><p>Nothing has been done yet. Once there are apps, each check of one is logged
			here.</p><a class="button" href="{}/add">Add apps</a></div>
			`, m.Base)
	}
	m.Add(`</section>
		`)
}

// writeFilters writes the form that chooses lines.
func (p logPart) writeFilters(m *ui.Markup) {
	m.Add(`<form class="filters" method="get" action="{}/activity" data-auto autocomplete="off">
		<label>Task <select name="type"><option value="">All</option>`, m.Base)
	writeOptions(m, p.Types, p.Type)
	m.Add(`</select></label>
		<label>Outcome <select name="status"><option value="">All</option>`)
	writeOptions(m, p.Statuses, p.Status)
	m.Add(`</select></label>
		<button class="apply">Show</button>
		`)
	if p.filtered() {
		m.Add(`<a href="{}/activity">Show everything</a>`, m.Base)
	}
	m.Add(`
		</form>
		`)
	if p.During {
		m.Add(`<p class="hint">Only the log of one run is shown.</p>
			`)
	}
}

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

func (l logLine) write(m *ui.Markup) {
	m.Add(`
		<tr><td>{}</td>
		<td>`, m.Ago(l.StartedAt))
	switch summary := string(l.Summary); {
	case l.App != 0:
		m.Add(`<a href="{}/apps/{}">{}</a>`, m.Base, l.App, summary)
	case summary != "":
		m.Add(`{}`, summary)
	default:
		m.Add(`{}`, l.Words)
	}
	if l.Summary != "" {
		m.Add(` <small class="soft">{}</small>`, l.Words)
	}
	if l.Cause != "" {
		m.Add(`<p class="wrong">{}</p>`, l.Cause)
	}
	m.Add(`</td>
		<td>`)
	writeOutcome(m, l.Sign, l.Bad())
	m.Add(`</td></tr>`)
}

// writeOutcome writes how something ended, so that what failed stands out.
func writeOutcome(m *ui.Markup, state language.Words, bad bool) {
	if bad {
		m.Add(`<strong class="track">{}</strong>`, state)
	} else {
		m.Add(`{}`, state)
	}
}

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

// write writes the deliveries as a table.
func (p messagesPart) write(m *ui.Markup) {
	switch {
	case p.Failed != "":
		m.Failed(p.Failed)
	case len(p.Deliveries) == 0:
		m.Add(`<p class="soft">No message has been sent. <a href="{}/settings/destinations">Add a destination</a> to get
			changes on your phone, by mail or in a chat.</p>
			`, m.Base)
	default:
		m.Add(`<div class="scroll" tabindex="0"><table class="cards">
			<thead><tr><th scope="col">Written</th><th scope="col">Message</th><th scope="col">Outcome</th>
			<th scope="col" class="num">Attempts</th><th scope="col"><span class="unseen">Action</span></th></tr></thead>
			<tbody>`)
		for _, d := range p.Deliveries {
			writeDelivery(m, d)
		}
		m.Add(`
			</tbody></table></div>
			`)
	}
}

func writeDelivery(m *ui.Markup, d notify.Delivery) {
	m.Add(`
		<tr><td>{}</td><td>{}<br><small class="soft">`, m.Ago(d.CreatedAt), d.Title)
	if d.Name != "" {
		m.Add(`{} · `, string(d.Name))
	}
	m.Add(`{} · {}</small></td>
		<td>`, string(d.Host), m.Plural(d.Notifications, "%s notification", "%s notifications"))
	delivered := d.State == storage.DeliveryDelivered
	switch {
	case delivered:
		m.Add(`Delivered`)
	case d.State == storage.DeliveryDead:
		m.Add(`<strong class="track">Given up</strong>`)
	default:
		m.Add(`Waiting`)
		if d.NextAttemptAt != 0 {
			m.Add(`, next attempt {}`, m.Ago(d.NextAttemptAt))
		}
	}
	switch {
	case delivered:
	case d.LastError != "":
		m.Add(`<p class="wrong">{}</p>`, string(d.LastError))
	case d.LastStatus != nil:
		m.Add(`<p class="wrong">Answered with status {}</p>`, *d.LastStatus)
	}
	m.Add(`</td>
		<td class="num" data-th="Attempts">{}</td>
		<td class="num">`, d.Attempts)
	if !delivered && m.Offers(retryDelivery) {
		m.Add(`<form method="post" action="{}/activity/messages/{}/retry">`, m.Base, d.ID)
		m.Back()
		m.Add(`<button>Send now<span class="unseen"> {}</span></button></form>`, d.Title)
	}
	m.Add(`</td></tr>`)
}

// writeAll writes the screen of the deliveries.
func (p messagesPart) writeAll(m *ui.Markup) {
	m.Add(`<div class="head"><h1>Messages sent</h1><p><a href="{}/activity">Activity</a></p></div>
		`, m.Base)
	p.write(m)
	writePager(m, "Pages", "Newer", "Older", p.Newer, p.Older)
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

// writePager writes links to the pages before and after the one that is shown, as far as they are there.
func writePager(m *ui.Markup, label, newer, older language.Words, before, after string) {
	m.Add(`<nav class="pager" aria-label="{}"><span>`, label)
	if before != "" {
		m.Add(`<a href="{}{}">{}</a>`, m.Base, before, newer)
	}
	m.Add(`</span><span>`)
	if after != "" {
		m.Add(`<a href="{}{}">{}</a>`, m.Base, after, older)
	}
	m.Add(`</span></nav>
		`)
}
