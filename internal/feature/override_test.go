package feature_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

const now = storage.Time(1_760_000_000_000)

func resolve(t testing.TB, s storage.Store) feature.Flags {
	t.Helper()
	return teststore.View(t, s, feature.Resolve)
}

// kept returns the stored overrides.
func kept(t testing.TB, s storage.Store) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := s.View(t.Context(), func(tx *storage.Tx) error {
		for o, err := range tx.FlagOverrides.List(storage.FlagOverrideQuery{}) {
			if err != nil {
				return err
			}
			all[o.Flag] = o.Value
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// putUnknown writes overrides of another version of the service.
func putUnknown(t testing.TB, s storage.Store) map[string]string {
	t.Helper()
	left := map[string]string{"flag.page.holograms": "on", "flag.nav": "off", "toString": "on"}
	teststore.Update(t, s, func(tx *storage.Tx) error {
		for key, value := range left {
			if err := tx.FlagOverrides.Put(storage.FlagOverride{Flag: key, Value: value, UpdatedAt: 1}); err != nil {
				return err
			}
		}
		return nil
	})
	return left
}

func TestSetAndClearOverrides(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	if resolve(t, s).On(feature.PolicyUpdates) {
		t.Error("notices of policies are on in a new installation")
	}
	teststore.Update(t, s, func(tx *storage.Tx) error {
		return errors.Join(
			feature.SetOverride(tx, now, feature.PolicyUpdates, feature.Off),
			feature.SetOverride(tx, now+1, feature.PolicyUpdates, feature.On),
			feature.SetOverride(tx, now, feature.LabelChanges, feature.Collapsed),
		)
	})
	if f := resolve(t, s); !f.On(feature.PolicyUpdates) || f.On(feature.LabelChanges) {
		t.Errorf("policies %s, labels %s", f.Value(feature.PolicyUpdates), f.Value(feature.LabelChanges))
	}
	teststore.Update(t, s, func(tx *storage.Tx) error {
		o, err := tx.FlagOverrides.Get(feature.PolicyUpdates)
		if diff := cmp.Diff(storage.FlagOverride{Flag: feature.PolicyUpdates, Value: "on", UpdatedAt: now + 1}, o); diff != "" {
			t.Errorf("what is kept (-want +got):\n%s", diff)
		}
		return err
	})
	for range 2 { // the second time there is nothing to drop
		teststore.Update(t, s, func(tx *storage.Tx) error {
			return feature.ClearOverrides(tx, feature.PolicyUpdates, feature.LabelChanges)
		})
		if f := resolve(t, s); f.On(feature.PolicyUpdates) || !f.On(feature.LabelChanges) {
			t.Errorf("policies %s, labels %s", f.Value(feature.PolicyUpdates), f.Value(feature.LabelChanges))
		}
	}
	teststore.Update(t, s, func(tx *storage.Tx) error { return feature.ClearOverrides(tx) })
}

func TestInvalidOverrides(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		do   func(*storage.Tx) error
		want error
	}{
		"an unknown flag": {func(tx *storage.Tx) error { return feature.SetOverride(tx, now, "toString", feature.On) }, feature.ErrUnknown},
		"no flag":         {func(tx *storage.Tx) error { return feature.SetOverride(tx, now, "", feature.On) }, feature.ErrUnknown},
		"another value":   {func(tx *storage.Tx) error { return feature.SetOverride(tx, now, feature.QuietHours, "ON") }, feature.ErrValue},
		"no value":        {func(tx *storage.Tx) error { return feature.SetOverride(tx, now, feature.QuietHours, "") }, feature.ErrValue},
		"to drop one of an unknown flag": {
			func(tx *storage.Tx) error { return feature.ClearOverrides(tx, feature.QuietHours, "flag.x") }, feature.ErrUnknown,
		},
		"unknown among many": {
			func(tx *storage.Tx) error {
				return feature.Replace(tx, now, map[string]feature.Value{"__proto__": feature.On, feature.QuietHours: feature.On})
			}, feature.ErrUnknown,
		},
		"another value among many": {
			func(tx *storage.Tx) error {
				return feature.Replace(tx, now, map[string]feature.Value{feature.LabelChanges: "x", feature.QuietHours: feature.On})
			}, feature.ErrValue,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := teststore.Quick(t)
			teststore.Update(t, s, func(tx *storage.Tx) error { return feature.SetOverride(tx, now, feature.QuietHours, feature.Off) })
			if err := s.Update(t.Context(), tt.do); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if diff := cmp.Diff(map[string]string{feature.QuietHours: "off"}, kept(t, s)); diff != "" {
				t.Errorf("overrides (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOverridesOfAnotherVersionStay(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	left := putUnknown(t, s)
	teststore.Update(t, s, func(tx *storage.Tx) error {
		return tx.FlagOverrides.Put(storage.FlagOverride{Flag: feature.QuietHours, Value: "dimmed"})
	})
	if diff := cmp.Diff(current(feature.Flags{}), current(resolve(t, s))); diff != "" {
		t.Errorf("they change flags (-want +got):\n%s", diff)
	}
	for _, surface := range []string{"page", "nav", "holograms", ""} {
		teststore.Update(t, s, func(tx *storage.Tx) error {
			_, err := feature.ClearAll(tx, surface)
			return err
		})
	}
	teststore.Update(t, s, func(tx *storage.Tx) error {
		return feature.Replace(tx, now, map[string]feature.Value{feature.LabelChanges: feature.Off})
	})
	left[feature.LabelChanges] = "off"
	if diff := cmp.Diff(left, kept(t, s)); diff != "" {
		t.Errorf("overrides (-want +got):\n%s", diff)
	}
}

func TestClearAll(t *testing.T) {
	t.Parallel()
	const stats, compare, bell = "flag.page.stats", "flag.page.compare", "flag.notifications.bell"
	const types, polling = feature.LabelChanges, "flag.notifications.bell.polling"
	for surface, rest := range map[string][]string{
		"":                    {},
		"page":                {bell, types, polling},
		"notifications":       {stats, compare},
		"notifications.types": {stats, compare, bell, polling},
		"notifications.bell":  {stats, compare, bell, types}, // what is below it
		"pag":                 {stats, compare, bell, types, polling},
		"%":                   {stats, compare, bell, types, polling},
		"_age":                {stats, compare, bell, types, polling},
	} {
		t.Run("below "+surface, func(t *testing.T) {
			t.Parallel()
			s := teststore.Quick(t)
			all := map[string]feature.Value{stats: "off", compare: "off", bell: "off", types: "off", polling: "off"}
			teststore.Update(t, s, func(tx *storage.Tx) error { return feature.Replace(tx, now, all) })
			teststore.Update(t, s, func(tx *storage.Tx) error {
				n, err := feature.ClearAll(tx, surface)
				if n != len(all)-len(rest) {
					t.Errorf("%d are dropped, want %d", n, len(all)-len(rest))
				}
				return err
			})
			want := make(map[string]string)
			for _, key := range rest {
				want[key] = "off"
			}
			if diff := cmp.Diff(want, kept(t, s)); diff != "" {
				t.Errorf("overrides (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheStoresErrorsAreReturned(t *testing.T) {
	t.Parallel()
	var over *storage.Tx
	teststore.Update(t, memory.New(), func(tx *storage.Tx) error {
		over = tx
		return nil
	})
	for name, do := range map[string]func(*storage.Tx) error{
		"Resolve":  func(tx *storage.Tx) error { _, err := feature.Resolve(tx); return err },
		"FocusOf":  func(tx *storage.Tx) error { _, err := feature.FocusOf(tx); return err },
		"PutFocus": func(tx *storage.Tx) error { _, err := feature.PutFocus(tx, feature.Focus{}); return err },
		"SetOverride": func(tx *storage.Tx) error {
			return feature.SetOverride(tx, now, feature.QuietHours, feature.On)
		},
		"ClearOverrides": func(tx *storage.Tx) error { return feature.ClearOverrides(tx, feature.QuietHours) },
		"ClearAll":       func(tx *storage.Tx) error { _, err := feature.ClearAll(tx, ""); return err },
		"Replace":        func(tx *storage.Tx) error { return feature.Replace(tx, now, nil) },
	} {
		if err := do(over); err == nil {
			t.Errorf("%s succeeds in a transaction that is over", name)
		}
	}
}

func BenchmarkResolve(b *testing.B) {
	s := memory.New()
	teststore.Update(b, s, func(tx *storage.Tx) error {
		return feature.Replace(tx, now, map[string]feature.Value{feature.PolicyUpdates: "on", feature.QuietHours: "on"})
	})
	for b.Loop() {
		if flags := resolve(b, s); !flags.On(feature.PolicyUpdates) || flags.On(feature.AccessibilityChanges) {
			b.Fatal("wrong flags")
		}
	}
}
