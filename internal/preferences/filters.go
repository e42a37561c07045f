package preferences

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The lists whose filters can be saved.
const (
	AppsList    = "apps"
	ChangesList = "changes"
)

// The limits of saved filters.
const (
	MaxFilters     = 50   // of a list
	MaxFilterName  = 60   // characters
	MaxFilterQuery = 2000 // bytes
)

// filterSetting is the prefix of the settings with the saved filters.
const filterSetting = "savedFilter."

var (
	// ErrFilter means that a filter has no list, name or query, or one that is too long.
	ErrFilter = errors.New("a saved filter has a list, a name of 1 to 60 characters, and a query of 1 to 2000 bytes")
	// ErrTooManyFilters means that a list has [MaxFilters] saved filters already.
	ErrTooManyFilters = errors.New("too many saved filters")
)

// Filter is a filter of a list that the user has saved under a name.
type Filter struct {
	List string `json:"list"` // what it is a filter of: apps or changes
	Name string `json:"name"` // the name
	// The query of the address of the list, such as use=tracking&data=LOCATION.
	Query string `json:"query"`
}

// normal returns the filter with its name and query in the form that is stored. The error wraps [ErrFilter].
func (f Filter) normal() (Filter, error) {
	f.Name = strings.Join(strings.Fields(f.Name), " ")
	fields, err := url.ParseQuery(strings.TrimPrefix(f.Query, "?"))
	f.Query = fields.Encode()
	switch {
	case f.List != AppsList && f.List != ChangesList:
		return f, fmt.Errorf("list %.20q: %w", f.List, ErrFilter)
	case storage.Blank(f.Name) || utf8.RuneCountInString(f.Name) > MaxFilterName || !utf8.ValidString(f.Name) || strings.ContainsFunc(f.Name, unicode.IsControl):
		return f, fmt.Errorf("name %.100q: %w", f.Name, ErrFilter)
	case err != nil || f.Query == "" || len(f.Query) > MaxFilterQuery:
		return f, fmt.Errorf("query %.100q: %w", f.Query, ErrFilter)
	}
	return f, nil
}

// key returns the name of the setting of the filter. Names that differ only in letter case are one.
func (f Filter) key() string { return filterSetting + f.List + "." + strings.ToLower(f.Name) }

// ListOf returns the list whose saved filter a setting is, or "" if it is none.
func ListOf(setting string) string {
	rest, is := strings.CutPrefix(setting, filterSetting)
	list, _, _ := strings.Cut(rest, ".")
	if !is || list == "" {
		return ""
	}
	return list
}

// Filters returns the saved filters of a list by name, those of all lists if it is empty.
func Filters(tx *storage.Tx, list string) ([]Filter, error) {
	prefix := filterSetting
	if list != "" {
		prefix += list + "."
	}
	filters := []Filter{}
	for set, err := range tx.Settings.List(storage.SettingQuery{Prefix: prefix}) {
		if err != nil {
			return nil, err
		}
		var f Filter
		if json.Unmarshal([]byte(set.Value), &f) != nil { // another version may have written it, or a backup has it
			continue
		}
		if stored, err := f.normal(); err == nil && stored.key() == set.Name {
			filters = append(filters, f)
		}
	}
	return filters, nil
}

// SaveFilter saves a filter in place of the one with its name, and returns it as stored. The error wraps
// [ErrFilter] or [ErrTooManyFilters].
func SaveFilter(tx *storage.Tx, wanted Filter) (Filter, error) {
	f, err := wanted.normal()
	if err != nil {
		return f, err
	}
	_, known, err := storage.Find(tx.Settings, f.key())
	if err != nil {
		return f, err
	}
	if !known {
		saved, err := Filters(tx, f.List)
		if err != nil {
			return f, err
		}
		if len(saved) >= MaxFilters {
			return f, ErrTooManyFilters
		}
	}
	return f, settings.PutJSON(tx, f.key(), f)
}

// ForgetFilter removes a saved filter, and returns what it was. The error wraps storage.ErrNotFound if there is none.
func ForgetFilter(tx *storage.Tx, list, name string) (f Filter, err error) {
	key := Filter{List: list, Name: strings.Join(strings.Fields(name), " ")}.key()
	set, known, err := storage.Find(tx.Settings, key)
	if err != nil {
		return f, err
	}
	if !known {
		return f, &storage.MissingError{Kind: "saved filter", Key: name}
	}
	if err := json.Unmarshal([]byte(set.Value), &f); err != nil {
		f = Filter{List: list, Name: name}
	}
	_, err = tx.Settings.Delete(key)
	return f, err
}
