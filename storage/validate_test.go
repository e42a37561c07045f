package storage_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
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
	if err := k.valid.Validate(); err != nil {
		t.Errorf("the sample: %v", err)
	}
	if diff := cmp.Diff(k.key, k.valid.Key()); diff != "" {
		t.Errorf("key (-want +got):\n%s", diff)
	}
	var zero R
	if err := zero.Validate(); !errors.Is(err, storage.ErrInvalid) {
		t.Errorf("a zero record: %v, want ErrInvalid", err)
	}
	for name, spoil := range k.spoil {
		r := k.valid
		spoil(&r)
		if err := r.Validate(); !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
	for name, change := range k.fine {
		r := k.valid
		change(&r)
		if err := r.Validate(); err != nil {
			t.Errorf("%s: %v, want none", name, err)
		}
	}
}

const (
	nul    = "a\x00b"
	broken = "a\xffb"
)

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
	label := func(change func(*storage.PrivacyType)) func(*body) {
		return func(b *body) {
			p := storage.PrivacyType{Identifier: "a"}
			change(&p)
			b.Label.Types = []storage.PrivacyType{{Identifier: "first"}, p}
		}
	}
	categories := func(c storage.LabelCategory) []storage.LabelCategory {
		return []storage.LabelCategory{{Identifier: "first"}, c}
	}
	return map[string]kind{
		"app": kindOf[storage.AppID, app]{
			valid: app{ID: 7, Name: "Notes", URL: "https://apps.example/7"}, key: 7,
			spoil: map[string]func(*app){
				"no id": func(a *app) { a.ID = 0 }, "negative id": func(a *app) { a.ID = -1 },
				"large id": func(a *app) { a.ID = storage.MaxAppID + 1 }, "saturated id": func(a *app) { a.ID = math.MaxInt64 },
				"no name": func(a *app) { a.Name = "" }, "no address": func(a *app) { a.URL = "" },
				"price": price(math.NaN()), "high price": price(math.Inf(1)), "low price": price(math.Inf(-1)),
				"name": func(a *app) { a.Name = nul }, "address": func(a *app) { a.URL = broken }, "icon": func(a *app) { a.IconURL = nul },
				"bundle": func(a *app) { a.BundleID = nul }, "developer": func(a *app) { a.Developer = broken },
				"policy": func(a *app) { a.PrivacyPolicyURL = nul }, "country": func(a *app) { a.Country = nul },
				"version": func(a *app) { a.CurrentVersion = nul }, "what is new": func(a *app) { a.WhatsNew = broken },
				"currency": func(a *app) { a.PriceCurrency = nul }, "written price": func(a *app) { a.PriceFormatted = nul },
				"genre": func(a *app) { a.GenreName = nul }, "rating": func(a *app) { a.AgeRating = nul },
				"source of the rating": func(a *app) { a.AgeRatingSource = nul }, "its language": func(a *app) { a.AgeRatingLanguage = broken },
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
				"identifier": func(f *feature) { f.Identifier = nul }, "title": func(f *feature) { f.Title = broken },
				"description": func(f *feature) { f.Description = nul }, "icon": func(f *feature) { f.IconTemplate = nul },
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
				"name": func(r *related) { r.Name = nul }, "developer": func(r *related) { r.Developer = nul },
				"icon": func(r *related) { r.IconURL = broken }, "address": func(r *related) { r.URL = nul },
			},
			fine: map[string]func(*related){"the other shelf": func(r *related) { r.Shelf = storage.ShelfMoreByDeveloper }},
		},
		"label": kindOf[storage.Digest, body]{
			valid: body{Digest: storage.Digest{1}}, key: storage.Digest{1},
			spoil: map[string]func(*body){
				"no digest": func(b *body) { b.Digest = storage.Digest{} },
				"type":      label(func(p *storage.PrivacyType) { p.Identifier = nul }),
				"title":     label(func(p *storage.PrivacyType) { p.Title = broken }),
				"detail":    label(func(p *storage.PrivacyType) { p.Detail = nul }),
				"category": label(func(p *storage.PrivacyType) {
					p.Categories = categories(storage.LabelCategory{Identifier: nul})
				}),
				"title of a category": label(func(p *storage.PrivacyType) {
					p.Categories = categories(storage.LabelCategory{Title: broken})
				}),
				"data type": label(func(p *storage.PrivacyType) {
					p.Categories = categories(storage.LabelCategory{DataTypes: []storage.DataType{{Identifier: nul}}})
				}),
				"purpose": label(func(p *storage.PrivacyType) { p.Purposes = []storage.Purpose{{Identifier: nul}} }),
				"title of a purpose": label(func(p *storage.PrivacyType) {
					p.Purposes = []storage.Purpose{{Identifier: "a"}, {Title: nul}}
				}),
				"data type of a purpose": label(func(p *storage.PrivacyType) {
					p.Purposes = []storage.Purpose{{Categories: categories(storage.LabelCategory{DataTypes: []storage.DataType{{Title: broken}}})}}
				}),
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
				"trigger": func(s *snapshot) { s.TriggeredBy = nul }, "version": func(s *snapshot) { s.AppVersion = nul },
				"archive": func(s *snapshot) { s.ArchiveURL = broken }, "extractor": func(s *snapshot) { s.Extractor = nul },
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
				"no sentence": func(c *change) { c.Entry.Description = "" }, "sentence": func(c *change) { c.Entry.Description = nul },
				"more": func(c *change) { c.Entry.More = json.RawMessage(`[]`) },
			},
			fine: map[string]func(*change){"unheard of type": func(c *change) { c.Entry.Type = "eclipse" }},
		},
		"review": kindOf[string, review]{
			valid: review{ID: "r", App: 7, Action: storage.ReviewReviewed}, key: "r",
			spoil: map[string]func(*review){
				"no id": func(r *review) { r.ID = "" }, "no app": func(r *review) { r.App = 0 },
				"no action": func(r *review) { r.Action = "" }, "another action": func(r *review) { r.Action = "burnt" },
				"id": func(r *review) { r.ID = nul }, "note": func(r *review) { r.Note = broken },
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
				"large app": func(n *notification) { n.App = storage.MaxAppID + 1 }, "id": func(n *notification) { n.ID = nul },
				"name": func(n *notification) { n.AppName = broken }, "type": func(n *notification) { n.Type = nul },
				"entry": func(n *notification) { n.Changes = []storage.Entry{{}, {Description: nul}} },
			},
			fine: map[string]func(*notification){"about an app": func(n *notification) { n.App = storage.MaxAppID }},
		},
		"delivery": kindOf[string, delivery]{
			valid: delivery{ID: "d", Endpoint: "e", Kind: storage.DeliveryDaily, State: storage.DeliveryDead, CreatedAt: 1, QueuedAt: 1}, key: "d",
			spoil: map[string]func(*delivery){
				"no id": func(d *delivery) { d.ID = "" }, "no endpoint": func(d *delivery) { d.Endpoint = "" },
				"no kind": func(d *delivery) { d.Kind = "" }, "no state": func(d *delivery) { d.State = "" },
				"no time": func(d *delivery) { d.CreatedAt = 0 }, "no place": func(d *delivery) { d.QueuedAt = 0 },
				"id": func(d *delivery) { d.ID = nul }, "endpoint": func(d *delivery) { d.Endpoint = broken },
				"host": func(d *delivery) { d.Host = nul }, "kind": func(d *delivery) { d.Kind = nul },
				"title": func(d *delivery) { d.Title = broken }, "state": func(d *delivery) { d.State = nul },
				"error":   func(d *delivery) { d.LastError = nul },
				"item":    func(d *delivery) { d.Items = []storage.DeliveryItem{{}, {Notification: nul}} },
				"name":    func(d *delivery) { d.Items = []storage.DeliveryItem{{AppName: broken}} },
				"summary": func(d *delivery) { d.Items = []storage.DeliveryItem{{Summary: nul}} },
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
		lease      = storage.Lease
	)
	return map[string]kind{
		"activity": kindOf[string, activity]{
			valid: activity{ID: "a", Kind: "scrape", Type: "scrape", Status: "ok", StartedAt: 1}, key: "a",
			spoil: map[string]func(*activity){
				"no id": func(a *activity) { a.ID = "" }, "no kind": func(a *activity) { a.Kind = "" },
				"no type": func(a *activity) { a.Type = "" }, "no status": func(a *activity) { a.Status = "" },
				"no start": func(a *activity) { a.StartedAt = 0 }, "id": func(a *activity) { a.ID = nul },
				"kind": func(a *activity) { a.Kind = nul }, "type": func(a *activity) { a.Type = nul },
				"status": func(a *activity) { a.Status = nul }, "name": func(a *activity) { a.AppName = broken },
				"summary":       func(a *activity) { a.Summary = broken },
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
				"no time": func(a *audit) { a.CreatedAt = 0 }, "id": func(a *audit) { a.ID = nul },
				"action": func(a *audit) { a.Action = nul }, "address": func(a *audit) { a.ActorIP = nul },
				"agent": func(a *audit) { a.UserAgent = broken }, "detail": func(a *audit) { a.Detail = nul },
			},
		},
		"AI log": kindOf[string, asked]{
			valid: asked{ID: "a", CreatedAt: 1}, key: "a",
			spoil: map[string]func(*asked){
				"no id": func(l *asked) { l.ID = "" }, "no time": func(l *asked) { l.CreatedAt = 0 }, "id": func(l *asked) { l.ID = nul },
				"name": func(l *asked) { l.AppName = nul }, "provider": func(l *asked) { l.Provider = nul },
				"model": func(l *asked) { l.Model = broken }, "phase": func(l *asked) { l.Phase = nul },
				"prompt": func(l *asked) { l.Prompt = broken }, "response": func(l *asked) { l.Response = nul },
				"error": func(l *asked) { l.Error = nul },
			},
		},
		"setting": kindOf[string, setting]{
			valid: setting{Name: "theme"}, key: "theme",
			spoil: map[string]func(*setting){
				"no name": func(s *setting) { s.Name = "" }, "name": func(s *setting) { s.Name = nul },
				"value": func(s *setting) { s.Value = broken },
			},
		},
		"flag override": kindOf[string, override]{
			valid: override{Flag: "flag.a", Value: "on"}, key: "flag.a",
			spoil: map[string]func(*override){
				"no flag": func(o *override) { o.Flag = "" }, "no value": func(o *override) { o.Value = "" },
				"flag": func(o *override) { o.Flag = nul }, "value": func(o *override) { o.Value = broken },
			},
			fine: map[string]func(*override){"a value of another version": func(o *override) { o.Value = "dimmed" }},
		},
		"revocation": kindOf[string, revocation]{
			valid: revocation{Session: "s"}, key: "s",
			spoil: map[string]func(*revocation){
				"no session": func(r *revocation) { r.Session = "" }, "session": func(r *revocation) { r.Session = nul },
			},
		},
		"lease": kindOf[string, lease]{
			valid: lease{Name: "sync"}, key: "sync",
			spoil: map[string]func(*lease){
				"no name": func(l *lease) { l.Name = "" }, "name": func(l *lease) { l.Name = nul },
				"owner": func(l *lease) { l.Owner = broken },
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
				"id": func(r *run) { r.ID = nul }, "runner": func(r *run) { r.Runner = nul },
				"initiator": func(r *run) { r.Initiator = nul }, "status": func(r *run) { r.Status = nul },
				"control": func(r *run) { r.Control = nul }, "current": func(r *run) { r.Current = broken },
				"reason": func(r *run) { r.Reason = nul }, "error": func(r *run) { r.Error = broken }, "totals": func(r *run) { r.Totals = json.RawMessage(`{]`) },
				"empty totals": func(r *run) { r.Totals = json.RawMessage{} }, "options": func(r *run) { r.Options = json.RawMessage(`{]`) },
			},
			fine: map[string]func(*run){"some totals": func(r *run) { r.Totals = json.RawMessage(`{"n":1}`) }},
		},
		"run item": kindOf[storage.RunItemID, item]{
			valid: item{Run: "r", Seq: 3, Subject: "7"}, key: storage.RunItemID{Run: "r", Seq: 3},
			spoil: map[string]func(*item){
				"no run": func(i *item) { i.Run = "" }, "no subject": func(i *item) { i.Subject = "" },
				"before the first": func(i *item) { i.Seq = -1 }, "run": func(i *item) { i.Run = nul },
				"subject": func(i *item) { i.Subject = broken }, "outcome": func(i *item) { i.Outcome = nul },
				"detail":       func(i *item) { i.Detail = json.RawMessage(`{} {}`) },
				"empty detail": func(i *item) { i.Detail = json.RawMessage{} },
				"crashes":      func(i *item) { i.Crashes = -1 },
			},
			fine: map[string]func(*item){"the first": func(i *item) { i.Seq = 0 }, "some detail": func(i *item) { i.Detail = json.RawMessage(`{}`) }},
		},
	}
}
