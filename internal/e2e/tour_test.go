package e2e_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/httpapi/client"
)

// travel is a transport that writes down where a client went.
type travel struct {
	http.RoundTripper

	mu      sync.Mutex
	visited map[string]bool // "GET /api/apps"
}

func (v *travel) RoundTrip(r *http.Request) (*http.Response, error) {
	v.mu.Lock()
	v.visited[r.Method+" "+r.URL.Path] = true
	v.mu.Unlock()
	return v.RoundTripper.RoundTrip(r)
}

// asked finds what the commands of a page ask the service for: "GET /api/apps".
func asked(t *testing.T, page string) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	all, err := blocks(string(text))
	if err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`http://127\.0\.0\.1:3000/[^'"\s]+`)
	var found []string
	for _, b := range all {
		if b.language != "sh" {
			continue
		}
		for _, command := range strings.Split(strings.ReplaceAll(b.text, "\\\n", " "), "curl ")[1:] {
			method := "GET"
			if _, given, ok := strings.Cut(command, "-X "); ok {
				method = strings.Fields(given)[0]
			} else if strings.Contains(command, " -d ") || strings.Contains(command, "--data") {
				method = "POST"
			}
			to, err := url.Parse(address.FindString(strings.ReplaceAll(command, "Origin: http://127.0.0.1:3000", "")))
			if err != nil {
				t.Fatal(err)
			}
			if to.Path == "" { // it is in a variable
				continue
			}
			found = append(found, method+" "+to.Path)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// The client of the interface goes wherever the tour of the API goes.
func TestClientTakesTheTour(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), newStage(t), "SERVICE_DEMO=1")
	visits := &travel{RoundTripper: s.http.Transport, visited: make(map[string]bool)}
	c, err := client.New(s.url, client.WithHTTPClient(&http.Client{Transport: visits}))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []func(*testing.T, *client.Client){tourApps, tourChanges, tourRuns, tourNotifications, tourTokens, tourReviews, tourPolicies, tourDevices, tourLists, tourDocument} {
		part(t, c)
	}
	var went []string
	for visit := range visits.visited {
		went = append(went, visit)
	}
	slices.Sort(went)
	if diff := cmp.Diff(asked(t, filepath.Join("..", "..", "docs", "API.md")), went); diff != "" {
		t.Errorf("where the page goes and where the client went (-want +got):\n%s", diff)
	}
}

// works stops the tour where something does not.
func works[T any](t *testing.T) func(T, error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func tourApps(t *testing.T, c *client.Client) {
	ctx := t.Context()
	page := works[client.AppsPage](t)(c.PageOfApps(ctx, 2, client.PageOfAppsParams{Offset: 4}))
	if page.Total != 16 || len(page.Apps) != 2 || page.Apps[0].Name != "Murmur Messenger" {
		t.Errorf("the page is %+v", page)
	}
	if app := works[client.AppDetail](t)(c.AppByID(ctx, "9900000006")); app.Name != "Murmur Messenger" || len(app.PrivacyTypes) == 0 {
		t.Errorf("the app is %+v", app)
	}
	if rows := works[[]client.TimelineRow](t)(c.TimelineByID(ctx, "9900000006", client.TimelineByIDParams{})); len(rows) == 0 {
		t.Error("the app has no timeline")
	}
	works[client.ScrapeAnswer](t)(c.Scrape(ctx, client.ScrapeBody{URLs: []string{"https://apps.apple.com/us/app/id9900000001"}, Resync: new(true)}))
	works[client.PreviewAnswer](t)(c.Preview(ctx, "https://apps.apple.com/us/app/id9900000001"))
	works[client.Comparison](t)(c.Compare(ctx, "id:9900000001", "id:9900000003"))
	works[client.SearchAnswer](t)(c.Search(ctx, client.SearchBody{Names: []string{"weather"}}))
	if done := works[client.SuccessAnswer](t)(c.DeleteAppByID(ctx, 9900000012)); !done.Success {
		t.Error("the app was not deleted")
	}
	if removed := works[client.RemovedApps](t)(c.RemovedApps(ctx)); len(removed.Apps) != 1 {
		t.Errorf("the removed apps are %+v", removed)
	}
	if done := works[client.SuccessAnswer](t)(c.RestoreApp(ctx, 9900000012)); !done.Success {
		t.Error("the app was not restored")
	}
	if marks := works[client.AppMarks](t)(c.SetAppMarks(ctx, 9900000011, client.SetAppMarksBody{Tags: []string{"games"}})); len(marks.Tags) != 1 {
		t.Errorf("the marks are %+v", marks)
	}
	works[client.PlanAnswer](t)(c.PreviewImportHistory(ctx, 9900000006, client.PreviewImportHistoryBody{}))
	if fronts := works[client.Storefronts](t)(c.AppStorefronts(ctx, 9900000001, client.AppStorefrontsParams{})); len(fronts.Storefronts) > 0 {
		t.Errorf("storefronts were read that were not asked for: %+v", fronts)
	}
	works[client.SigningKey](t)(c.SigningKey(ctx))
	works[client.PanelAnswer](t)(c.PanelStats(ctx, client.PanelStatsParams{Interval: "week"}))
	works[*client.File](t)(c.ExportDataset(ctx, client.ExportDatasetParams{})).Close()
}

func tourChanges(t *testing.T, c *client.Client) {
	ctx := t.Context()
	feed := works[client.Feed](t)(c.Changelog(ctx, client.ChangelogParams{Limit: 3, Type: "added,removed"}))
	if len(feed.Rows) != 3 || feed.Rows[0].AppID != "9900000007" {
		t.Errorf("the feed is %+v", feed)
	}
	all := works[client.Feed](t)(c.Changelog(ctx, client.ChangelogParams{Since: "0", Limit: 500}))
	if mine := works[client.ChangelogReader](t)(c.SetReader(ctx, "dashboard", client.SetReaderBody{})); len(all.Rows) == 0 || mine.Cursor != all.Cursor {
		t.Errorf("%d rows up to %q, and the reader is at %q", len(all.Rows), all.Cursor, mine.Cursor)
	}
	works[client.ChangelogReader](t)(c.Reader(ctx, "dashboard"))
	works[client.AcknowledgeAnswer](t)(c.Acknowledge(ctx, 9900000007, client.AcknowledgeBody{Action: new("reviewed")}))
	if news := works[client.JsonFeed](t)(c.JSONFeed(ctx, client.JSONFeedParams{AppID: 9900000006})); len(news.Items) == 0 {
		t.Error("the feed has no items")
	}
}

func tourRuns(t *testing.T, c *client.Client) {
	ctx := t.Context()
	if done := works[client.SyncAnswer](t)(c.Sync(ctx)); done.Synced != 16 {
		t.Errorf("the sync came to %+v", done)
	}
	works[client.TasksAnswer](t)(c.ActiveTasks(ctx))
	if past := works[client.RunsAnswer](t)(c.Runs(ctx, client.RunsParams{Runner: "sync", Limit: 20})); len(past.Runs) != 1 {
		t.Errorf("the syncs are %+v", past)
	}
	works[client.ControlAnswer](t)(c.ControlSync(ctx, client.ControlSyncBody{Action: "cancel"}))
	lines := 0
	for _, err := range c.FollowHistoryImport(ctx, client.FollowHistoryImportParams{}) {
		if err != nil {
			t.Fatal(err)
		}
		lines++
	}
	if lines < 2 {
		t.Errorf("%d lines of the import, want the first and the last at least", lines)
	}
	works[client.Cooldowns](t)(c.Cooldowns(ctx))
	works[client.ActivityAnswer](t)(c.Activity(ctx, client.ActivityParams{Limit: 3}))
}

func tourNotifications(t *testing.T, c *client.Client) {
	ctx := t.Context()
	unread := works[client.NotificationsPage](t)(c.Notifications(ctx, client.NotificationsParams{Limit: 2})).UnreadCount
	if marked := works[client.MarkAnswer](t)(c.MarkNotifications(ctx, client.MarkNotificationsBody{Action: "mark_read"})); marked.Flipped < unread || unread == 0 {
		t.Errorf("%d are marked, %d were unread", marked.Flipped, unread)
	}
	works[client.NotificationPrefs](t)(c.NotificationPrefs(ctx))
	works[client.NotificationPrefs](t)(c.SetNotificationPrefs(ctx, client.SetNotificationPrefsBody{Prefs: map[string]bool{"versionUpdates": false}}))
	works[client.NotificationPrefs](t)(c.SetNotificationPrefs(ctx, client.SetNotificationPrefsBody{}))
	works[client.DestinationAnswer](t)(c.AddDestination(ctx, client.AddDestinationBody{
		Name: new("Pager"), Channel: "ntfy", URL: new("https://ntfy.sh/my-secret-topic"), Frequency: new("off"), Types: client.Some([]string{"syncAlert"}),
	}))
	if all := works[client.DestinationsAnswer](t)(c.Destinations(ctx)); len(all.Destinations) != 1 || all.Destinations[0].Address != "https://ntfy.sh/***" {
		t.Errorf("the destinations are %+v", all)
	}
}

func tourTokens(t *testing.T, c *client.Client) {
	ctx := t.Context()
	if made := works[client.CreatedReadToken](t)(c.CreateReadToken(ctx, client.CreateReadTokenBody{Name: "Feed reader"})); made.Secret == "" || made.Token.Name == nil || *made.Token.Name != "Feed reader" {
		t.Errorf("the token is %+v", made)
	}
	works[client.AuditAnswer](t)(c.Audit(ctx, client.AuditParams{Success: "0", Limit: 2}))
}

func tourReviews(t *testing.T, c *client.Client) {
	ctx := t.Context()
	works[client.AnnotationAnswer](t)(c.Annotate(ctx, client.AnnotateBody{
		AppID: 9900000007, Body: "Asks for contacts at the first start.", Tag: new("concern"), Visibility: new("export"),
	}))
	notes := works[client.AnnotationsAnswer](t)(c.Annotations(ctx, client.AnnotationsParams{AppID: 9900000007, Visibility: "export"}))
	if len(notes.Annotations) != 1 {
		t.Errorf("the notes are %+v", notes)
	}
	works[client.PrivacyProfile](t)(c.SetPrivacyProfile(ctx, client.SetPrivacyProfileBody{
		Profile: client.Some(map[string]string{"LOCATION": "not_linked", "CONTACTS": "not_collected"}),
	}))
	works[client.PrivacyProfile](t)(c.PrivacyProfile(ctx))
	if beyond := works[client.MismatchesPage](t)(c.ProfileMismatches(ctx, client.ProfileMismatchesParams{Limit: 20})); beyond.Total == 0 {
		t.Error("no app is beyond the profile")
	}
	if all := works[client.Summary](t)(c.Summary(ctx)); all.Apps.Total == 0 {
		t.Errorf("the summary is %+v", all)
	}
	works[client.ConcernsAnswer](t)(c.Concerns(ctx, 9900000007))
	bundle := read(t, works[*client.File](t)(c.ExportAuditBundle(ctx, client.ExportAuditBundleParams{RecommenderName: "Ada"})))
	works[client.AuditBundlePreview](t)(c.PreviewAuditBundle(ctx, client.PreviewAuditBundleParams{}, bytes.NewReader(bundle)))
	if table := read(t, works[*client.File](t)(c.ExportCSV(ctx))); !bytes.Contains(table, []byte("Tidewatch Weather")) {
		t.Errorf("the table is %s", table)
	}
}

// read reads a file to its end.
func read(t *testing.T, f *client.File) []byte {
	t.Helper()
	defer f.Close()
	return works[[]byte](t)(io.ReadAll(f))
}

func tourPolicies(t *testing.T, c *client.Client) {
	ctx := t.Context()
	works[client.RegenerateAnswer](t)(c.Regenerate(ctx, client.RegenerateBody{AppIDs: []int64{9900000001}}))
	if is := works[client.PolicyProgress](t)(c.PolicyProgress(ctx, 9900000001)); is.Status == nil || *is.Status != "ready" {
		t.Errorf("the policy is %+v", is)
	}
	blocks := works[client.PolicyPageBlocks](t)(c.ExcludePolicyBlock(ctx, 9900000001, client.ExcludePolicyBlockBody{Selector: new("#testimonials")}))
	if len(blocks.ExcludedBlocks) != 1 {
		t.Errorf("the blocks are %+v", blocks)
	}
	works[json.RawMessage](t)(c.OverrideFlags(ctx, client.OverrideFlagsBody{
		Key: new("flag.notifications.types.policy_updates"), Value: new("on"),
	}))
	if trust := works[client.LabelTrust](t)(c.LabelTrust(ctx, 9900000001)); len(trust.Claims) == 0 {
		t.Errorf("the label of the app is %+v", trust)
	}
	if radar := works[client.Radar](t)(c.Radar(ctx, client.RadarParams{Apps: "9900000001,9900000002"})); len(radar.Apps) != 2 {
		t.Errorf("the radar is %+v", radar)
	}
	works[client.Matrix](t)(c.Matrix(ctx))
	works[client.Calendar](t)(c.Calendar(ctx, client.CalendarParams{Bucket: "month"}))
}

func tourDevices(t *testing.T, c *client.Client) {
	ctx := t.Context()
	device := works[client.DeviceAnswer](t)(c.AddDevice(ctx, client.AddDeviceBody{Name: "Phone of Ada"})).Device.ID
	works[client.PreviewSyncAnswer](t)(c.PreviewDeviceSync(ctx, client.PreviewDeviceSyncBody{
		DeviceID: device, CurrentImport: []client.PreviewDeviceSyncBodyCurrentImportItem{{AppID: 9900000001}},
	}))
	works[client.DeviceSynced](t)(c.CommitDeviceSync(ctx, client.CommitDeviceSyncBody{
		DeviceID: device, AddAppIDs: []int64{9900000001}, RemoveAppIDs: []int64{},
	}))
	if page := works[client.AppsPage](t)(c.PageOfApps(ctx, 100, client.PageOfAppsParams{Devices: device})); page.Total != 1 {
		t.Errorf("on the device are %+v", page)
	}
}

func tourLists(t *testing.T, c *client.Client) {
	ctx := t.Context()
	list := works[client.Import](t)(c.BeginImport(ctx, client.BeginImportBody{Source: "file", SourceLabel: new("apps.csv")}))
	added := works[client.ImportItemsAnswer](t)(c.AddImportItems(ctx, client.AddImportItemsBody{ImportID: list.ID, Items: []client.AddImportItemsBodyItemsItem{
		{Query: "Tidewatch", Status: "queued", URL: client.Some("https://apps.apple.com/us/app/id9900000001")},
	}}))
	if len(added.Items) != 1 {
		t.Errorf("added is %+v", added)
	}
	works[client.ImportQueue](t)(c.ImportQueue(ctx))
	works[client.ManualAppAnswer](t)(c.AddManualApp(ctx, client.AddManualAppBody{
		Name: "Notes", Source: "web_clip", PrivacyPolicyURL: client.Some("https://example.com/privacy"),
	}))
}

func tourDocument(t *testing.T, c *client.Client) {
	var document struct{ OpenAPI string }
	if err := json.Unmarshal(works[json.RawMessage](t)(c.Document(t.Context())), &document); err != nil || document.OpenAPI != "3.1.0" {
		t.Errorf("the document is of version %q, %v", document.OpenAPI, err)
	}
}
