package apps

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// list serves the tracked apps.
type list struct {
	services.Set
	largeFrom int
}

func (l list) operations() []op.Operation {
	ofPage := []string{"q", "sort", "order", "risk", "changed", "failed", "delisted", "tag", "paused", "store", "bundleId", "collects", "use", "verdict", "undecided", "beyondProfile", "ageRating"}
	without := func(names ...string) []string { return append(names, ofPage...) }
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/apps", ID: "queryApps", Group: "fleet", Summary: "List tracked apps, or get one of them",
			Cached: true, Refuses: []int{http.StatusNotFound},
			Doc: op.Doc{Forms: []op.Form{
				{
					ID: "listApps", Summary: "List all tracked apps", Without: without("id", "view", "limit", "changelog", "before", "offset", "meta"),
					Answer: op.Answer{Schema: op.Of[[]storage.ShownApp]()},
				},
				{
					ID: "pageOfApps", Summary: "List tracked apps page by page", Required: []string{"limit"}, Without: []string{"id", "view", "changelog", "before"},
					Answer: op.Answer{Schema: op.Of[appsPage]()},
				},
				{
					ID: "app", Summary: "Get an app with its labels", Required: []string{"id"},
					Without: without("view", "limit", "offset", "meta", "devices", "changelog", "before"), Answer: op.Answer{Schema: op.Of[appDetail]()},
				},
				{
					ID: "appTimeline", Summary: "Get the timeline of an app", Required: []string{"id"}, Query: map[string]string{"changelog": "true"},
					Without: without("view", "offset", "meta", "devices"), Answer: op.Answer{Schema: op.Of[[]changelog.TimelineRow]()},
				},
				{
					ID: "groupedApps", Summary: "Group tracked apps by what they collect", Query: map[string]string{"view": "grouped"},
					Without: without("id", "limit", "offset", "meta", "changelog", "before"), Answer: op.Answer{Schema: op.Of[[]groupAnswer]()},
				},
			}},
		}, l.query),
	}
}

// listRequest asks for one app, the apps in groups, a page, or all apps.
type listRequest struct {
	ID        op.Optional[string]       `query:"id" doc:"Return this app with its labels."`
	Changelog bool                      `query:"changelog" doc:"With id: return the timeline of the app."`
	Before    op.Optional[storage.Time] `query:"before" doc:"With changelog: rows before this time. Use the time of the last row of the previous page."`
	View      string                    `query:"view" enum:"grouped" op:"loose,without=id" doc:"Group all apps by what they collect; limit and offset have no effect. Other values are ignored and listed in X-Ignored-Parameters."`
	Limit     op.Optional[pageSize]     `query:"limit" op:"without=view" doc:"The page size. With changelog: the maximum number of rows, at most 50." example:"20"`
	Offset    op.Offset                 `query:"offset" op:"with=limit" doc:"With limit: the number of apps to skip." example:"0"`
	Meta      string                    `query:"meta" enum:"grid" op:"loose,with=limit" doc:"With limit: include the data that a grid view needs. Other values are ignored and listed in X-Ignored-Parameters." example:"grid"`
	Search    string                    `query:"q" op:"trim,max=200,with=limit,without=id" doc:"With limit: only apps whose name, developer or bundle ID contains this text, ignoring case." example:"a"`
	Sort      string                    `query:"sort" enum:"name,developer,risk,changed,checked,added" op:"with=limit,without=id" doc:"With limit: what to sort by. changed is the number of refreshes with changes since the last review, checked the time of the last refresh, added that of the first. Defaults to name." example:"risk"`
	Order     string                    `query:"order" enum:"asc,desc" op:"with=limit,without=id" doc:"With limit: the direction of sort. Defaults to asc for name and developer, and to desc for the others. Ties are sorted by name and ID, those of checked and added by descending ID. The direction that is not the default reverses the whole list, including ties." example:"desc"`
	Risk      storage.Risk              `query:"risk" enum:"high,moderate,low,minimal,unknown" op:"with=limit,without=id" doc:"With limit: only apps with this risk. The risk is high if data is used to track the user, moderate if three or more categories of data are linked to the user, low if any data is collected, minimal if none is, and unknown if the app has no privacy details."`
	Changed   bool                      `query:"changed" op:"with=limit,without=id" doc:"With limit: only apps with changes to review, that is changes that were neither reviewed nor dismissed and are not snoozed now."`
	Failed    bool                      `query:"failed" op:"with=limit,without=id" doc:"With limit: only apps whose last refresh failed."`
	Delisted  bool                      `query:"delisted" op:"with=limit,without=id" doc:"With limit: only apps that the App Store no longer lists."`
	Tag       string                    `query:"tag" op:"trim,max=200,with=limit,without=id" doc:"With limit: only apps with this tag." example:"games"`
	Paused    bool                      `query:"paused" op:"with=limit,without=id" doc:"With limit: only apps that runs leave out."`
	Store     string                    `query:"store" op:"trim,max=40,with=limit,without=id" doc:"With limit: only apps of this store: appstore, play, or the name of a further source." example:"play"`
	BundleID  string                    `query:"bundleId" op:"trim,max=200,with=limit,without=id" doc:"With limit: only apps with this bundle ID or package name, ignoring case." example:"org.example.chat"`
	Collects  string                    `query:"collects" enum:"CONTACT_INFO,HEALTH_AND_FITNESS,FINANCIAL_INFO,LOCATION,SENSITIVE_INFO,CONTACTS,USER_CONTENT,BROWSING_HISTORY,SEARCH_HISTORY,IDENTIFIERS,PURCHASES,USAGE_DATA,DIAGNOSTICS,OTHER" op:"with=limit,without=id" doc:"With limit: only apps that collect this category of data, as far as use says." example:"LOCATION"`
	Use       string                    `query:"use" enum:"not_linked,linked,tracking" op:"with=limit,without=id" doc:"With limit: only apps that collect the category of collects, or any, at least in this way: linked also selects tracking." example:"tracking"`
	Verdict   storage.Decision          `query:"verdict" enum:"safe,replace,uninstall" op:"with=limit,without=id" doc:"With limit: only apps with this verdict of the user."`
	Undecided bool                      `query:"undecided" op:"with=limit,without=id" doc:"With limit: only apps without a verdict of the user."`
	Beyond    bool                      `query:"beyondProfile" op:"with=limit,without=id" doc:"With limit: only apps that go beyond the privacy profile. Without a profile, none does."`
	AgeRating string                    `query:"ageRating" op:"trim,max=200,with=limit,without=id" doc:"With limit: only apps with this age rating." example:"4+"`
	Devices   devices                   `query:"devices" op:"loose,without=id" doc:"Only apps on these devices: a comma-separated list of device IDs. unattached stands for apps on no device, all for all apps. If no device of the list exists, all apps are returned." example:"unattached"`
}

// The tables that answers are made from. Notes and, but for the grid, settings are in none of
// them, so that writing one leaves large answers in the cache.
var (
	tablesOfOne   = storage.TablesOf("Apps", "Labels", "Features", "PolicyAnalyses", "PolicyVersions", "Tasks")
	tablesOfTimes = storage.TablesOf("Apps", "Labels", "Snapshots", "Changes", "Reviews")
	tablesOfList  = storage.TablesOf("Apps", "Labels")
	tablesOfGrid  = storage.TablesOf("Concerns", "DeviceLinks", "Settings")
)

// Reads implements [op.Reader].
func (in listRequest) Reads() storage.Tables {
	switch {
	case in.ID.Sent && in.Changelog:
		return tablesOfTimes
	case in.ID.Sent:
		return tablesOfOne
	}
	tables := tablesOfList
	if in.Devices != "" {
		tables |= storage.TablesOf("Devices", "DeviceLinks")
	}
	if in.Meta != "" {
		tables |= tablesOfGrid
	}
	if in.Tag != "" {
		tables |= storage.TablesOf("AppTags")
	}
	if in.Paused {
		tables |= storage.TablesOf("PausedApps")
	}
	if in.Verdict != "" || in.Undecided {
		tables |= storage.TablesOf("Verdicts")
	}
	if in.Beyond {
		tables |= storage.TablesOf("Settings") // the profile
	}
	return tables
}

// Check clears parameters that have no effect, so that equal answers share a cache entry.
func (in *listRequest) Check() error {
	in.Changelog = in.Changelog && in.ID.Sent
	if !in.Changelog {
		in.Before = op.Optional[storage.Time]{}
	}
	if in.ID.Sent {
		in.Offset, in.Meta = op.Offset{}, ""
	}
	if in.ID.Sent && !in.Changelog {
		in.Limit = op.Optional[pageSize]{}
	}
	if in.Changelog {
		return checkTimeline(in.Limit)
	}
	return nil
}

// checkTimeline checks the limit of a timeline.
func checkTimeline(limit op.Optional[pageSize]) error {
	if limit.Value > changelog.TimelineLimit {
		return op.BadRequest("With changelog, limit must be a whole number from 1 to %d", changelog.TimelineLimit)
	}
	return nil
}

// pageSize is the number of apps on a page.
type pageSize int

func (pageSize) Bounds() (least, most int64) { return 1, tracked.MaxPage }

// devices is a comma-separated list of distinct device IDs, sorted. Empty means the
// apps of all devices.
type devices string

func (d *devices) UnmarshalText(text []byte) error {
	ids := strings.FieldsFunc(string(text), func(c rune) bool { return c == ',' })
	for i := range ids {
		ids[i] = strings.TrimSpace(ids[i])
	}
	slices.Sort(ids)
	*d = devices(strings.Trim(strings.Join(slices.Compact(ids), ","), ","))
	return nil
}

// of returns the apps on the devices.
func (d devices) of(apps *tracked.Service) tracked.Subset {
	if d == "" {
		return apps.On()
	}
	return apps.On(strings.Split(string(d), ",")...)
}

// heeded names those of the devices that do not exist beside an answer for the others.
func (d devices) heeded(ctx context.Context, apps *tracked.Service, out any) (any, error) {
	unknown, err := d.of(apps).Unknown(ctx)
	if err != nil || len(unknown) == 0 {
		return out, err
	}
	return op.InVain{Answer: out, Name: "devices", Value: strings.Join(unknown, ",")}, nil
}

func (l list) query(ctx context.Context, in listRequest) (any, error) {
	if in.ID.Sent {
		return l.one(ctx, in)
	}
	out, err := l.some(ctx, in)
	if err != nil {
		return nil, err
	}
	return in.Devices.heeded(ctx, l.Fleet, out)
}

// some returns the apps of a subset.
func (l list) some(ctx context.Context, in listRequest) (any, error) {
	part := in.Devices.of(l.Fleet)
	switch {
	case in.View == "grouped":
		return l.grouped(ctx, part)
	case in.Limit.Sent:
		page, err := part.ListEncoded(ctx, in.page())
		return encodedPage{page, in.Offset}, err
	}
	size, err := part.Size(ctx)
	if err != nil {
		return nil, err
	}
	if size >= l.largeFrom {
		return largeList{part}, nil
	}
	all, err := part.ListEncoded(ctx, tracked.ListQuery{})
	return encodedList(all.Apps), err
}

// page returns the query for a page.
func (in listRequest) page() tracked.ListQuery {
	q := tracked.ListQuery{
		Search: in.Search, Risk: in.Risk, Changed: in.Changed, Failed: in.Failed, Delisted: in.Delisted,
		Tag: strings.ToLower(in.Tag), Paused: in.Paused, Store: in.Store, BundleID: in.BundleID, Collects: collected(in.Collects, in.Use), Decision: in.Verdict,
		Undecided: in.Undecided, Beyond: in.Beyond, AgeRating: in.AgeRating,
		Limit: int(in.Limit.Value), Offset: in.Offset.Skip, Grid: in.Meta == "grid",
	}
	q.Order, q.Reverse = ordered(in.Sort, in.Order)
	return q
}

// ordered returns the order that two parameters name.
func ordered(sort, direction string) (order storage.AppOrder, reverse bool) {
	natural := "desc"
	switch sort {
	case "", "name":
		natural = "asc"
	case "developer":
		order, natural = storage.AppsByDeveloper, "asc"
	case "risk":
		order = storage.AppsByRisk
	case "changed":
		order = storage.AppsByChanges
	case "checked":
		order = storage.AppsByCheck
	case "added":
		order = storage.AppsByAge
	}
	return order, direction != "" && direction != natural
}

// collected returns the filter of two parameters.
func collected(category, use string) tracked.Collected {
	tier, _ := profile.ParseTier(use)
	return tracked.Collected{Category: category, Use: tier}
}

// appsPage is a page of the list.
type appsPage struct {
	tracked.Page
	Offset op.Offset `json:"offset"` // the offset as sent, however large
}

// encodedPage is an appsPage whose apps are encoded.
type encodedPage struct {
	tracked.EncodedPage
	offset op.Offset
}

func (p encodedPage) ValidUntil() storage.Time { return p.Until }

// Size implements [op.Sized].
func (p encodedPage) Size() int {
	size := encodedList(p.Apps).Size() + 128
	if p.Meta != nil {
		size += 256 * len(p.Apps)
	}
	return size
}

// AppendTo implements [op.Encoded].
func (p encodedPage) AppendTo(b *bytes.Buffer) error {
	rest, err := op.Encode(struct {
		Total  int               `json:"total"`
		Limit  int               `json:"limit"`
		Meta   *tracked.GridMeta `json:"meta,omitempty"`
		Offset op.Offset         `json:"offset"`
	}{p.Total, p.Limit, p.Meta, p.offset})
	if err != nil {
		return err
	}
	b.WriteString(`{"apps":`)
	if err := encodedList(p.Apps).AppendTo(b); err != nil {
		return err
	}
	b.WriteByte(',')
	b.Write(bytes.TrimSpace(rest)[1:]) // without the opening brace
	return nil
}

// encodedList is a list of apps that are encoded.
type encodedList []storage.ListedApp

// Size implements [op.Sized].
func (l encodedList) Size() int {
	size := 2
	for _, app := range l {
		size += len(app.JSON) + 1
	}
	return size
}

// AppendTo implements [op.Encoded].
func (l encodedList) AppendTo(b *bytes.Buffer) error {
	b.WriteByte('[')
	for i, app := range l {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(app.JSON)
	}
	b.WriteByte(']')
	return nil
}

// largeList is the list of the apps of a large fleet.
type largeList struct{ part tracked.Subset }

func (l largeList) SetHeader(h http.Header) { h.Set("Content-Type", "application/json") }

func (l largeList) WriteAll(ctx context.Context, w io.Writer) error {
	array := newArrayWriter(w)
	if err := l.part.EachEncoded(ctx, func(app storage.ListedApp) error { return array.encoded(app.JSON) }); err != nil {
		return err
	}
	return array.end()
}
