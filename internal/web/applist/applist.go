package applist

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Max is how many apps one list may have.
const Max = 5000

// maxText is the longest text of an app, in bytes. Longer ones are left out.
const maxText = 500

var (
	// ErrTooMany means that a list has more than [Max] apps.
	ErrTooMany = errors.New("the list has more than 5000 apps")
	// ErrNotText means that a list is not a text, such as a file of another program.
	ErrNotText = errors.New("the list is not a text")
	// ErrEmpty means that no app was found in a list.
	ErrEmpty = errors.New("no app was found in the list")
)

// App is what a list says of an app. At least one of Name, ID, BundleID and Address is set.
type App struct {
	Name      string
	Developer string
	ID        string // digits
	BundleID  string
	Address   string
}

// Query returns what the app is called in the list: its name, else what identifies it.
func (a App) Query() string {
	for _, text := range []string{a.Name, a.BundleID, a.Address, a.ID} {
		if text != "" {
			return text
		}
	}
	return ""
}

// Lines reads one app from each line: an address, an id, a bundle id or a name. The error
// is one of the sentinels.
func Lines(text string) ([]App, error) {
	var l list
	for line := range strings.Lines(text) {
		l.add(line1(line))
	}
	return l.done()
}

// File reads a file: JSON, CSV or lines, which it tells apart by their content. The error
// is one of the sentinels.
func File(text []byte) ([]App, error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil, ErrNotText
	}
	if len(text) > 0 && (text[0] == '{' || text[0] == '[') {
		var value any
		if json.Unmarshal(text, &value) == nil {
			var l list
			l.walk(value)
			return l.done()
		}
	}
	if rows, columns := table(string(text)); columns != nil {
		var l list
		for _, row := range rows {
			l.add(fromRow(row, columns))
		}
		return l.done()
	}
	return Lines(string(text))
}

// list collects apps, each once.
type list struct {
	apps []App
	seen map[App]bool
}

func (l *list) add(a App) {
	if a.Query() == "" || l.seen[a] || len(l.apps) > Max {
		return
	}
	if l.seen == nil {
		l.seen = make(map[App]bool)
	}
	l.seen[a] = true
	l.apps = append(l.apps, a)
}

func (l *list) done() ([]App, error) {
	switch {
	case len(l.apps) == 0:
		return nil, ErrEmpty
	case len(l.apps) > Max:
		return nil, ErrTooMany
	}
	return l.apps, nil
}

var (
	storeID  = regexp.MustCompile(`^(?:id)?([0-9]{8,15})$`)
	bundleID = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*(\.[A-Za-z0-9_-]+){2,}$`)
)

// line1 returns the app of a line.
func line1(line string) App {
	line = clean(line)
	lower := strings.ToLower(line)
	switch {
	case strings.HasPrefix(lower, "https://"), strings.HasPrefix(lower, "http://"):
		return App{Address: line}
	case strings.HasPrefix(lower, "apps.apple.com/"), strings.HasPrefix(lower, "itunes.apple.com/"):
		return App{Address: "https://" + line}
	case storeID.MatchString(line):
		return App{ID: storeID.FindStringSubmatch(line)[1]}
	case bundleID.MatchString(line):
		return App{BundleID: line}
	}
	return App{Name: line}
}

// clean returns a text without what is around it, empty if it is too long.
func clean(text string) string {
	text = strings.TrimSpace(strings.Map(func(c rune) rune {
		if c < 0x20 || c == 0x7f {
			return ' '
		}
		return c
	}, text))
	if len(text) > maxText {
		return ""
	}
	return text
}

// field is what a column, or a member of an object, holds.
type field int

const (
	other field = iota
	name
	developer
	id
	bundle
	address
)

// fieldOf returns what a heading stands for.
func fieldOf(heading string) field {
	heading = strings.ToLower(heading)
	heading = strings.NewReplacer(" ", "", "_", "", "-", "").Replace(heading)
	switch heading {
	case "name", "app", "appname", "title", "displayname", "itunesname", "trackname":
		return name
	case "developer", "seller", "publisher", "artist", "artistname", "sellername", "vendor":
		return developer
	case "id", "appid", "appleid", "adamid", "trackid", "itunesid", "itunesstoreid", "appstoreid":
		return id
	case "bundle", "bundleid", "bundleidentifier", "softwareversionbundleid":
		return bundle
	case "url", "link", "address", "appstoreurl", "trackviewurl":
		return address
	}
	return other
}

// set sets a field of an app that is not set yet.
func (a *App) set(f field, text string) {
	text = clean(text)
	to := map[field]*string{name: &a.Name, developer: &a.Developer, id: &a.ID, bundle: &a.BundleID, address: &a.Address}[f]
	if to == nil || *to != "" || text == "" {
		return
	}
	switch f {
	case id:
		found := storeID.FindStringSubmatch(text)
		if found == nil {
			return
		}
		text = found[1]
	case bundle:
		if !bundleID.MatchString(text) {
			return
		}
	case address:
		if text = line1(text).Address; text == "" {
			return
		}
	}
	*to = text
}

// table returns the rows of a text that is a table with a heading, and what its columns
// hold, nil if it is none.
func table(text string) (rows [][]string, columns []field) {
	first, _, _ := strings.Cut(text, "\n")
	comma := ','
	for _, c := range []rune{';', '\t'} {
		if strings.Count(first, string(c)) > strings.Count(first, string(comma)) {
			comma = c
		}
	}
	from := csv.NewReader(strings.NewReader(text))
	from.Comma, from.LazyQuotes, from.FieldsPerRecord = comma, true, -1
	heading, err := from.Read()
	if err != nil {
		return nil, nil
	}
	for _, text := range heading {
		columns = append(columns, fieldOf(strings.TrimSpace(text)))
	}
	if !slices.ContainsFunc(columns, func(f field) bool { return f != other && f != developer }) {
		return nil, nil
	}
	for len(rows) <= Max {
		row, err := from.Read()
		if errors.Is(err, io.EOF) {
			return rows, columns
		}
		if err != nil {
			return nil, nil
		}
		rows = append(rows, row)
	}
	return rows, columns
}

func fromRow(row []string, columns []field) (a App) {
	for i, text := range row {
		if i < len(columns) {
			a.set(columns[i], text)
		}
	}
	if a.Query() == a.Developer {
		return App{}
	}
	return a
}

// walk finds the apps in a JSON value: texts in lists, and objects that have the members
// of an app.
func (l *list) walk(value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if text, ok := item.(string); ok {
				l.add(line1(text))
				continue
			}
			l.walk(item)
		}
	case map[string]any:
		if a, ok := fromObject(value); ok {
			l.add(a)
			return
		}
		for _, key := range sortedKeys(value) {
			switch value[key].(type) {
			case []any, map[string]any:
				l.walk(value[key])
			}
		}
	}
}

// fromObject returns the app of an object, and reports whether it is one: it has a name or
// what identifies an app, and no list of further objects that would be the apps.
func fromObject(object map[string]any) (a App, ok bool) {
	for _, key := range sortedKeys(object) {
		switch value := object[key].(type) {
		case string:
			a.set(fieldOf(key), value)
		case float64:
			if fieldOf(key) == id && value >= 1e7 && value < 1e15 {
				a.set(id, formatID(value))
			}
		case []any, map[string]any:
			if holdsApps(value) {
				return App{}, false
			}
		}
	}
	return a, a.Name != "" || a.ID != "" || a.BundleID != "" || a.Address != ""
}
