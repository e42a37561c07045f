package notify

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// prefsSetting is the setting that keeps the switches that were set by the names
// of their types.
const prefsSetting = "notification_prefs"

// errFlags says that the feature flags could not be read, so that it is not known
// what the switches are that are flags.
var errFlags = errors.New("resolve the feature flags")

// switches is what all switches are at one moment.
type switches struct {
	flags  feature.Flags
	stored map[storage.NotificationType]bool
	// unresolved says that the flags are not known. The types that have one are
	// told then: better one notice too many.
	unresolved bool
}

// switchesOf returns the switches. Its error wraps [errFlags] when it is the flags
// that could not be read, and then what is kept in the setting is there all the
// same.
func switchesOf(tx storage.Tx) (switches, error) {
	kept, err := settings.Text(tx, prefsSetting)
	if err != nil {
		return switches{}, err
	}
	s := switches{stored: parsePrefs(kept)}
	if s.flags, err = feature.Resolve(tx); err != nil {
		s.unresolved = true
		return s, errors.Join(errFlags, err)
	}
	return s, nil
}

// on says whether a type is told.
func (s switches) on(c class) bool {
	if c.flag != "" {
		return s.unresolved || s.flags.On(c.flag)
	}
	if on, ok := s.stored[c.kind]; ok {
		return on
	}
	return c.standard
}

// tell says whether a type is told. One that only another version of the service
// knows is.
func (s switches) tell(t storage.NotificationType) bool { return !slices.Contains(s.off(), t) }

// off returns the types that are not told.
func (s switches) off() []storage.NotificationType {
	var off []storage.NotificationType
	for _, c := range classes() {
		if !s.on(c) {
			off = append(off, c.kind)
		}
	}
	return off
}

// parsePrefs reads what is kept of the switches. What is no switch, or not one
// any more, or is neither on nor off, does not count; nor does a text that is no
// JSON object.
func parsePrefs(kept string) map[storage.NotificationType]bool {
	var members map[string]json.RawMessage
	if kept == "" || json.Unmarshal([]byte(kept), &members) != nil {
		return nil
	}
	return switchesNamed(Booleans(members))
}

// Booleans returns those members of a JSON object that are booleans.
func Booleans(members map[string]json.RawMessage) map[string]bool {
	found := make(map[string]bool)
	for name, value := range members {
		switch string(bytes.TrimSpace(value)) {
		case "true":
			found[name] = true
		case "false":
			found[name] = false
		}
	}
	return found
}

// switchesNamed returns the switches that have the name of their type, of those that are
// set.
func switchesNamed(set map[string]bool) map[storage.NotificationType]bool {
	stored := make(map[storage.NotificationType]bool)
	for _, c := range classes() {
		if on, ok := set[string(c.kind)]; ok && c.named {
			stored[c.kind] = on
		}
	}
	return stored
}
