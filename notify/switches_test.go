package notify_test

import (
	"crypto/rand"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/examples/custom/memory"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
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

// Each switch shows and hides its own type, and no other one.
func TestEachTypeHasItsSwitch(t *testing.T) {
	t.Parallel()
	const policies, accessibility = storage.NoticePolicyUpdates, storage.NoticeAccessibilityChanges
	for _, test := range []struct {
		name string
		set  map[string]bool
		off  []storage.NotificationType
	}{
		{"none", nil, []storage.NotificationType{policies, accessibility}},
		{"policy_updates", map[string]bool{"policy_updates": true}, []storage.NotificationType{accessibility}},
		{"policyUpdates", map[string]bool{"policyUpdates": true}, []storage.NotificationType{accessibility}},
		{"accessibility_changes", map[string]bool{"accessibility_changes": true}, []storage.NotificationType{policies}},
		{"accessibilityChanges", map[string]bool{"accessibilityChanges": true}, []storage.NotificationType{policies, accessibility}},
		{"new_privacy_types", map[string]bool{"new_privacy_types": false}, []storage.NotificationType{policies, accessibility, storage.NoticeNewPrivacyTypes}},
		{"newPrivacyTypes", map[string]bool{"newPrivacyTypes": false}, []storage.NotificationType{policies, accessibility}},
		{"label_changes", map[string]bool{"label_changes": false}, []storage.NotificationType{policies, accessibility, storage.NoticeLabelChanges}},
		{"labelChanges", map[string]bool{"labelChanges": false}, []storage.NotificationType{policies, accessibility, storage.NoticeLabelChanges}},
		{"profileMismatch", map[string]bool{"profileMismatch": false}, []storage.NotificationType{policies, accessibility, storage.NoticeProfileMismatch}},
		{"versionUpdates", map[string]bool{"versionUpdates": false}, []storage.NotificationType{policies, accessibility, storage.NoticeVersionUpdates}},
		{"importCompleted", map[string]bool{"importCompleted": false}, []storage.NotificationType{policies, accessibility, storage.NoticeImportCompleted}},
		{"manualAppsPrompt", map[string]bool{"manualAppsPrompt": false}, []storage.NotificationType{policies, accessibility, storage.NoticeManualAppsPrompt}},
		{"aiTimeout", map[string]bool{"aiTimeout": false}, []storage.NotificationType{policies, accessibility, storage.NoticeAITimeout}},
		{"jobResumed", map[string]bool{"jobResumed": false}, []storage.NotificationType{policies, accessibility, storage.NoticeJobResumed}},
		{"parserFallthrough", map[string]bool{"parserFallthrough": false}, []storage.NotificationType{policies, accessibility, storage.NoticeParserFallthrough}},
		{"ofAnotherVersion", map[string]bool{"ofAnotherVersion": false}, []storage.NotificationType{policies, accessibility}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := storagetest.Strict(t, memory.New())
			postAll(t, s, now)
			if err := inbox(s).SetPrefs(t.Context(), test.set); err != nil {
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

// What cannot be read of the flags keeps nobody from the inbox: their types are
// shown. On SQLite, the read that failed has ended its transaction.
func TestInboxWithoutFlags(t *testing.T) {
	t.Parallel()
	s := open(t)
	postAll(t, s, now)
	if err := inbox(s).SetPrefs(t.Context(), map[string]bool{"label_changes": false, "jobResumed": false}); err != nil {
		t.Fatal(err)
	}
	broken := notify.NewInbox(notify.Config{Store: flagless{s}, Now: func() time.Time { return now.Std() }})
	p, err := broken.List(t.Context(), 200, 0)
	if err != nil || p.Total != len(allTypes)-1 || len(p.Items) != p.Total || p.Until != now {
		t.Errorf("%d of %d are listed, until %d (%v)", len(p.Items), p.Total, p.Until, err)
	}
	prefs, err := broken.Prefs(t.Context())
	want := notify.Switches{{Name: "jobResumed"}}
	if diff := cmp.Diff(want, prefs.Prefs); err != nil || diff != "" || prefs.Settled {
		t.Errorf("the switches (%v, settled: %t; -want +got):\n%s", err, prefs.Settled, diff)
	}
	if _, err := notify.NewInbox(notify.Config{Store: storagetest.Faulty(s, storagetest.Faults{View: storagetest.Nth(1)}), Now: time.Now}).
		Prefs(t.Context()); !errors.Is(err, storagetest.ErrFault) {
		t.Errorf("of a store that cannot be read: %v, want %v", err, storagetest.ErrFault)
	}
}

// The switches decide what a webhook is told, one by one.
func TestOnlyWhatIsSwitchedOnIsDelivered(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		if err := inbox(o.store).SetPrefs(t.Context(), map[string]bool{"versionUpdates": false, "policyUpdates": true}); err != nil {
			t.Fatal(err)
		}
		o.postTypes(allTypes...)
		time.Sleep(time.Minute)
		want := without(storage.NoticeVersionUpdates, storage.NoticeAccessibilityChanges)
		if diff := cmp.Diff(want, o.told(t, &e)); diff != "" {
			t.Errorf("told of (-want +got):\n%s", diff)
		}
	})
}

// What a refresh makes in quiet hours is delivered when they end; the rest goes by.
func TestQuietHoursPutOffWhatIsDelivered(t *testing.T) {
	t.Parallel()
	var e endpoint
	inBubble(t, &e, func(t *testing.T, o *office) {
		override(t, o.store, feature.On, feature.QuietHours)
		begin := time.Now().UTC()
		o.set(settings.QuietHoursStart, begin.Add(-time.Hour).Format("15:04"), settings.QuietHoursEnd, begin.Add(2*time.Hour).Format("15:04"))
		o.postTypes(storage.NoticeLabelChanges, storage.NoticeVersionUpdates, storage.NoticeNewPrivacyTypes, storage.NoticeJobResumed)
		time.Sleep(2*time.Hour - time.Minute)
		if diff := cmp.Diff([]storage.NotificationType{storage.NoticeVersionUpdates, storage.NoticeJobResumed}, o.told(t, &e)); diff != "" {
			t.Errorf("told of at night (-want +got):\n%s", diff)
		}
		time.Sleep(2 * time.Minute)
		want := []storage.NotificationType{
			storage.NoticeVersionUpdates, storage.NoticeJobResumed, storage.NoticeLabelChanges, storage.NoticeNewPrivacyTypes,
		}
		if diff := cmp.Diff(want, o.told(t, &e)); diff != "" {
			t.Errorf("told of in the morning (-want +got):\n%s", diff)
		}
	})
}

// A summary tells what is switched on when it is made, and does not come at night
// with what is held back.
func TestSummaryGoesByTheSwitches(t *testing.T) {
	t.Parallel()
	var e endpoint
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		o.set(settings.WebhookURL, "http://hook.example/", settings.WebhookFrequency, settings.DailySummary)
		override(t, o.store, feature.On, feature.QuietHours)
		begin := time.Now().UTC()
		o.set(settings.QuietHoursStart, begin.Add(-time.Hour).Format("15:04"), settings.QuietHoursEnd, begin.Add(3*time.Hour).Format("15:04"))
		o.postTypes(storage.NoticeLabelChanges, storage.NoticeAccessibilityChanges, storage.NoticeVersionUpdates)
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
		update(o.t, o.store, func(tx storage.Tx) error {
			return notify.Post(tx, storage.TimeOf(time.Now()), rand.Reader, notify.Notice{
				AppName: string(kind), Type: kind, Changes: []storage.Entry{{Type: storage.EntryAdded, Description: "something"}},
			})
		})
		time.Sleep(time.Millisecond)
	}
}

// told returns the types that an endpoint was told of, in turn.
func (o *office) told(t testing.TB, e *endpoint) []storage.NotificationType {
	t.Helper()
	told := []storage.NotificationType{}
	for _, message := range toldTo(t, e) {
		for _, n := range message.Notifications {
			told = append(told, storage.NotificationType(n.AppName))
		}
	}
	return told
}
