package settings

import (
	"encoding/json"
	"strconv"

	"github.com/privacylabels/auditor/storage"
)

// Text returns the value of a setting, or "" if it is not set.
func Text(tx *storage.Tx, name string) (string, error) {
	s, _, err := storage.Find(tx.Settings, name)
	return s.Value, err
}

// PutText sets a setting.
func PutText(tx *storage.Tx, name, value string) error {
	return tx.Settings.Put(storage.Setting{Name: name, Value: value})
}

// PutJSON sets a setting to the JSON form of a value.
func PutJSON(tx *storage.Tx, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return PutText(tx, name, string(text))
}

// Time returns a setting that is a time, or zero if it is not set or invalid.
func Time(tx *storage.Tx, name string) (storage.Time, error) {
	text, err := Text(tx, name)
	if err != nil {
		return 0, err
	}
	ms, err := strconv.ParseInt(text, 10, 64)
	if err != nil || ms < 0 {
		return 0, nil
	}
	return storage.Time(ms), nil
}

// PutTime sets a setting to a time.
func PutTime(tx *storage.Tx, name string, t storage.Time) error {
	return PutText(tx, name, strconv.FormatInt(int64(t), 10))
}
