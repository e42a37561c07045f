package apps

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/storage"
)

// changes are the recorded changes of the labels and policies of apps, also as feeds and counted
// over time.
type changes struct{ services.Set }

func (c changes) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/changelog", ID: "changelog", Group: "changelog", Summary: "List recorded changes", Cached: true, Refuses: []int{http.StatusGone},
			Reads: storage.TablesOf("Apps", "Snapshots", "Changes", "Commits", "Settings", "DeviceLinks", "AppTags"),
			Doc:   op.Doc{Answer: op.Answer{Schema: op.Of[changelog.Feed](), Headers: []op.Header{windowTruncated}}},
		}, c.feed),
		op.New(op.Spec{
			Route: "GET /api/apps/{id}/history-stats", ID: "historyStats", Group: "changelog", Summary: "Summarize the recorded history of an app",
			Refuses: []int{http.StatusNotFound},
		}, c.historyStats),
		op.New(op.Spec{
			Route: "GET /api/apps/{id}/since-install", ID: "sinceInstall", Group: "changelog", Summary: "List what changed since an app was installed",
			Cached: true, Refuses: []int{http.StatusNotFound},
		}, c.sinceInstall),
		op.New(op.Spec{
			Route: "GET /api/stats/timeline", ID: "calendar", Group: "stats", Summary: "Count changes over time",
			Cached: true, Reads: storage.TablesOf("Snapshots", "Changes", "Reviews"),
			Doc: op.Doc{Answer: op.Answer{Schema: op.Of[changelog.Calendar]()}},
		}, c.points),
		op.New(op.Spec{
			Route: "GET /api/feeds/atom", ID: "atomFeed", Group: "changelog", Summary: "Get recorded changes as an Atom feed",
			Cached: true, TokenInAddress: true, Refuses: []int{http.StatusNotFound}, Doc: op.Doc{Answer: op.Answer{Content: atomType}},
		}, c.atom),
		op.New(op.Spec{
			Route: "GET /api/feeds/json", ID: "jsonFeed", Group: "changelog", Summary: "Get recorded changes as a JSON feed",
			Cached: true, TokenInAddress: true, Refuses: []int{http.StatusNotFound}, Doc: op.Doc{Answer: op.Answer{Content: jsonFeedType, Schema: op.Of[jsonFeed]()}},
		}, c.json),
	}
}

type feedRequest struct {
	From       storage.Time     `query:"from" doc:"Changes observed at or after this time. A date means its start, and a time without a zone is UTC."`
	To         storage.Time     `query:"to" op:"end" doc:"Changes observed at or before this time. A date means its end, in UTC."`
	Since      changelog.Cursor `query:"since" op:"max=100" doc:"Changes that were committed after this cursor, in commit order; 0 is the beginning. The response has the next cursor. Without since, only the newest snapshots are read: see X-Window-Truncated." example:"0"`
	App        feedApp          `query:"appId" op:"loose,also=app" doc:"Changes of this app only."`
	Device     string           `query:"device" op:"trim,max=200" doc:"Changes of the apps on the device with this ID only." example:"a"`
	Tag        string           `query:"tag" op:"trim,max=200" doc:"Changes of the apps with this tag only." example:"games"`
	Types      entryTypes       `query:"type" enum:"added,modified,policy,removed,wayback" op:"list,loose,also=types" example:"added,removed"`
	Categories entryCategories  `query:"category" enum:"accessibility,availability,background-location,listing,privacy-label,privacy-policy,wayback-attempt" op:"list,loose,also=categories" example:"privacy-label"`
	Limit      feedLimit        `query:"limit" op:"prefix,loose,default=100" doc:"The maximum number of entries. Defaults to 100. More than 500 counts as 500." example:"20"`
	Offset     op.PrefixOffset  `query:"offset" op:"loose" doc:"The number of entries to skip. With since it has no effect." example:"0"`
}

// feedApp is the ID of an app, or the name of its package. Other text, such as the ID of another app
// store, decodes as an ID without changes.
type feedApp storage.AppID

var appPattern = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func (a *feedApp) UnmarshalText(text []byte) error {
	if !appPattern.Match(text) && !storage.IsPackage(string(text)) {
		return errors.New("must name an app")
	}
	*a = feedApp(op.NoApp)
	if id, err := storage.ParseAppKey(string(text)); err == nil && id > 0 {
		*a = feedApp(id)
	}
	return nil
}

func (feedApp) Schema() *openapi.Schema { return openapi.Text() }

// entryTypes is a comma-separated list of types.
type entryTypes string

func (entryTypes) Schema() *openapi.Schema {
	return openapi.Text().Says("A comma-separated list of added, modified, policy, removed and wayback. Other values are ignored and listed in X-Ignored-Parameters.")
}

// entryCategories is a comma-separated list of categories.
type entryCategories string

func (entryCategories) Schema() *openapi.Schema {
	return openapi.Text().Says("A comma-separated list of accessibility, availability, background-location, listing, privacy-label, privacy-policy and wayback-attempt. Other values are ignored and listed in X-Ignored-Parameters.")
}

type feedLimit int

func (feedLimit) Bounds() (least, most int64) { return 1, changelog.MaxFeedLimit }

// Check refuses a text that is not a cursor, and clears what has no effect.
func (in *feedRequest) Check() error {
	if in.Since.Check() != nil {
		return op.BadRequest("since must be a cursor of this changelog, or 0 for its beginning")
	}
	if in.Since != "" {
		in.Offset = op.PrefixOffset{} // has no effect
	}
	return nil
}

func (c changes) feed(ctx context.Context, in feedRequest) (encodedFeed, error) {
	feed, err := c.Changelog.Feed(ctx, changelog.FeedQuery{
		From: in.From, To: in.To, Since: in.Since, App: storage.AppID(in.App), Device: in.Device, Tag: strings.ToLower(in.Tag), Limit: int(in.Limit), Offset: in.Offset.Skip,
		Types: split[storage.EntryType](string(in.Types)), Categories: split[storage.EntryCategory](string(in.Categories)),
	})
	return encodedFeed{feed}, err
}

// encodedFeed encodes itself, much faster than package json does. An entry with further members is
// encoded by its MarshalJSON, and the others as if they did not have it.
type encodedFeed struct{ changelog.Feed }

// AppendTo implements [op.Encoded].
func (f encodedFeed) AppendTo(buf *bytes.Buffer) (err error) {
	const usual = 512 // bytes of a row
	buf.Grow(usual * (len(f.Rows) + 1))
	b := append(buf.AvailableBuffer(), `{"rows":`...)
	b = op.AppendList(b, f.Rows, func(b []byte, row *changelog.FeedRow) []byte {
		b, failed := appendRow(b, row)
		err = cmp.Or(err, failed)
		return b
	})
	f.Rows = nil
	rest, failed := op.Encode(f.Feed)
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	b = append(b, bytes.TrimPrefix(bytes.TrimSpace(rest), []byte(`{"rows":null`))...)
	buf.Write(b)
	return nil
}

func appendRow(b []byte, row *changelog.FeedRow) ([]byte, error) {
	b = op.AppendString(append(b, `{"id":`...), row.ID, false)
	b = op.AppendInt(append(b, `,"appId":"`...), row.App)
	b = op.AppendString(append(b, `","appName":`...), row.AppName, false)
	b = op.AppendText(append(b, `,"appIconUrl":`...), row.AppIconURL)
	b = op.AppendText(append(b, `,"appDeveloper":`...), row.AppDeveloper)
	b = op.AppendInt(append(b, `,"scrapedAt":`...), row.ScrapedAt)
	b = op.AppendString(append(b, `,"source":`...), row.Source, false)
	b = op.AppendText(append(b, `,"triggeredBy":`...), row.TriggeredBy)
	b, err := op.AppendEntry(append(b, `,"entry":`...), &row.Entry, false)
	return append(b, '}'), err
}

// windowTruncated is the header that says that a feed leaves out older changes.
var windowTruncated = op.Header{
	Name: "X-Window-Truncated", Schema: openapi.OneOf("1"),
	Doc: "1 if there are changes in the range before the snapshots that the response covers, which are the newest, 8 for each row of limit and at most 4,000. " +
		"Use since to get all changes, or to for older ones",
}

// AddHeader implements [op.Headed].
func (f encodedFeed) AddHeader(h http.Header) {
	if f.WindowTruncated {
		h.Set(windowTruncated.Name, "1")
	}
}

// split returns the elements of a comma-separated list.
func split[T ~string](list string) []T {
	if list == "" {
		return nil
	}
	var all []T
	for text := range strings.SplitSeq(list, ",") {
		all = append(all, T(text))
	}
	return all
}

func (c changes) historyStats(ctx context.Context, in op.AppRequest) (changelog.HistoryStats, error) {
	return c.Changelog.HistoryStats(ctx, in.App)
}

func (c changes) sinceInstall(ctx context.Context, in op.AppRequest) (changelog.SinceInstall, error) {
	return c.Changelog.SinceInstall(ctx, in.App)
}
