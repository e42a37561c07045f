package settings

import (
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

// Fault is the error of an invalid value.
type Fault struct {
	Name   string // of the setting
	Reason string // follows the name: "must be …"
}

func (f *Fault) Error() string { return f.Name + " " + f.Reason }

// Change is a set of new, checked values of settings.
type Change struct {
	values []value
}

type value struct {
	setting
	text string // to store
}

// Parse checks new values, by the names of their settings. Null means the default. Parse
// ignores the read-only members of [Show] and of the API, so that a response can be sent back.
// The error is a [*Fault] for the first unknown name or, if all are known, for the first
// invalid value.
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

// shownBeside returns the read-only members that the API shows with the settings.
func shownBeside() []string { return []string{"lastAutoSync", "syncRunning", "adminTokenRequired"} }

// Deliverable returns a [*Fault] if the change has the URL of a webhook for which undeliverable
// returns a reason.
func (c Change) Deliverable(undeliverable func(address string) (reason string)) error {
	for _, v := range c.values {
		if v.name != WebhookURL || v.text == "" || maybeMask(v.text) {
			continue
		}
		if reason := undeliverable(v.text); reason != "" {
			return &Fault{v.name, reason}
		}
	}
	return nil
}

// Names returns the settings that are changed.
func (c Change) Names() []string {
	names := make([]string, len(c.values))
	for i, v := range c.values {
		names[i] = v.name
	}
	return names
}

// Write writes the new values. The error is a [*Fault] if a new value conflicts with the stored
// one; the caller should then roll back.
func (c Change) Write(tx *storage.Tx) error {
	for _, v := range c.values {
		kept, err := Text(tx, v.name)
		if err != nil {
			return err
		}
		if v.unchanged != nil && v.text != "" {
			same, err := v.unchanged(v.text, kept)
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

// put sets a setting, or deletes it if the text is empty.
func put(tx *storage.Tx, name, text string) error {
	if text != "" {
		return PutText(tx, name, text)
	}
	_, err := tx.Settings.Delete(name)
	return err
}

// Secrets returns the stored secrets.
func Secrets(tx *storage.Tx) ([]string, error) {
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
	for set, err := range tx.Settings.List(storage.SettingQuery{Prefix: Destinations}) {
		if err != nil {
			return nil, err
		}
		var of struct{ URL, Secret string }
		if json.Unmarshal([]byte(set.Value), &of) != nil {
			continue // never shown
		}
		for _, kept := range []string{of.URL, of.Secret} {
			if kept != "" {
				secrets = append(secrets, kept)
			}
		}
	}
	return secrets, nil
}

// Show returns the value of every setting by name, and whether secrets are set. The result
// contains no secrets.
func Show(tx *storage.Tx) (map[string]any, error) {
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
