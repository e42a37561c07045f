package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Switch reports whether notifications of a type are shown and delivered.
type Switch struct {
	Name string
	On   bool
}

// Switches are encoded in JSON as an object with their names as members, in this order.
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
		object = fmt.Appendf(object, "%s:%t", name, each.On)
	}
	return append(object, '}'), nil
}

// Prefs are the switches of all types of notification.
type Prefs struct {
	// Prefs are the switches: those that are feature flags under the names of the flags,
	// then those that have the name of a type. Two have both names.
	Prefs Switches `json:"prefs"`
	// Stored are the same.
	Stored Switches `json:"stored"`
	// Defaults are the defaults of the switches with the name of a type, whatever the
	// focus sets for the flags.
	Defaults Switches `json:"defaults"`

	// Sent are the switches as they hold for messages to destinations that name no types:
	// those of types that users have to choose are off until then.
	Sent Switches `json:"-"`

	// Settled reports whether the feature flags could be read. Otherwise Prefs has only the
	// switches that were set by the names of their types.
	Settled bool `json:"-"`
}

// Prefs returns the switches of all types of notification.
func (i *Inbox) Prefs(ctx context.Context) (Prefs, error) {
	s, err := view(ctx, i.config.Store, func(_ *storage.Tx, now switches) (switches, error) { return now, nil })
	if err != nil {
		return Prefs{}, err
	}
	p := Prefs{Prefs: s.list(s.on), Defaults: defaults(), Settled: !s.unresolved}
	p.Sent = s.list(func(c class) bool { return s.sends(c, nil) })
	p.Stored = p.Prefs
	return p, nil
}

// list returns the switches whose values are known, as value has them.
func (s switches) list(value func(class) bool) Switches {
	list := Switches{}
	for _, c := range classes() {
		if c.flag != "" && !s.unresolved {
			list = append(list, Switch{c.flagName, value(c)})
		}
	}
	for _, c := range classes() {
		if !c.named {
			continue
		}
		on, known := s.stored[c.kind]
		if !s.unresolved {
			on, known = value(c), true
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

// SetPrefs sets the switches that are boolean members of a JSON object, by name. It resets all
// other switches to their default or, if the switch is a flag, to the value that the focus
// sets. If both names of a switch are present, that of the flag counts, even if its value is
// not a boolean. Members that are not switches are ignored.
func (i *Inbox) SetPrefs(ctx context.Context, members map[string]json.RawMessage) error {
	now := storage.TimeOf(i.config.Now())
	stored := switchesNamed(members)
	return i.config.Store.Update(ctx, func(tx *storage.Tx) error {
		for _, c := range classes() {
			if c.flag == "" {
				continue
			}
			if err := setFlag(tx, now, c, members); err != nil {
				return err
			}
		}
		if len(stored) == 0 {
			_, err := tx.Settings.Delete(prefsSetting)
			return err
		}
		return settings.PutJSON(tx, prefsSetting, stored)
	})
}

// setFlag overrides the flag of a switch, or clears its override.
func setFlag(tx *storage.Tx, now storage.Time, c class, members map[string]json.RawMessage) error {
	name := c.flagName
	if _, ok := members[name]; !ok && c.named {
		name = string(c.kind)
	}
	on, ok := boolean(members, name)
	switch {
	case !ok:
		return feature.ClearOverrides(tx, c.flag)
	case on:
		return feature.SetOverride(tx, now, c.flag, feature.On)
	}
	return feature.SetOverride(tx, now, c.flag, feature.Off)
}

// view calls read with a transaction and the switches in it, and returns its result. If the
// flags cannot be read, it calls read with the other switches only.
func view[T any](ctx context.Context, store storage.Store, read func(*storage.Tx, switches) (T, error)) (T, error) {
	var s switches
	found, err := storage.View(ctx, store, func(tx *storage.Tx) (found T, err error) {
		if s, err = switchesOf(tx); err != nil {
			return found, err
		}
		return read(tx, s)
	})
	if !errors.Is(err, errFlags) || ctx.Err() != nil {
		return found, err
	}
	// The failed read has ended the transaction, so use another one.
	return storage.View(ctx, store, func(tx *storage.Tx) (T, error) { return read(tx, s) })
}
