package notify_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// typesShown returns the types of what the inbox shows, in the order of allTypes.
func typesShown(t testing.TB, s storage.Store) []storage.NotificationType {
	t.Helper()
	p, err := inbox(s).List(t.Context(), 200, 0)
	if err != nil {
		t.Fatal(err)
	}
	if p.Total != len(p.Items) || p.UnreadCount != len(p.Items) {
		t.Errorf("%d of %d are unread, %d are listed", p.UnreadCount, p.Total, len(p.Items))
	}
	there := make(map[storage.NotificationType]bool)
	for _, item := range p.Items {
		there[item.Type] = true
	}
	return slices.DeleteFunc(slices.Clone(allTypes), func(kind storage.NotificationType) bool { return !there[kind] })
}

func without(off ...storage.NotificationType) []storage.NotificationType {
	return slices.DeleteFunc(slices.Clone(allTypes), func(kind storage.NotificationType) bool { return slices.Contains(off, kind) })
}

// object parses the members of a JSON object; empty text has none.
func object(t testing.TB, text string) (members map[string]json.RawMessage) {
	t.Helper()
	if text != "" {
		if err := json.Unmarshal([]byte(text), &members); err != nil {
			t.Fatal(err)
		}
	}
	return members
}

// Each switch shows and hides its own type, and no other one.
func TestEachTypeHasItsSwitch(t *testing.T) {
	t.Parallel()
	const policies, accessibility = storage.NoticePolicyUpdates, storage.NoticeAccessibilityChanges
	for _, test := range []struct {
		prefs string
		off   []storage.NotificationType
	}{
		{``, []storage.NotificationType{policies, accessibility}},
		{`{"policy_updates": true}`, []storage.NotificationType{accessibility}},
		{`{"policyUpdates": true}`, []storage.NotificationType{accessibility}},
		{`{"accessibility_changes": true}`, []storage.NotificationType{policies}},
		{`{"accessibilityChanges": true}`, []storage.NotificationType{policies, accessibility}},
		{`{"new_privacy_types": false}`, []storage.NotificationType{policies, accessibility, storage.NoticeNewPrivacyTypes}},
		{`{"newPrivacyTypes": false}`, []storage.NotificationType{policies, accessibility}},
		{`{"label_changes": false}`, []storage.NotificationType{policies, accessibility, storage.NoticeLabelChanges}},
		{`{"labelChanges": false}`, []storage.NotificationType{policies, accessibility, storage.NoticeLabelChanges}},
		{`{"profileMismatch": false}`, []storage.NotificationType{policies, accessibility, storage.NoticeProfileMismatch}},
		{`{"versionUpdates": false}`, []storage.NotificationType{policies, accessibility, storage.NoticeVersionUpdates}},
		{`{"importCompleted": false}`, []storage.NotificationType{policies, accessibility, storage.NoticeImportCompleted}},
		{`{"manualAppsPrompt": false}`, []storage.NotificationType{policies, accessibility, storage.NoticeManualAppsPrompt}},
		{`{"aiTimeout": false}`, []storage.NotificationType{policies, accessibility, storage.NoticeAITimeout}},
		{`{"jobResumed": false}`, []storage.NotificationType{policies, accessibility, storage.NoticeJobResumed}},
		{`{"parserFallthrough": false}`, []storage.NotificationType{policies, accessibility, storage.NoticeParserFallthrough}},
		{`{"ofAnotherVersion": false}`, []storage.NotificationType{policies, accessibility}},
	} {
		t.Run(test.prefs, func(t *testing.T) {
			t.Parallel()
			s := storagetest.Strict(t, memory.New())
			postAll(t, s, now)
			if err := inbox(s).SetPrefs(t.Context(), object(t, test.prefs)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(without(test.off...), typesShown(t, s)); diff != "" {
				t.Errorf("shown (-want +got):\n%s", diff)
			}
			if n, err := inbox(s).MarkRead(t.Context()); err != nil || n != len(allTypes) {
				t.Errorf("marked %d read (%v), want those not shown too", n, err)
			}
			if err := inbox(s).SetPrefs(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			p, err := inbox(s).List(t.Context(), 200, 0)
			if err != nil || p.Total != len(allTypes)-2 || p.UnreadCount != 0 {
				t.Errorf("afterwards %d of %d are unread (%v)", p.UnreadCount, p.Total, err)
			}
		})
	}
}

// When the flags cannot be read, their types are shown. On SQLite, the read that failed
// has ended its transaction.
func TestInboxWithoutFlags(t *testing.T) {
	t.Parallel()
	s := open(t)
	postAll(t, s, now)
	if err := inbox(s).SetPrefs(t.Context(), object(t, `{"label_changes": false, "jobResumed": false}`)); err != nil {
		t.Fatal(err)
	}
	broken := notify.NewInbox(storage.Env{Store: flagless{s}, Now: func() time.Time { return now.Std() }})
	p, err := broken.List(t.Context(), 200, 0)
	if err != nil || p.Total != len(allTypes)-1 || len(p.Items) != p.Total || p.Until != now {
		t.Errorf("%d of %d are listed, until %d (%v)", len(p.Items), p.Total, p.Until, err)
	}
	prefs, err := broken.Prefs(t.Context())
	want := notify.Switches{{Name: "jobResumed"}}
	if diff := cmp.Diff(want, prefs.Prefs); err != nil || diff != "" || prefs.Settled {
		t.Errorf("the switches (%v, settled: %t; -want +got):\n%s", err, prefs.Settled, diff)
	}
	if _, err := notify.NewInbox(storage.Env{Store: storagetest.Faulty(s, storagetest.Faults{View: storagetest.Nth(1)}), Now: time.Now}).
		Prefs(t.Context()); !errors.Is(err, storagetest.ErrFault) {
		t.Errorf("of a store that cannot be read: %v, want %v", err, storagetest.ErrFault)
	}
}

// The switches decide which messages a webhook gets.
func TestOnlyEnabledTypesAreDelivered(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		if err := inbox(o.store).SetPrefs(t.Context(), object(t, `{"versionUpdates": false, "policyUpdates": true}`)); err != nil {
			t.Fatal(err)
		}
		o.postTypes(allTypes...)
		time.Sleep(time.Minute)
		want := without(storage.NoticeVersionUpdates, storage.NoticeAccessibilityChanges)
		if diff := cmp.Diff(want, o.delivered(t, &e)); diff != "" {
			t.Errorf("delivered (-want +got):\n%s", diff)
		}
	})
}

// Messages about new versions are sent to those who chose them; the inbox has them.
func TestVersionsAreSentToThoseWhoChoseThem(t *testing.T) {
	t.Parallel()
	const version = storage.NoticeVersionUpdates
	for name, test := range map[string]struct {
		prefs string
		types []storage.NotificationType
		want  []storage.NotificationType
	}{
		"no user has chosen":              {"", nil, []storage.NotificationType{storage.NoticeJobResumed}},
		"other switches were set":         {`{"aiTimeout": true}`, nil, []storage.NotificationType{storage.NoticeJobResumed}},
		"the switch is on":                {`{"versionUpdates": true}`, nil, []storage.NotificationType{version, storage.NoticeJobResumed}},
		"the destination names it":        {"", []storage.NotificationType{version}, []storage.NotificationType{version}},
		"it is named, the switch is off":  {`{"versionUpdates": false}`, []storage.NotificationType{version}, []storage.NotificationType{}},
		"the destination names other one": {"", []storage.NotificationType{storage.NoticeJobResumed}, []storage.NotificationType{storage.NoticeJobResumed}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, box := newOutbox(t, nil)
			if test.prefs != "" {
				if err := inbox(o.store).SetPrefs(t.Context(), object(t, test.prefs)); err != nil {
					t.Fatal(err)
				}
			}
			c := change(notify.Generic, "https://hook.example/")
			c.Types = &test.types
			add(t, box, c)
			o.postTypes(version, storage.NoticeJobResumed)
			got := []storage.NotificationType{}
			for _, d := range o.deliveries() {
				got = append(got, d.Items[0].Type)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("sent (-want +got):\n%s", diff)
			}
			if slices.Contains(typesShown(t, o.store), version) == strings.Contains(test.prefs, "false") {
				t.Errorf("the inbox shows %v", typesShown(t, o.store))
			}
		})
	}
}

// What a refresh makes in quiet hours is delivered when they end; the rest goes by.
func TestQuietHoursDelayDelivery(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		override(t, o.store, feature.On, feature.QuietHours)
		if err := inbox(o.store).SetPrefs(t.Context(), object(t, `{"versionUpdates": true}`)); err != nil {
			t.Fatal(err)
		}
		begin := time.Now().UTC()
		o.set(settings.QuietHoursStart, begin.Add(-time.Hour).Format("15:04"), settings.QuietHoursEnd, begin.Add(2*time.Hour).Format("15:04"))
		o.postTypes(storage.NoticeLabelChanges, storage.NoticeVersionUpdates, storage.NoticeNewPrivacyTypes, storage.NoticeJobResumed)
		time.Sleep(2*time.Hour - time.Minute)
		if diff := cmp.Diff([]storage.NotificationType{storage.NoticeVersionUpdates, storage.NoticeJobResumed}, o.delivered(t, &e)); diff != "" {
			t.Errorf("delivered at night (-want +got):\n%s", diff)
		}
		time.Sleep(2 * time.Minute)
		want := []storage.NotificationType{
			storage.NoticeVersionUpdates, storage.NoticeJobResumed, storage.NoticeLabelChanges, storage.NoticeNewPrivacyTypes,
		}
		if diff := cmp.Diff(want, o.delivered(t, &e)); diff != "" {
			t.Errorf("delivered in the morning (-want +got):\n%s", diff)
		}
	})
}

// A summary has the types that are on when it is made, and is not sent at night
// with delayed ones.
func TestSummaryGoesByTheSwitches(t *testing.T) {
	t.Parallel()
	var e endpoint
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		o.set(settings.WebhookURL, "http://hook.example/", settings.WebhookFrequency, settings.DailySummary)
		override(t, o.store, feature.On, feature.QuietHours)
		begin := time.Now().UTC()
		o.set(settings.QuietHoursStart, begin.Add(-time.Hour).Format("15:04"), settings.QuietHoursEnd, begin.Add(3*time.Hour).Format("15:04"))
		o.postTypes(storage.NoticeLabelChanges, storage.NoticeAccessibilityChanges, storage.NoticeJobResumed)
		time.Sleep(5 * time.Minute)
		o.open(map[string]*endpoint{"hook.example": &e})
		time.Sleep(2 * time.Hour)
		if got := e.messages(); len(got) > 0 {
			t.Errorf("%d messages at night", len(got))
		}
		time.Sleep(time.Hour)
		if got := e.titles(t); !slices.Equal(got, []string{"Daily summary: 2 notifications"}) {
			t.Errorf("in the morning came %q", got)
		}
	})
}

// postTypes posts a notification of each type, whose app has the type's name.
func (o *office) postTypes(types ...storage.NotificationType) {
	o.t.Helper()
	for _, kind := range types {
		post(o.t, o.store, storage.TimeOf(time.Now()), notify.Notice{
			AppName: string(kind), Type: kind, Changes: []storage.Entry{{Type: storage.EntryAdded, Description: "something"}},
		})
		time.Sleep(time.Millisecond)
	}
}

// delivered returns the types of the messages that an endpoint got, in order.
func (o *office) delivered(t testing.TB, e *endpoint) []storage.NotificationType {
	t.Helper()
	delivered := []storage.NotificationType{}
	for _, message := range summariesSent(t, e) {
		for _, n := range message.Notifications {
			delivered = append(delivered, storage.NotificationType(n.AppName))
		}
	}
	return delivered
}
