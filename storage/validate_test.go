package storage_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// kind is a kind of record: a valid one, its key, and what spoils it.
type kind interface{ test(*testing.T) }

type kindOf[K comparable, R storage.Record[K]] struct {
	valid R
	key   K
	spoil map[string]func(*R)
	fine  map[string]func(*R) // what does not spoil it
}

func (k kindOf[K, R]) test(t *testing.T) {
	t.Parallel()
	if err := storage.Validate(k.valid); err != nil {
		t.Errorf("the sample: %v", err)
	}
	if diff := cmp.Diff(k.key, storage.Key(k.valid)); diff != "" {
		t.Errorf("key (-want +got):\n%s", diff)
	}
	var zero R
	if err := storage.Validate(zero); !errors.Is(err, storage.ErrInvalid) {
		t.Errorf("a zero record: %v, want ErrInvalid", err)
	}
	for name, spoil := range k.spoil {
		r := k.valid
		spoil(&r)
		if err := storage.Validate(r); !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
	for name, change := range k.fine {
		r := k.valid
		change(&r)
		if err := storage.Validate(r); err != nil {
			t.Errorf("%s: %v, want none", name, err)
		}
	}
}

// nul is a text that no record may hold. The tests of stores spoil all texts but those behind
// pointers.
const nul = "a\x00b"

func TestValidate(t *testing.T) {
	t.Parallel()
	kinds := appKinds()
	maps.Copy(kinds, historyKinds())
	maps.Copy(kinds, noteKinds())
	maps.Copy(kinds, serviceKinds())
	maps.Copy(kinds, runKinds())
	maps.Copy(kinds, policyKinds())
	maps.Copy(kinds, deviceKinds())
	maps.Copy(kinds, importKinds())
	maps.Copy(kinds, manualKinds())
	for name, k := range kinds {
		t.Run(name, k.test)
	}
	if len(kinds) != 30 { // as many as a Tx has tables
		t.Errorf("%d kinds are tested", len(kinds))
	}
}

func TestRecordsInJSON(t *testing.T) {
	t.Parallel()
	for want, record := range map[string]any{
		`{"id":"d","name":"Phone","ecid":null,"model":"A","iosVersion":null,"deviceClass":null,"ownerLabel":null,"ownerAudience":null,"permissionAcknowledged":false,"createdAt":1,"lastSyncedAt":2,"isUnknownPlaceholder":false}`: storage.Device{
			ID: "d", Name: "Phone", Model: "A", CreatedAt: 1, LastSynced: 2,
		},
		`{"appId":7,"deviceId":"d","firstSeenAt":1,"lastSeenAt":2}`: storage.DeviceLink{App: 7, Device: "d", FirstSeen: 1, LastSeen: 2},
		`"7-d"`: storage.DeviceLinkID{App: 7, Device: "d"}.String(),
		`{"id":"i","createdAt":1,"completedAt":null,"source":"file","sourceLabel":null,"total":3,"deviceId":null}`: storage.Import{
			ID: "i", CreatedAt: 1, Source: storage.ImportFile, Total: 3, Tally: storage.ImportTally{Queued: 3},
		},
		`{"id":"i-1-2","query":"Maps","editedQuery":null,"status":"imported","appId":7,"appName":null,"developer":null,"url":null,` +
			`"iconUrl":null,"country":null,"scrapeError":null,"removedAppId":0,"nextAttemptAt":5,"attemptCount":1}`: storage.ImportItem{
			ID: storage.ImportItemID{Import: "i-1", Seq: 2}, Query: "Maps", Status: storage.ImportImported, App: 7, NextAttempt: 5, Attempts: 1,
		},
		`{"id":3,"appId":7,"changeId":null,"body":"text","tag":null,"visibility":"private","createdAt":1,"updatedAt":2,"deletedAt":null,"source":"user","sourceName":null}`: storage.Annotation{
			ID: 3, App: 7, Body: "text", Visibility: storage.VisibilityPrivate, CreatedAt: 1, UpdatedAt: 2, Origin: storage.OriginUser,
		},
		`{"appId":7,"verdict":"replace","rationale":null,"source":"imported","sourceName":"Ann","setAt":1,"updatedAt":2}`: storage.Verdict{
			App: 7, Decision: storage.DecisionReplace, Origin: storage.OriginImported, OriginName: "Ann", SetAt: 1, UpdatedAt: 2,
		},
		`{"sourceAppId":7,"candidateAppleId":8,"candidateName":"Maps","candidateDeveloper":"","candidateIconUrl":"","candidateStoreUrl":"u",` +
			`"candidateBundleId":"","note":"","modes":["privacy","accessibility"],"addedAt":1}`: storage.ShortlistEntry{
			Source: 7, Candidate: 8, Name: "Maps", URL: "u", Modes: storage.ModeAccessibility | storage.ModePrivacy, AddedAt: 1,
		},
		`{"appId":7,"status":"fetch_error","previousContentHash":"01` + strings.Repeat("00", 31) + `",` +
			`"policyUrl":null,"sourceFinalUrl":null,"sourceTitle":null,"sourceContentType":null,"sourceOrigin":null,` +
			`"sourceWordCount":0,"sourceLength":0,"sourceFetchedAt":null,"failedDays":0,"failedAt":null,"fetchAgainAt":null,"doubtfulAt":null,"recentHashes":null,"unstableUntil":null,"changingBlocks":null,"excludedBlocks":null,"archiveUrl":null,"archiveSubmittedAt":null,"updatedAt":5,"error":null,` +
			`"lastRunLog":[{"phase":"fetching","at":4},{"phase":"fetching","at":5,"ms":0,"error":"no"}],` +
			`"summary":null,"summaryAt":null,"analysisMode":null,"model":null,"previousSummary":null,"previousSummaryAt":null,"chunkNotes":null}`: storage.PolicyAnalysis{
			App: 7, Status: storage.PolicyFetchError, Previous: storage.Digest{1}, UpdatedAt: 5,
			Log: []storage.PolicyStep{{Phase: "fetching", At: 4}, {Phase: "fetching", At: 5, MS: new(int64(0)), Error: "no"}},
		},
	} {
		got, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%T (-want +got):\n%s", record, diff)
		}
	}
}

func appKinds() map[string]kind {
	type (
		app     = storage.App
		feature = storage.Feature
		related = storage.RelatedApp
		body    = storage.LabelBody
	)
	price := func(p float64) func(*app) { return func(a *app) { a.PriceAmount = &p } }
	descriptors := func(n int, text string) *storage.RatingDescriptors {
		return &storage.RatingDescriptors{Items: slices.Repeat([]storage.RatingDescriptor{{Text: text}}, n)}
	}
	return map[string]kind{
		"app": kindOf[storage.AppID, app]{
			valid: app{ID: 7, Name: "Notes", URL: "https://apps.example/7"}, key: 7,
			spoil: map[string]func(*app){
				"no id": func(a *app) { a.ID = 0 }, "negative id": func(a *app) { a.ID = -1 },
				"large id": func(a *app) { a.ID = storage.MaxAppID + 1 }, "saturated id": func(a *app) { a.ID = math.MaxInt64 },
				"no name": func(a *app) { a.Name = "" }, "no address": func(a *app) { a.URL = "" },
				"price": price(math.NaN()), "high price": price(math.Inf(1)), "low price": price(math.Inf(-1)),
				"descriptor":       func(a *app) { a.AgeRatingDescriptors = descriptors(1, nul) },
				"many descriptors": func(a *app) { a.AgeRatingDescriptors = descriptors(257, "a") },
				"accessibility":    func(a *app) { a.Accessibility = &storage.Accessibility{} },
				"device": func(a *app) {
					a.Accessibility = &storage.Accessibility{Status: storage.AccessibilityNone, Devices: []string{nul}}
				},
				"verdict": func(a *app) { a.Decision = "burn" },
			},
			fine: map[string]func(*app){"descriptors": func(a *app) { a.AgeRatingDescriptors = descriptors(256, "a") }, "largest id": func(a *app) { a.ID = storage.MaxAppID }, "free": price(0), "refund": price(-1)},
		},
		"feature": kindOf[storage.FeatureID, feature]{
			valid: feature{App: 7, Identifier: "voiceover"}, key: storage.FeatureID{App: 7, Identifier: "voiceover"},
			spoil: map[string]func(*feature){
				"no app": func(f *feature) { f.App = 0 }, "no identifier": func(f *feature) { f.Identifier = "" },
			},
		},
		"related app": kindOf[storage.RelatedID, related]{
			valid: related{App: 7, Shelf: storage.ShelfMayAlsoLike, Related: 8, Name: "Maps", URL: "u"},
			key:   storage.RelatedID{App: 7, Shelf: storage.ShelfMayAlsoLike, Related: 8},
			spoil: map[string]func(*related){
				"no app": func(r *related) { r.App = 0 }, "no related app": func(r *related) { r.Related = 0 },
				"large id": func(r *related) { r.Related = storage.MaxAppID + 1 },
				"no shelf": func(r *related) { r.Shelf = "" }, "another shelf": func(r *related) { r.Shelf = "kitchen" },
				"no name": func(r *related) { r.Name = "" }, "no address": func(r *related) { r.URL = "" },
			},
			fine: map[string]func(*related){"the other shelf": func(r *related) { r.Shelf = storage.ShelfMoreByDeveloper }},
		},
		"label": kindOf[storage.Digest, body]{
			valid: body{Digest: storage.Digest{1}}, key: storage.Digest{1},
			spoil: map[string]func(*body){
				"no digest": func(b *body) { b.Digest = storage.Digest{} },
			},
		},
	}
}

func historyKinds() map[string]kind {
	type (
		snapshot     = storage.Snapshot
		change       = storage.Change
		review       = storage.Review
		notification = storage.Notification
		delivery     = storage.Delivery
	)
	id := storage.SnapshotID{App: 7, At: 1000}
	return map[string]kind{
		"snapshot": kindOf[storage.SnapshotID, snapshot]{
			valid: snapshot{ID: id, Source: storage.SourceLive}, key: id,
			spoil: map[string]func(*snapshot){
				"no app": func(s *snapshot) { s.ID.App = 0 }, "no time": func(s *snapshot) { s.ID.At = 0 },
				"before 1970": func(s *snapshot) { s.ID.At = -1 },
				"no source":   func(s *snapshot) { s.Source = "" }, "another source": func(s *snapshot) { s.Source = "rumour" },
			},
			fine: map[string]func(*snapshot){
				"archived":           func(s *snapshot) { s.Source = storage.SourceWayback },
				"unheard of trigger": func(s *snapshot) { s.TriggeredBy = "moon" },
			},
		},
		"change": kindOf[storage.ChangeID, change]{
			valid: change{ID: storage.ChangeID{Snapshot: id, Index: 2}, Entry: storage.Entry{Type: storage.EntryAdded, Description: "text"}},
			key:   storage.ChangeID{Snapshot: id, Index: 2},
			spoil: map[string]func(*change){
				"no app": func(c *change) { c.ID.Snapshot.App = 0 }, "no time": func(c *change) { c.ID.Snapshot.At = 0 },
				"before the first": func(c *change) { c.ID.Index = -1 }, "no type": func(c *change) { c.Entry.Type = "" },
				"no sentence": func(c *change) { c.Entry.Description = "" },
				"more":        func(c *change) { c.Entry.More = json.RawMessage(`[]`) },
			},
			fine: map[string]func(*change){"unheard of type": func(c *change) { c.Entry.Type = "eclipse" }},
		},
		"review": kindOf[string, review]{
			valid: review{ID: "r", App: 7, Action: storage.ReviewReviewed}, key: "r",
			spoil: map[string]func(*review){
				"no id": func(r *review) { r.ID = "" }, "no app": func(r *review) { r.App = 0 },
				"no action": func(r *review) { r.Action = "" }, "another action": func(r *review) { r.Action = "burnt" },
			},
			fine: map[string]func(*review){
				"dismissed": func(r *review) { r.Action = storage.ReviewDismissed },
				"snoozed":   func(r *review) { r.Action = storage.ReviewSnoozed },
				"unsnoozed": func(r *review) { r.Action = storage.ReviewUnsnoozed },
			},
		},
		"notification": kindOf[string, notification]{
			valid: notification{ID: "n", Type: storage.NoticeLabelChanges, CreatedAt: 1}, key: "n",
			spoil: map[string]func(*notification){
				"no id": func(n *notification) { n.ID = "" }, "no type": func(n *notification) { n.Type = "" },
				"no time": func(n *notification) { n.CreatedAt = 0 }, "negative app": func(n *notification) { n.App = -1 },
				"large app": func(n *notification) { n.App = storage.MaxAppID + 1 },
			},
			fine: map[string]func(*notification){"about an app": func(n *notification) { n.App = storage.MaxAppID }},
		},
		"delivery": kindOf[string, delivery]{
			valid: delivery{ID: "d", Endpoint: "e", Kind: storage.DeliveryDaily, State: storage.DeliveryDead, CreatedAt: 1, QueuedAt: 1}, key: "d",
			spoil: map[string]func(*delivery){
				"no id": func(d *delivery) { d.ID = "" }, "no endpoint": func(d *delivery) { d.Endpoint = "" },
				"no kind": func(d *delivery) { d.Kind = "" }, "no state": func(d *delivery) { d.State = "" },
				"no time": func(d *delivery) { d.CreatedAt = 0 }, "no place": func(d *delivery) { d.QueuedAt = 0 },
			},
			fine: map[string]func(*delivery){"that tells something": func(d *delivery) { d.Items = []storage.DeliveryItem{{Summary: "s"}} }},
		},
	}
}

func serviceKinds() map[string]kind {
	type (
		activity   = storage.Activity
		audit      = storage.Audit
		asked      = storage.AILog
		setting    = storage.Setting
		override   = storage.FlagOverride
		revocation = storage.Revocation
		task       = storage.Task
	)
	return map[string]kind{
		"activity": kindOf[string, activity]{
			valid: activity{ID: "a", Kind: "scrape", Type: "scrape", Status: "ok", StartedAt: 1}, key: "a",
			spoil: map[string]func(*activity){
				"no id": func(a *activity) { a.ID = "" }, "no kind": func(a *activity) { a.Kind = "" },
				"no type": func(a *activity) { a.Type = "" }, "no status": func(a *activity) { a.Status = "" },
				"no start":      func(a *activity) { a.StartedAt = 0 },
				"detail":        func(a *activity) { a.Detail = json.RawMessage(`{`) },
				"empty detail":  func(a *activity) { a.Detail = json.RawMessage{} },
				"broken detail": func(a *activity) { a.Detail = json.RawMessage("\"\xff\"") },
			},
			fine: map[string]func(*activity){"some detail": func(a *activity) { a.Detail = json.RawMessage(`{}`) }},
		},
		"audit": kindOf[string, audit]{
			valid: audit{ID: "a", Action: "reset", CreatedAt: 1}, key: "a",
			spoil: map[string]func(*audit){
				"no id": func(a *audit) { a.ID = "" }, "no action": func(a *audit) { a.Action = "" },
				"no time": func(a *audit) { a.CreatedAt = 0 },
			},
		},
		"AI log": kindOf[string, asked]{
			valid: asked{ID: "a", CreatedAt: 1}, key: "a",
			spoil: map[string]func(*asked){
				"no id": func(l *asked) { l.ID = "" }, "no time": func(l *asked) { l.CreatedAt = 0 },
			},
		},
		"setting": kindOf[string, setting]{
			valid: setting{Name: "theme"}, key: "theme",
			spoil: map[string]func(*setting){
				"no name": func(s *setting) { s.Name = "" },
			},
		},
		"flag override": kindOf[string, override]{
			valid: override{Flag: "flag.a", Value: "on"}, key: "flag.a",
			spoil: map[string]func(*override){
				"no flag": func(o *override) { o.Flag = "" }, "no value": func(o *override) { o.Value = "" },
			},
			fine: map[string]func(*override){"a value of another version": func(o *override) { o.Value = "dimmed" }},
		},
		"revocation": kindOf[string, revocation]{
			valid: revocation{Session: "s"}, key: "s",
			spoil: map[string]func(*revocation){
				"no session": func(r *revocation) { r.Session = "" },
			},
		},
		"task": kindOf[storage.TaskID, task]{
			valid: task{Kind: "runner", Subject: "sync"}, key: storage.TaskID{Kind: "runner", Subject: "sync"},
			spoil: map[string]func(*task){
				"no kind": func(t *task) { t.Kind = "" }, "negative due": func(t *task) { t.Due = -1 },
				"negative attempts": func(t *task) { t.Attempts = -1 },
			},
		},
	}
}

func runKinds() map[string]kind {
	type (
		run  = storage.Run
		item = storage.RunItem
	)
	return map[string]kind{
		"run": kindOf[string, run]{
			valid: run{ID: "r", Runner: "sync", Status: storage.RunRunning, StartedAt: 1}, key: "r",
			spoil: map[string]func(*run){
				"no id": func(r *run) { r.ID = "" }, "no runner": func(r *run) { r.Runner = "" },
				"no status": func(r *run) { r.Status = "" }, "no start": func(r *run) { r.StartedAt = 0 },
				"totals":       func(r *run) { r.Totals = json.RawMessage(`{]`) },
				"empty totals": func(r *run) { r.Totals = json.RawMessage{} }, "options": func(r *run) { r.Options = json.RawMessage(`{]`) },
			},
			fine: map[string]func(*run){"some totals": func(r *run) { r.Totals = json.RawMessage(`{"n":1}`) }},
		},
		"run item": kindOf[storage.RunItemID, item]{
			valid: item{Run: "r", Seq: 3, Subject: "7"}, key: storage.RunItemID{Run: "r", Seq: 3},
			spoil: map[string]func(*item){
				"no run": func(i *item) { i.Run = "" }, "no subject": func(i *item) { i.Subject = "" },
				"before the first": func(i *item) { i.Seq = -1 },
				"detail":           func(i *item) { i.Detail = json.RawMessage(`{} {}`) },
				"empty detail":     func(i *item) { i.Detail = json.RawMessage{} },
				"crashes":          func(i *item) { i.Crashes = -1 },
			},
			fine: map[string]func(*item){"the first": func(i *item) { i.Seq = 0 }, "some detail": func(i *item) { i.Detail = json.RawMessage(`{}`) }},
		},
	}
}

func TestPairsThatAreNone(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		pair  storage.Pair
		valid bool
	}{
		"in order":               {storage.PairOf(9, 7), true},
		"a difference of one":    {storage.Pair{App: 7, With: 9, Open: []storage.Gap{{Name: "names", ToldTo: 9}}}, true},
		"with itself":            {storage.PairOf(7, 7), false},
		"in the other order":     {storage.Pair{App: 9, With: 7}, false},
		"without an app":         {storage.Pair{With: 7}, false},
		"a difference of others": {storage.Pair{App: 7, With: 9, Open: []storage.Gap{{Name: "names", ToldTo: 8}}}, false},
	} {
		if err := storage.Validate(tt.pair); (err == nil) != tt.valid {
			t.Errorf("%s: %v, want valid: %v", name, err, tt.valid)
		}
	}
}
