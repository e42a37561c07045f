package system

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// flags are the feature flags and their overrides.
type flags struct{ Config }

func (f flags) operations() []op.Operation {
	const overrides = "/api/feature-flags/overrides"
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/feature-flags", ID: "featureFlags", Group: "flags", Summary: "List feature flags", Cached: true, Member: "flags",
		}, f.list),
		op.WithRequest(op.Spec{
			Route: "POST " + overrides, ID: "overrideFlags", Group: "flags", Summary: "Override feature flags",
			Access: op.Administer, Limit: op.Every(time.Minute, 30, "feature_flag.override"), MaxBody: 64 << 10,
			Example: `{"key": "flag.notifications.types.label_changes", "value": "on"}`,
			Doc: op.Doc{Body: overridesSchema, Answer: op.Answer{Schema: func(r *openapi.Reflector) *openapi.Schema {
				return openapi.AnyOf(op.Of[oneOverrideAnswer]()(r), op.Of[overridesAnswer]()(r))
			}}},
		}, f.override),
		op.WithRequest(op.Spec{
			Route: "DELETE " + overrides, ID: "clearOverrides", Group: "flags", Summary: "Clear all feature flag overrides",
			Access: op.Administer, Limit: op.Every(time.Minute, 10, "feature_flag.override.clear"),
		}, f.clear),
		op.WithRequest(op.Spec{
			Route: "DELETE " + overrides + "/{key}", ID: "clearOverride", Group: "flags", Summary: "Clear the override of a feature flag",
			Access: op.Administer, Limit: op.Every(time.Minute, 30, "feature_flag.override.clear_one"),
		}, f.clearOne),
	}
}

func (f flags) list(ctx context.Context) ([]feature.State, error) {
	resolved, err := storage.View(ctx, f.Store, feature.Resolve)
	return resolved.List(), err
}

// overridesSchema describes a body of one of three forms: one flag as {key, value}, some as
// {"flag.…": value or null}, or all as {flags: [{key, override}]}.
func overridesSchema(r *openapi.Reflector) *openapi.Schema {
	value := op.Of[feature.Value]()(r)
	return openapi.Object(openapi.Members{
		"key": openapi.Text().Says("The name of a single flag to override, with value."), "value": value,
		"flags": openapi.List(openapi.Loose(openapi.Object(openapi.Members{
			"key":      openapi.Loose(openapi.Text()).Says("The key that names it"),
			"override": openapi.Loose(openapi.OrNull(value)).Says("The value that the user has set; null: none"),
		}))).Says("Instead of key: the complete list of overrides. Unknown flags are skipped."),
	}).Says("Alternatively an object with flag names as members and their values; null clears an override.")
}

// overrideChange is a change of overrides.
type overrideChange struct {
	set     map[string]feature.Value
	clear   []string
	replace bool // set replaces all overrides

	read   []string // the members of the request that count; empty: all
	detail string   // for the audit log
	answer any
}

type oneOverrideAnswer struct {
	OK    bool          `json:"ok"`    // whether it succeeded
	Key   string        `json:"key"`   // the key that names it
	Value feature.Value `json:"value"` // the value
}

type overridesAnswer struct {
	OK          bool     `json:"ok"`          // whether it succeeded
	Applied     int      `json:"applied"`     // number of flags that were set
	Skipped     int      `json:"skipped"`     // number that were skipped
	SkippedKeys []string `json:"skippedKeys"` // the keys of flags that do not exist
}

// maxSkipped is the maximum number of skipped flags that an answer names.
const maxSkipped = 20

func (f flags) override(ctx context.Context, r op.Request, in objectRequest) (any, error) {
	change, err := parseOverrides(in.Body.Members())
	if err != nil {
		return nil, err
	}
	now := storage.TimeOf(f.Now())
	if err := f.Store.Update(ctx, func(tx *storage.Tx) error { return change.write(tx, now) }); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(in.Body.Members())) {
		if len(change.read) > 0 && !slices.Contains(change.read, name) {
			r.IgnoreMember(name)
		}
	}
	r.Note("feature_flag.override.success", change.detail, true)
	return change.answer, nil
}

func parseOverrides(sent map[string]json.RawMessage) (overrideChange, error) {
	if list, ok := sent["flags"]; ok {
		c, err := allOverrides(list)
		c.read = []string{"flags"}
		return c, err
	}
	if raw, ok := sent["key"]; ok {
		key, ok := parseText(raw)
		if !ok {
			return overrideChange{}, op.BadRequest("key must be the name of a feature flag")
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
		read:   []string{"key", "value"},
		detail: key + "=" + string(value),
		answer: oneOverrideAnswer{true, key, value},
	}, nil
}

func someOverrides(sent map[string]json.RawMessage) (overrideChange, error) {
	c := overrideChange{set: make(map[string]feature.Value)}
	if len(sent) == 0 {
		return c, op.BadRequest("key is missing")
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

// allOverrides parses a list that replaces all overrides. It skips entries that
// another version of the service may have written.
func allOverrides(list json.RawMessage) (overrideChange, error) {
	c := overrideChange{set: make(map[string]feature.Value), replace: true}
	var entries []json.RawMessage
	if json.Unmarshal(list, &entries) != nil || entries == nil {
		return c, op.BadRequest("flags must be an array")
	}
	answer := overridesAnswer{OK: true, SkippedKeys: []string{}}
	for _, entry := range entries {
		var members map[string]json.RawMessage
		if json.Unmarshal(entry, &members) != nil {
			answer.Skipped++
			continue
		}
		key, named := parseText(members["key"])
		if !feature.Known(key) {
			if answer.Skipped++; named && len(answer.SkippedKeys) < maxSkipped {
				answer.SkippedKeys = append(answer.SkippedKeys, key)
			}
			continue
		}
		override := members["override"]
		if override == nil || string(override) == "null" {
			continue
		}
		value, err := flagValue(key, override)
		if err != nil {
			answer.Skipped++
			continue
		}
		c.set[key] = value
	}
	answer.Applied = len(c.set)
	c.detail = fmt.Sprintf("replaced applied=%d skipped=%d", answer.Applied, answer.Skipped)
	c.answer = answer
	return c, nil
}

func flagValue(key string, sent json.RawMessage) (feature.Value, error) {
	if !feature.Known(key) {
		return "", unknownFlag(key)
	}
	text, _ := parseText(sent)
	switch value := feature.Value(text); value {
	case feature.On, feature.Off, feature.Collapsed:
		return value, nil
	}
	return "", &op.Error{
		Status: http.StatusBadRequest, Message: "A feature flag must be on, off or collapsed", Hint: "The value of " + key + " is another one",
	}
}

// unknownFlag returns the refusal of a name that no feature flag has.
func unknownFlag(key string) error {
	return &op.Error{
		Status: http.StatusBadRequest, Message: "Unknown feature flag", Hint: fmt.Sprintf("No flag is named %.80q: GET /api/feature-flags lists all", key),
	}
}

// parseText returns a JSON string, and reports whether the value is one.
func parseText(sent json.RawMessage) (string, bool) {
	var text *string
	if json.Unmarshal(sent, &text) != nil || text == nil {
		return "", false
	}
	return *text, true
}

func (c overrideChange) write(tx *storage.Tx, now storage.Time) error {
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

type clearFlagsRequest struct {
	Surface string `query:"surface" op:"min=1" doc:"Clear the overrides of this surface only."`
}

type clearFlagsAnswer = struct {
	OK    bool   `json:"ok" doc:"Whether it succeeded"`
	Scope string `json:"scope" doc:"The surface whose overrides were cleared, or all."`
}

func (f flags) clear(ctx context.Context, r op.Request, in clearFlagsRequest) (clearFlagsAnswer, error) {
	_, err := storage.Update(ctx, f.Store, func(tx *storage.Tx) (int, error) { return feature.ClearAll(tx, in.Surface) })
	if err != nil {
		return clearFlagsAnswer{}, err
	}
	if in.Surface != "" && !feature.HasSurface(in.Surface) {
		r.Ignore("surface", in.Surface)
	}
	scope := cmp.Or(in.Surface, "all")
	r.Note("feature_flag.override.clear.success", "scope="+scope, true)
	return clearFlagsAnswer{true, scope}, nil
}

type clearFlagRequest struct {
	Key string `path:"key" doc:"The name of the feature flag." example:"flag.notifications.types.label_changes"`
}

type clearFlagAnswer struct {
	OK  bool   `json:"ok"`  // whether it succeeded
	Key string `json:"key"` // the key that names it
}

func (f flags) clearOne(ctx context.Context, r op.Request, in clearFlagRequest) (clearFlagAnswer, error) {
	err := f.Store.Update(ctx, func(tx *storage.Tx) error { return feature.ClearOverrides(tx, in.Key) })
	if errors.Is(err, feature.ErrUnknown) {
		return clearFlagAnswer{}, unknownFlag(in.Key)
	}
	if err != nil {
		return clearFlagAnswer{}, err
	}
	r.Note("feature_flag.override.clear_one.success", in.Key, true)
	return clearFlagAnswer{true, in.Key}, nil
}
