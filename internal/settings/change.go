package settings

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

// Fault says that a value is none that a setting takes.
type Fault struct {
	Name   string // the setting's
	Reason string // goes on after the name: "must be …"
}

func (f *Fault) Error() string { return f.Name + " " + f.Reason }

// Change is new values of some settings, checked.
type Change struct {
	values []value
}

type value struct {
	setting
	text string // to keep
}

// Parse checks new values, by the names of their settings. Null is the default.
// Members that are shown beside the settings are ignored, so that what was read can
// be sent back. The error is a [*Fault] for a name that is not known, or else for the
// first value that is wrong.
func Parse(sent map[string]json.RawMessage, now storage.Time) (Change, error) {
	var c Change
	known := shownBeside()
	for _, s := range table() {
		known = append(known, s.name)
		if s.isSet != "" {
			known = append(known, s.isSet)
		}
	}
	if err := Unknown(sent, known); err != nil {
		return Change{}, err
	}
	for _, s := range table() {
		raw, ok := sent[s.name]
		if !ok {
			continue
		}
		v := value{setting: s}
		if string(raw) != "null" {
			var err error
			if v.text, err = s.read(raw, now); err != nil {
				return Change{}, &Fault{s.name, err.Error()}
			}
		}
		c.values = append(c.values, v)
	}
	return c, nil
}

// shownBeside returns what the interface shows with the settings and is none.
func shownBeside() []string { return []string{"lastAutoSync", "syncRunning", "adminTokenRequired"} }

// Names returns the settings that are changed.
func (c Change) Names() []string {
	names := make([]string, len(c.values))
	for i, v := range c.values {
		names[i] = v.name
	}
	return names
}

// Write writes the new values. The error is a [*Fault] when one is wrong beside
// what is set, and then nothing of the transaction should be kept; or the store's.
func (c Change) Write(tx storage.Tx) error {
	for _, v := range c.values {
		kept, err := Text(tx, v.name)
		if err != nil {
			return err
		}
		if v.stands != nil && v.text != "" {
			same, err := v.stands(v.text, kept)
			if err != nil {
				return &Fault{v.name, err.Error()}
			}
			if same {
				continue
			}
		}
		if v.voids != "" && v.show(v.text) != v.show(kept) {
			if err := put(tx, v.voids, ""); err != nil {
				return err
			}
		}
		if err := put(tx, v.name, v.text); err != nil {
			return err
		}
	}
	return nil
}

// put sets a setting, or, to nothing, deletes it.
func put(tx storage.Tx, name, text string) error {
	if text != "" {
		return PutText(tx, name, text)
	}
	_, err := tx.Settings().Delete(name)
	return err
}

// Secrets returns the kept texts that are not to be shown.
func Secrets(tx storage.Tx) ([]string, error) {
	var secrets []string
	for _, s := range table() {
		if !s.secret {
			continue
		}
		kept, err := Text(tx, s.name)
		if err != nil {
			return nil, err
		}
		if kept != "" {
			secrets = append(secrets, kept)
		}
	}
	return secrets, nil
}

// Show returns the value of every setting by its name, and of those that are
// secret whether they are set. No secret is in it.
func Show(tx storage.Tx) (map[string]any, error) {
	shown := make(map[string]any)
	for _, s := range table() {
		kept, err := Text(tx, s.name)
		if err != nil {
			return nil, err
		}
		shown[s.name] = s.show(kept)
		if s.isSet != "" {
			shown[s.isSet] = kept != ""
		}
	}
	return shown, nil
}
