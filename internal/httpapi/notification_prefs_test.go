package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

const prefsPath = "/api/notification-prefs"

// unresolvable is a store whose feature flags cannot be read.
type unresolvable struct{ storage.Store }

func (u unresolvable) Unwrap() storage.Store { return u.Store }

func (u unresolvable) View(ctx context.Context, fn func(*storage.Tx) error) error {
	return u.Store.View(ctx, func(tx *storage.Tx) error {
		over, damaged := false, *tx
		damaged.FlagOverrides = damagedTable{over: &over}
		if err := fn(&damaged); err != nil || !over {
			return err
		}
		return errors.New("success of a transaction that has failed")
	})
}

type damagedTable struct {
	storage.Rows[string, storage.FlagOverride, storage.FlagOverrideQuery]
	over *bool // whether the transaction has failed
}

func (d damagedTable) List(storage.FlagOverrideQuery) iter.Seq2[storage.FlagOverride, error] {
	return func(yield func(storage.FlagOverride, error) bool) {
		*d.over = true
		yield(storage.FlagOverride{}, errors.New("the table is damaged"))
	}
}

// damaged returns an API on the same records that cannot read the flags.
func (a *api) damaged() *api {
	a.t.Helper()
	return newAPI(a.t, func(cfg *httpapi.Config) {
		cfg.Now = a.clock.Now
		cfg.Store = a.store
		cfg.Inbox = notify.NewInbox(storage.Env{Store: unresolvable{a.store}, Now: a.clock.Now})
	})
}

// text returns the body of an answer with status 200.
func text(ans *answer) string {
	ans.t.Helper()
	return strings.TrimSpace(ans.status(200).Body.String())
}

// The whole truth about the switches, as the model has it.
func TestNotificationPrefs(t *testing.T) {
	t.Parallel()
	standard := map[string]bool{"label_changes": true, "new_privacy_types": true}
	for name, test := range map[string]struct {
		focus    string
		override string
		model    prefsModel
	}{
		"in a new installation": {model: prefsModel{hard: standard}},
		"under a focus": {
			focus: `{"audience":"self","accessibility":true}`,
			model: prefsModel{hard: map[string]bool{"label_changes": true, "new_privacy_types": true, "accessibility_changes": true}},
		},
		"with the flags switched off": {
			focus: `{"audience":"self","accessibility":true}`, override: feature.System, model: prefsModel{hard: standard, disabled: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAPI(t, func(cfg *httpapi.Config) { // thousands of requests: on a store that is quick
				cfg.Store, cfg.NewLimiter = memory.New(), unlimited
				cfg.Inbox = notify.NewInbox(storage.Env{Store: cfg.Store, Now: cfg.Now})
			})
			damaged, m := a.damaged(), test.model
			if test.focus != "" {
				a.post("/api/focus", test.focus).status(200)
			}
			if test.override != "" {
				a.post("/api/feature-flags/overrides", `{"key":"`+test.override+`","value":"off"}`).status(200)
			}
			check := func(sent, put string) {
				t.Helper()
				equal(t, m.answer(true), put, "answer to %s", sent)
				equal(t, m.answer(true), text(a.do("GET", prefsPath)), "GET after %s", sent)
				equal(t, m.answer(false), text(damaged.do("GET", prefsPath)), "GET without flags after %s", sent)
			}
			check("nothing", text(a.do("GET", prefsPath)))
			bodies := append(prefsBodies(), `{"prefs":null}`, `{"prefs":{"label_changes":false,"jobResumed":false}}`)
			for i, sent := range bodies {
				m.put(t, sent)
				check(sent, text(a.put(prefsPath, sent)))
				if i%20 != 0 { // most answers show the stored value already
					continue
				}
				want := m.overrides()
				if test.override != "" {
					want[test.override] = "off"
				}
				equal(t, want, a.flagsOf(), "overrides after %s", sent)
			}
		})
	}
}

// What is not named is reset.
func TestNotificationPrefsAreForgotten(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	fresh := text(a.do("GET", prefsPath))
	for _, sent := range []string{
		`{"prefs":null}`, `{"prefs":{}}`, `{"prefs":{"labelChanges":null,"label_changes":"off"}}`, `{"prefs":{"jobresumed":true}}`,
	} {
		const all = `{"label_changes":false,"policy_updates":true,"accessibility_changes":true,"new_privacy_types":false,"jobResumed":false,"aiTimeout":false}`
		if text(a.put(prefsPath, `{"prefs":`+all+`}`)) == fresh {
			t.Fatal("nothing was set")
		}
		equal(t, fresh, text(a.put(prefsPath, sent)), "after %s", sent)
		if got := a.flagsOf(); len(got) > 0 {
			t.Errorf("after %s there are overrides %v", sent, got)
		}
		if got := a.setting("notification_prefs"); got != "" {
			t.Errorf("after %s %q is stored", sent, got)
		}
	}
}

// setting returns the stored value of a setting.
func (a *api) setting(name string) (value string) {
	a.t.Helper()
	a.view(func(tx *storage.Tx) error {
		s, err := tx.Settings.Get(name)
		value = s.Value
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		return err
	})
	return value
}

func TestNotificationPrefsKeepBooleansByTheirTypes(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	a.put(prefsPath, `{"prefs":{"labelChanges":true,"label_changes":false,"jobResumed":true,"aiTimeout":"x","policy_updates":true,"more":true}}`).status(200)
	var kept map[string]any
	must(t, json.Unmarshal([]byte(a.setting("notification_prefs")), &kept))
	equal(t, map[string]any{"labelChanges": true, "jobResumed": true}, kept, "kept")
	want := map[string]any{feature.LabelChanges: "off", feature.PolicyUpdates: "on"}
	equal(t, want, a.flagsOf(), "overrides")
}

// Whatever another version or a restored backup has stored, only booleans count.
func TestStoredNotificationPrefsAreReadWithCare(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	fresh := text(a.do("GET", prefsPath))
	damaged := a.damaged()
	nothing := text(damaged.do("GET", prefsPath))
	for _, kept := range []string{
		"{", "null", "[]", `["jobResumed"]`, `"jobResumed"`, "7", "true", "{}", " ", `{"jobResumed":"false"}`, `{"jobResumed":null}`, `{"jobResumed":0}`,
		`{"jobresumed":false}`, `{"label_changes":false}`, `{"accessibilityChanges":true}`, `{"jobResumed":false}x`, strings.Repeat("[", 1e5),
	} {
		a.keep(kept)
		equal(t, fresh, text(a.do("GET", prefsPath)), "%.40q is stored", kept)
		equal(t, nothing, text(damaged.do("GET", prefsPath)), "%.40q is stored and there are no flags", kept)
	}
	a.keep(` {"jobResumed" : false , "labelChanges":false,"aiTimeout":[]} `)
	equal(t, strings.Replace(fresh, `"jobResumed":true`, `"jobResumed":false`, 2), text(a.do("GET", prefsPath)), "read in part")
	if got := text(damaged.do("GET", prefsPath)); !strings.HasPrefix(got, `{"prefs":{"labelChanges":false,"jobResumed":false},"stored":{"labelChanges":false,"jobResumed":false},`) {
		t.Errorf("without flags: %s", got)
	}
}

// keep writes the setting of the switches.
func (a *api) keep(value string) {
	a.t.Helper()
	a.update(func(tx *storage.Tx) error {
		return tx.Settings.Put(storage.Setting{Name: "notification_prefs", Value: value})
	})
}

// The law wants the name of the flag to count as soon as it is there.
func TestAFlagNamedWithoutABooleanIsCleared(t *testing.T) {
	t.Parallel()
	for _, junk := range []string{"null", `"true"`, "1", "{}", "[]"} {
		a := newAPI(t, nil)
		a.put(prefsPath, `{"prefs":{"label_changes":false,"policy_updates":true}}`).status(200)
		a.put(prefsPath, `{"prefs":{"label_changes":`+junk+`,"labelChanges":false,"policy_updates":`+junk+`,"policyUpdates":true}}`).status(200)
		if got := a.flagsOf(); len(got) > 0 {
			t.Errorf("%s: there are overrides %v", junk, got)
		}
		var kept map[string]any
		must(t, json.Unmarshal([]byte(a.setting("notification_prefs")), &kept))
		equal(t, map[string]any{"labelChanges": false, "policyUpdates": true}, kept, "%s: kept", junk)
	}
}

func TestWrongNotificationPrefsChangeNothing(t *testing.T) {
	t.Parallel()
	a := newAPI(t, nil)
	before := text(a.put(prefsPath, `{"prefs":{"label_changes":false,"jobResumed":false}}`))
	for _, bad := range []string{
		"", " ", "null", "[]", "7", `"prefs"`, "{", "{}", `{"PREFS":null}`, `{"prefs":{}}x`, `{"prefs":{]}`, `{"prefs":{"a":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}}`,
		"{\"prefs\":{\"\xff\":true}}",
		`{"prefs":[]}`, `{"prefs":["labelChanges"]}`, `{"prefs":"x"}`, `{"prefs":""}`, `{"prefs":"null"}`, `{"prefs":7}`, `{"prefs":0}`,
		`{"prefs":true}`, `{"prefs":false}`, `{"prefs":[null]}`, `{"prefs":[{"label_changes":true}]}`, `{"prefs":{},"prefs":[]}`,
	} {
		a.put(prefsPath, bad).error(400, "")
	}
	a.put(prefsPath, `{}`).error(400, "prefs is missing")
	a.put(prefsPath, `{"prefs":7}`).error(400, "prefs must be an object or null")
	if got := text(a.do("GET", prefsPath)); got != before {
		t.Errorf("the switches became %s", got)
	}
}
