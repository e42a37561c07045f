package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/storage"
)

// maxSkipped is how many of the skipped flags are named in an answer.
const maxSkipped = 20

type flagsAnswer struct {
	Flags []feature.State `json:"flags"`
}

// featureFlags answers "GET /api/feature-flags".
func (a *API) featureFlags(ctx context.Context, _ nothing) (flagsAnswer, error) {
	var flags feature.Flags
	err := a.cfg.Store.View(ctx, func(tx storage.Tx) (err error) {
		flags, err = feature.Resolve(tx)
		return err
	})
	return flagsAnswer{flags.List()}, err
}

// overrideChange is POST /api/feature-flags/overrides: one flag as {key, value},
// some as {"flag.…": value or null}, or all as {flags: [{key, override}]}.
type overrideChange struct {
	set     map[string]feature.Value
	clear   []string
	replace bool // all overrides, by those in set

	detail string // for the audit log
	answer any
}

type oneOverrideAnswer struct {
	OK    bool          `json:"ok"`
	Key   string        `json:"key"`
	Value feature.Value `json:"value"`
}

type overridesAnswer struct {
	OK          bool     `json:"ok"`
	Applied     int      `json:"applied"`
	Skipped     int      `json:"skipped"`
	SkippedKeys []string `json:"skippedKeys"`
}

// readOverrides reads the body of a change in each of its forms.
func readOverrides(sent map[string]json.RawMessage) (overrideChange, error) {
	if list, ok := sent["flags"]; ok {
		return allOverrides(list)
	}
	if raw, ok := sent["key"]; ok {
		key, ok := jsonString(raw)
		if !ok {
			return overrideChange{}, badRequest("key must be the name of a feature flag")
		}
		return oneOverride(key, sent["value"])
	}
	return someOverrides(sent)
}

func oneOverride(key string, sent json.RawMessage) (overrideChange, error) {
	value, err := flagValue(key, sent)
	if err != nil {
		return overrideChange{}, err
	}
	return overrideChange{
		set:    map[string]feature.Value{key: value},
		detail: key + "=" + string(value),
		answer: oneOverrideAnswer{true, key, value},
	}, nil
}

func someOverrides(sent map[string]json.RawMessage) (overrideChange, error) {
	c := overrideChange{set: make(map[string]feature.Value)}
	if len(sent) == 0 {
		return c, badRequest("key is missing")
	}
	for key, raw := range sent {
		if feature.Known(key) && string(raw) == "null" {
			c.clear = append(c.clear, key)
			continue
		}
		value, err := flagValue(key, raw)
		if err != nil {
			return c, err
		}
		c.set[key] = value
	}
	c.detail = fmt.Sprintf("set=%d cleared=%d", len(c.set), len(c.clear))
	c.answer = overridesAnswer{OK: true, Applied: len(c.set), SkippedKeys: []string{}}
	return c, nil
}

// allOverrides reads a list of overrides that takes the place of those there
// are. What another version of the service wrote into it is skipped.
func allOverrides(list json.RawMessage) (overrideChange, error) {
	c := overrideChange{set: make(map[string]feature.Value), replace: true}
	var entries []json.RawMessage
	if json.Unmarshal(list, &entries) != nil || entries == nil {
		return c, badRequest("flags must be an array")
	}
	told := overridesAnswer{OK: true, SkippedKeys: []string{}}
	for _, entry := range entries {
		var members map[string]json.RawMessage
		if json.Unmarshal(entry, &members) != nil {
			told.Skipped++
			continue
		}
		key, named := jsonString(members["key"])
		if !feature.Known(key) {
			if told.Skipped++; named && len(told.SkippedKeys) < maxSkipped {
				told.SkippedKeys = append(told.SkippedKeys, key)
			}
			continue
		}
		override := members["override"]
		if override == nil || string(override) == "null" {
			continue
		}
		value, err := flagValue(key, override)
		if err != nil {
			told.Skipped++
			continue
		}
		c.set[key] = value
	}
	told.Applied = len(c.set)
	c.detail = fmt.Sprintf("replaced applied=%d skipped=%d", told.Applied, told.Skipped)
	c.answer = told
	return c, nil
}

// flagValue reads the value of an override.
func flagValue(key string, sent json.RawMessage) (feature.Value, error) {
	if !feature.Known(key) {
		return "", badRequest("Unknown feature flag")
	}
	text, _ := jsonString(sent)
	switch value := feature.Value(text); value {
	case feature.On, feature.Off, feature.Collapsed:
		return value, nil
	}
	return "", badRequest("A feature flag must be on, off or collapsed")
}

// write makes the change.
func (c overrideChange) write(tx storage.Tx, now storage.Time) error {
	if c.replace {
		return feature.Replace(tx, now, c.set)
	}
	for key, value := range c.set {
		if err := feature.SetOverride(tx, now, key, value); err != nil {
			return err
		}
	}
	return feature.ClearOverrides(tx, c.clear...)
}

// overrideFlags answers "POST /api/feature-flags/overrides".
func (a *API) overrideFlags(w http.ResponseWriter, r *request) error {
	var sent map[string]json.RawMessage
	if err := r.object(&sent); err != nil {
		return err
	}
	c, err := readOverrides(sent)
	if err != nil {
		return err
	}
	now := storage.TimeOf(a.cfg.Now())
	if err := a.cfg.Store.Update(r.Context(), func(tx storage.Tx) error { return c.write(tx, now) }); err != nil {
		return err
	}
	a.noteDetail(r, "feature_flag.override.success", c.detail, true)
	return writeJSON(w, r, c.answer)
}

type clearFlagsAnswer struct {
	OK    bool   `json:"ok"`
	Scope string `json:"scope"`
}

// clearFlags answers "DELETE /api/feature-flags/overrides".
func (a *API) clearFlags(w http.ResponseWriter, r *request) error {
	surface, sent := r.query("surface")
	if sent && surface == "" {
		return badRequest("surface is empty")
	}
	if err := r.skipBody(); err != nil {
		return err
	}
	err := a.cfg.Store.Update(r.Context(), func(tx storage.Tx) error {
		_, err := feature.ClearAll(tx, surface)
		return err
	})
	if err != nil {
		return err
	}
	scope := "all"
	if sent {
		scope = surface
	}
	a.noteDetail(r, "feature_flag.override.clear.success", "scope="+scope, true)
	return writeJSON(w, r, clearFlagsAnswer{true, scope})
}

type clearFlagAnswer struct {
	OK  bool   `json:"ok"`
	Key string `json:"key"`
}

// clearFlag answers "DELETE /api/feature-flags/overrides/{key}".
func (a *API) clearFlag(w http.ResponseWriter, r *request) error {
	key := r.param("key")
	if err := r.skipBody(); err != nil {
		return err
	}
	err := a.cfg.Store.Update(r.Context(), func(tx storage.Tx) error { return feature.ClearOverrides(tx, key) })
	if errors.Is(err, feature.ErrUnknown) {
		return badRequest("Unknown feature flag")
	}
	if err != nil {
		return err
	}
	a.noteDetail(r, "feature_flag.override.clear_one.success", key, true)
	return writeJSON(w, r, clearFlagAnswer{true, key})
}
