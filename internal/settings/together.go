package settings

import (
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

type rows = storage.Rows[string, storage.Setting, storage.SettingQuery]

// Together returns a transaction in which the first read of one of these settings reads all of
// them, in one query. It is for a transaction that reads several of them in different places.
func Together(tx *storage.Tx, names ...string) *storage.Tx {
	with := *tx
	with.Settings = &together{rows: tx.Settings, names: names}
	return &with
}

// together is the table of settings for [Together].
type together struct {
	rows
	names  []string
	values map[string]string // the values of the group; nil: not read yet
}

// Get implements [storage.Rows].
func (t *together) Get(name string) (storage.Setting, error) {
	if !slices.Contains(t.names, name) {
		return t.rows.Get(name)
	}
	if t.values == nil {
		values := make(map[string]string, len(t.names))
		for s, err := range t.List(storage.SettingQuery{Names: t.names}) {
			if err != nil {
				return storage.Setting{}, err
			}
			values[s.Name] = s.Value
		}
		t.values = values
	}
	value, ok := t.values[name]
	if !ok {
		return storage.Setting{}, fmt.Errorf("settings %s: %w", name, storage.ErrNotFound)
	}
	return storage.Setting{Name: name, Value: value}, nil
}

// Put implements [storage.Rows].
func (t *together) Put(all ...storage.Setting) error {
	if err := t.rows.Put(all...); err != nil {
		return err
	}
	for _, s := range all {
		if t.values != nil && slices.Contains(t.names, s.Name) {
			t.values[s.Name] = s.Value
		}
	}
	return nil
}

// Delete implements [storage.Rows].
func (t *together) Delete(names ...string) (int, error) {
	t.values = nil
	return t.rows.Delete(names...)
}

// Clear implements [storage.Rows].
func (t *together) Clear() (int, error) {
	t.values = nil
	return t.rows.Clear()
}
