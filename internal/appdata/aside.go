package appdata

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// ErrTracked means that a removed app cannot be restored because it is tracked again.
var ErrTracked = errors.New("the app is tracked again")

// partSize is the number of characters of a part.
const partSize = 512 << 10

// PutAside removes an app as [Remove] does, and saves its records so that [Restore] can bring all of
// them back, except the links from lists of imports. It replaces what was saved of an earlier removal.
// In a store that lacks the tables, it is Remove.
func PutAside(tx *storage.Tx, id storage.AppID, now storage.Time) (removed bool, err error) {
	app, tracked, err := storage.Find(tx.Apps, id)
	if err != nil || !tracked {
		return false, err
	}
	if _, err := tx.RemovedApps.Delete(id); errors.Is(err, storage.ErrNotSupported) {
		return Remove(tx, id)
	} else if err != nil {
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
// such an app. The error wraps [ErrTracked] if it is tracked.
func Restore(tx *storage.Tx, id storage.AppID) (restored bool, err error) {
	if _, restored, err = storage.Find(tx.RemovedApps, id); err != nil || !restored {
		return false, err
	}
	if _, tracked, err := storage.Find(tx.Apps, id); err != nil {
		return false, err
	} else if tracked {
		return false, fmt.Errorf("app %d: %w", id, ErrTracked)
	}
	parts, err := storage.Collect(tx.RemovedParts.List(storage.RemovedPartQuery{App: id}))
	if err != nil {
		return false, err
	}
	readers := make([]io.Reader, len(parts))
	for i, part := range parts {
		readers[i] = strings.NewReader(part.Data)
	}
	packed, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, io.MultiReader(readers...)))
	if err != nil {
		return false, fmt.Errorf("%w: records of app %d: %w", storage.ErrDamaged, id, err)
	}
	kinds := make(map[string]storage.Kind)
	for _, kind := range storage.Kinds() {
		kinds[kind.Name()] = kind
	}
	lines := json.NewDecoder(packed)
	for {
		var line struct {
			Table  string
			Record json.RawMessage
		}
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return false, fmt.Errorf("%w: records of app %d: %w", storage.ErrDamaged, id, err)
		}
		kind, known := kinds[line.Table]
		if !known { // of a newer version
			continue
		}
		record := reflect.ValueOf(kind.New()).Elem()
		if err := load(record, line.Record); err != nil {
			return false, fmt.Errorf("%w: %s of app %d: %w", storage.ErrDamaged, line.Table, id, err)
		}
		if err := put(tx, kinds, kind, record.Interface()); err != nil {
			return false, fmt.Errorf("restore %s of app %d: %w", line.Table, id, err)
		}
	}
	_, err = tx.RemovedApps.Delete(id)
	return true, err
}

// Back brings an app that is about to be tracked again back with what was saved when it was removed, and
// returns it. Back is false if nothing was saved.
func Back(tx *storage.Tx, id storage.AppID) (app storage.App, back bool, err error) {
	back, err = Restore(tx, id)
	switch {
	case errors.Is(err, storage.ErrNotSupported):
		return app, false, nil
	case err != nil || !back:
		return app, false, err
	}
	app, err = tx.Apps.Get(id)
	return app, true, err
}

// ForgetTracked deletes what was saved of apps that are tracked: their records were replaced by others.
func ForgetTracked(tx *storage.Tx) error {
	var failed error
	_, err := storage.DeleteFunc(tx.RemovedApps, storage.RemovedAppQuery{}, func(saved storage.RemovedApp) bool {
		_, tracked, err := storage.Find(tx.Apps, saved.App)
		failed = errors.Join(failed, err)
		return tracked
	})
	if errors.Is(err, storage.ErrNotSupported) {
		err = nil
	}
	return errors.Join(failed, err)
}

// put writes a record unless one of its parents, such as a device, is missing, or the store lacks its
// table.
func put(tx *storage.Tx, kinds map[string]storage.Kind, kind storage.Kind, record any) error {
	for _, parent := range storage.ParentsOf(record) {
		_, err := kinds[parent.Table].Rows(tx).Get(parent.Key)
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	err := kind.Rows(tx).Put(record)
	if errors.Is(err, storage.ErrNotSupported) {
		return nil
	}
	return err
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
