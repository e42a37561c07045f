package appdata

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// partSize is the number of characters of a part.
const partSize = 512 << 10

// PutAside removes an app as [Remove] does, and saves its records so that [Restore] can bring all of
// them back, except the links from lists of imports. What is still saved of an earlier removal is
// restored first, so that the saved records are all of the app. In a store that lacks the tables, it is
// Remove.
func PutAside(tx *storage.Tx, id storage.AppID, now storage.Time) (removed bool, err error) {
	app, tracked, err := storage.Find(tx.Apps, id)
	if err != nil || !tracked {
		return false, err
	}
	again, err := Restore(tx, id)
	if errors.Is(err, storage.ErrNotSupported) {
		return Remove(tx, id)
	}
	if err == nil && again {
		app, err = tx.Apps.Get(id)
	}
	if err != nil {
		return false, err
	}
	parts, err := recordsOf(tx, app)
	if err != nil {
		return false, err
	}
	if _, err := Remove(tx, id); err != nil {
		return false, err
	}
	if err := tx.RemovedApps.Put(storage.RemovedApp{
		App: id, Name: app.Name, Developer: app.Developer, IconURL: app.IconURL, URL: app.URL, FirstSeen: app.FirstSeen,
		SyncCount: app.SyncCount, RemovedAt: now,
	}); err != nil {
		return false, err
	}
	for i, data := range parts {
		if err := tx.RemovedParts.Put(storage.RemovedPart{App: id, Part: i, Data: data}); err != nil {
			return false, err
		}
	}
	return true, nil
}

// recordsOf returns the records of an app in their saved form: lines of JSON, compressed, and in
// base64 because a store has texts only. What it holds in memory is the compressed form.
func recordsOf(tx *storage.Tx, app storage.App) ([]string, error) {
	var text strings.Builder
	encoded := base64.NewEncoder(base64.StdEncoding, &text)
	packed := gzip.NewWriter(encoded)
	lines := json.NewEncoder(packed)
	lines.SetEscapeHTML(false)
	write := func(table string, record any) error {
		return lines.Encode(savedRecord{table, saved(reflect.ValueOf(record))})
	}

	labels := map[storage.Digest]bool{{}: true}
	label := func(digest storage.Digest) error {
		if labels[digest] {
			return nil
		}
		labels[digest] = true
		body, known, err := storage.Find(tx.Labels, digest)
		if err != nil || !known { // that of an app need not be stored
			return err
		}
		return write("Labels", body)
	}
	if err := label(app.LabelDigest); err != nil {
		return nil, err
	}
	if err := write("Apps", app); err != nil {
		return nil, err
	}
	for _, kind := range ownKinds() {
		for record, err := range recordsIn(tx, kind, app.ID) {
			if err == nil {
				switch of := record.(type) {
				case storage.Snapshot:
					err = label(of.Label)
				case storage.StorefrontObservation:
					err = label(of.Label)
				}
			}
			if err == nil {
				err = write(kind.Name(), record)
			}
			if err != nil {
				return nil, fmt.Errorf("save %s of app %d: %w", kind.Name(), app.ID, err)
			}
		}
	}
	if err := errors.Join(packed.Close(), encoded.Close()); err != nil {
		return nil, err
	}
	var parts []string
	for rest := text.String(); rest != ""; {
		part := rest[:min(partSize, len(rest))]
		parts, rest = append(parts, part), rest[len(part):]
	}
	return parts, nil
}

// Restore brings a removed app back with the records that were saved, and reports whether there was
// such an app. If it is tracked again, they are joined with those that it has now.
func Restore(tx *storage.Tx, id storage.AppID) (restored bool, err error) {
	if _, restored, err = storage.Find(tx.RemovedApps, id); err != nil || !restored {
		return false, err
	}
	now, _, err := storage.Find(tx.Apps, id)
	if err != nil {
		return false, err
	}
	into, err := newRejoining(tx, now)
	if err != nil {
		return false, err
	}
	if err := into.read(id); err != nil {
		return false, err
	}
	if err := into.end(); err != nil {
		return false, fmt.Errorf("restore app %d: %w", id, err)
	}
	_, err = tx.RemovedApps.Delete(id)
	return true, err
}

// ownKinds returns the kinds whose records are deleted with their app, each after its parents.
func ownKinds() []storage.Kind {
	children := storage.Children()
	owned := []string{"Apps"}
	for i := 0; i < len(owned); i++ {
		for _, child := range children[owned[i]] {
			if !slices.Contains(owned, child) && child != "ImportItems" {
				owned = append(owned, child)
			}
		}
	}
	return slices.DeleteFunc(storage.Kinds(), func(k storage.Kind) bool { return k.Name() == "Apps" || !slices.Contains(owned, k.Name()) })
}

// recordsIn yields the records of a kind that belong to an app. A store that lacks the table has none.
func recordsIn(tx *storage.Tx, kind storage.Kind, id storage.AppID) func(func(any, error) bool) {
	query := reflect.ValueOf(kind.NewQuery()).Elem()
	for _, field := range []string{"App", "Of", "Source", "Apps"} {
		switch f := query.FieldByName(field); {
		case !f.IsValid():
			continue
		case f.Type() == reflect.TypeFor[storage.AppID]():
			f.Set(reflect.ValueOf(id))
		case f.Type() == reflect.TypeFor[[]storage.AppID]():
			f.Set(reflect.ValueOf([]storage.AppID{id}))
		default:
			continue
		}
		return func(yield func(any, error) bool) {
			for record, err := range kind.Rows(tx).List(query.Interface()) {
				if errors.Is(err, storage.ErrNotSupported) {
					return
				}
				if !yield(record, err) {
					return
				}
			}
		}
	}
	return func(yield func(any, error) bool) {
		one := func(key any) bool {
			record, err := kind.Rows(tx).Get(key)
			if errors.Is(err, storage.ErrNotFound) || errors.Is(err, storage.ErrNotSupported) {
				return true
			}
			return yield(record, err)
		}
		if kind.Name() != "Commits" { // the app is the key
			one(id)
			return
		}
		for snapshot, err := range tx.Snapshots.List(storage.SnapshotQuery{App: id, Changed: true}) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !one(snapshot.ID) {
				return
			}
		}
	}
}

// savedRecord is a line of the saved form.
type savedRecord struct {
	Table  string
	Record any
}

// saved returns a value as JSON has it, by the names of the fields of Go. The JSON of the records
// themselves is that of the API, which leaves some fields out.
func saved(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Struct:
		members := make(map[string]any, v.NumField())
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				members[v.Type().Field(i).Name] = saved(v.Field(i))
			}
		}
		return members
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return []any{saved(v.Elem())}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return nil
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			b := make([]byte, v.Len())
			reflect.Copy(reflect.ValueOf(b), v)
			return b
		}
		all := make([]any, v.Len())
		for i := range all {
			all[i] = saved(v.Index(i))
		}
		return all
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return v.Uint()
	case reflect.Float64:
		return v.Float()
	}
	panic(fmt.Sprintf("appdata: a record has a field of type %v, which is not known here", v.Type()))
}

// load sets a value from what saved made of it.
func load(v reflect.Value, raw json.RawMessage) error {
	if string(raw) == "null" {
		return nil
	}
	switch v.Kind() {
	case reflect.Struct:
		var members map[string]json.RawMessage
		if err := json.Unmarshal(raw, &members); err != nil {
			return err
		}
		for name, member := range members {
			if field := v.FieldByName(name); field.IsValid() {
				if err := load(field, member); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
		return nil
	case reflect.Pointer:
		var one []json.RawMessage
		if err := json.Unmarshal(raw, &one); err != nil || len(one) != 1 {
			return errors.Join(err, errors.New("not one value"))
		}
		v.Set(reflect.New(v.Type().Elem()))
		return load(v.Elem(), one[0])
	case reflect.Slice, reflect.Array:
		return loadList(v, raw)
	case reflect.String:
		var text string
		err := json.Unmarshal(raw, &text)
		v.SetString(text)
		return err
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		var n uint64
		err := json.Unmarshal(raw, &n)
		v.SetUint(n)
		return err
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		var n int64
		err := json.Unmarshal(raw, &n)
		v.SetInt(n)
		return err
	}
	return json.Unmarshal(raw, v.Addr().Interface()) // a bool or a float64
}

func loadList(v reflect.Value, raw json.RawMessage) error {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		var b []byte
		if err := json.Unmarshal(raw, &b); err != nil {
			return err
		}
		if v.Kind() == reflect.Slice {
			v.Set(reflect.MakeSlice(v.Type(), len(b), len(b)))
		} else if len(b) != v.Len() {
			return errors.New("the wrong number of bytes")
		}
		reflect.Copy(v, reflect.ValueOf(b))
		return nil
	}
	var all []json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return err
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(all), len(all)))
	} else if len(all) != v.Len() {
		return errors.New("the wrong number of values")
	}
	for i := range all {
		if err := load(v.Index(i), all[i]); err != nil {
			return err
		}
	}
	return nil
}
