package notify

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Switch says whether a type of notification is told.
type Switch struct {
	Name string
	On   bool
}

// Switches are some switches, in JSON an object with their names as members, in
// this order.
type Switches []Switch

// MarshalJSON writes the object.
func (s Switches) MarshalJSON() ([]byte, error) {
	object := []byte{'{'}
	for i, each := range s {
		if i > 0 {
			object = append(object, ',')
		}
		name, err := json.Marshal(each.Name)
		if err != nil {
			return nil, err
		}
		object = append(append(object, name...), ":false"...)
		if each.On {
			object = append(object[:len(object)-len("false")], "true"...)
		}
	}
	return append(object, '}'), nil
}

// Prefs is which types of notification are told.
type Prefs struct {
	// Prefs are all switches: those that are feature flags by the flags' names,
	// then those that have the name of a type. Two of them are under both names.
	Prefs Switches `json:"prefs"`
	// Stored are the same.
	Stored Switches `json:"stored"`
	// Defaults are what the switches with the name of a type are while nobody has
	// set them, whatever the focus makes of the flags.
	Defaults Switches `json:"defaults"`

	// Settled says that the feature flags could be read. Otherwise Prefs holds only
	// what is kept of switches by the names of their types.
	Settled bool `json:"-"`
}

// Prefs returns which types of notification are told.
func (i *Inbox) Prefs(ctx context.Context) (Prefs, error) {
	var s switches
	err := i.view(ctx, func(_ storage.Tx, now switches) error {
		s = now
		return nil
	})
	if err != nil {
		return Prefs{}, err
	}
	p := Prefs{Prefs: s.list(), Defaults: defaults(), Settled: !s.unresolved}
	p.Stored = p.Prefs
	return p, nil
}

// list returns all switches that are known.
func (s switches) list() Switches {
	list := Switches{}
	for _, c := range classes() {
		if c.flag != "" && !s.unresolved {
			list = append(list, Switch{c.flagName, s.on(c)})
		}
	}
	for _, c := range classes() {
		if !c.named {
			continue
		}
		on, known := s.stored[c.kind]
		if !s.unresolved {
			on, known = s.on(c), true
		}
		if known {
			list = append(list, Switch{string(c.kind), on})
		}
	}
	return list
}

func defaults() Switches {
	var list Switches
	for _, c := range classes() {
		if c.named {
			list = append(list, Switch{string(c.kind), c.standard})
		}
	}
	return list
}

// SetPrefs sets switches by name, and forgets what was set of all others: what is
// not named goes by its default, or by the focus, again. Of a switch with two
// names, that of the flag counts when both are there, also when it is among the
// cleared, which are named without a value. Names of no switch are ignored.
func (i *Inbox) SetPrefs(ctx context.Context, set map[string]bool, cleared ...string) error {
	now := storage.TimeOf(i.now())
	stored := switchesNamed(set)
	return i.store.Update(ctx, func(tx storage.Tx) error {
		for _, c := range classes() {
			if c.flag == "" {
				continue
			}
			if err := setFlag(tx, now, c, set, cleared); err != nil {
				return err
			}
		}
		if len(stored) == 0 {
			_, err := tx.Settings().Delete(prefsSetting)
			return err
		}
		kept, err := json.Marshal(stored)
		if err != nil {
			return err
		}
		return settings.PutText(tx, prefsSetting, string(kept))
	})
}

// setFlag overrides the flag of a switch, or drops its override.
func setFlag(tx storage.Tx, now storage.Time, c class, set map[string]bool, cleared []string) error {
	on, ok := set[c.flagName]
	if !ok && c.named && !slices.Contains(cleared, c.flagName) {
		on, ok = set[string(c.kind)]
	}
	switch {
	case !ok:
		return feature.ClearOverrides(tx, c.flag)
	case on:
		return feature.SetOverride(tx, now, c.flag, feature.On)
	}
	return feature.SetOverride(tx, now, c.flag, feature.Off)
}

// view calls fn with one state of the store and what the switches are in it. When
// the flags cannot be read, it is called all the same, with the rest.
func (i *Inbox) view(ctx context.Context, fn func(storage.Tx, switches) error) error {
	var s switches
	err := i.store.View(ctx, func(tx storage.Tx) (err error) {
		if s, err = switchesOf(tx); err != nil {
			return err
		}
		return fn(tx, s)
	})
	if !errors.Is(err, errFlags) || ctx.Err() != nil {
		return err
	}
	// A read that failed has ended the transaction.
	return i.store.View(ctx, func(tx storage.Tx) error { return fn(tx, s) })
}
