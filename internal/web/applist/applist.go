package applist

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/internal/storeaddress"
	"github.com/privacylabels/auditor/storage"
)

// Max is how many apps one list may have.
const Max = 50_000

const (
	maxText    = 500  // longest text of an app, in bytes
	maxAddress = 2048 // longest address, in bytes
	maxLine    = 2 * maxAddress
	maxEntries = 1 << 18 // lines or rows of a list; an app may have several
)

var (
	// ErrTooMany means that a list has more than [Max] apps, or far more values than so many
	// apps have.
	ErrTooMany = errors.New("the list has more than 50,000 apps")
	// ErrNotText means that a list is not a text, such as a file of another program.
	ErrNotText = errors.New("the list is not a text in UTF-8 or UTF-16")
	// ErrNotJSON means that a list begins as JSON does, and cannot be read as such.
	ErrNotJSON = errors.New("the list is not valid JSON")
	// ErrNotPlist means that a list begins as XML does, and is not a property list.
	ErrNotPlist = errors.New("the list is XML, but not a property list such as the export of Apple Configurator")
	// ErrTooLong means that an app has no text but one that is too long.
	ErrTooLong = errors.New("a name in the list is longer than 500 bytes")
	// ErrEmpty means that no app was found in a list.
	ErrEmpty = errors.New("no app was found in the list")
)

// App is what a list says of an app. At least one of Name, ID, BundleID, Address and Play is set.
type App struct {
	Name      string
	Developer string
	ID        string // digits
	BundleID  string
	Address   string

	// Play names the app on Google Play: its package or its address there. It excludes the ID, the
	// bundle ID and the address.
	Play string
}

// Pair is two apps of a list that stand in one row: one of the App Store, and the same on Google
// Play. They are given by their places.
type Pair struct{ AppStore, Play int }

// List is what was read from a text.
type List struct {
	Apps  []App // each once
	Pairs []Pair

	// Unnamed counts the entries that name no app, such as a row with a developer alone. Empty
	// lines and comments are no entries. Example is the beginning of the first one.
	Unnamed int
	Example string

	// Rounded counts the apps that have an ID whose last digits a spreadsheet has lost, so that they
	// are known by their names alone. RoundedExample is what the list says of the first one.
	Rounded        int
	RoundedExample string

	// Skipped counts the lines of a Brewfile that are about something else than the App Store,
	// such as brew and tap.
	Skipped int
}

// Query returns what the app is called in the list: its name, else what identifies it.
func (a App) Query() string { return cmp.Or(a.Name, a.BundleID, a.Address, a.ID, a.Play) }

// Queries returns what each of the apps is called. Of several with one name, each after
// the first is called by its name and what it differs in.
func Queries(apps []App) []string {
	queries := make([]string, len(apps))
	used := make(map[string]bool, len(apps))
	for i, a := range apps {
		query := a.Query()
		for _, more := range []string{a.ID, a.BundleID, a.Address, a.Play, a.Developer} {
			if used[query] && more != "" {
				query = a.Query() + " (" + more + ")"
			}
		}
		used[query], queries[i] = true, query
	}
	return queries
}

// identified reports whether the app is known by more than its name.
func (a App) identified() bool { return a.inAppStore() || a.Play != "" }

// inAppStore reports whether that is an ID, a bundle ID or an address.
func (a App) inAppStore() bool { return a.ID != "" || a.BundleID != "" || a.Address != "" }

// key returns what two apps of a list have in common if they are one.
func (a App) key() string {
	if a.Address != "" {
		if at, err := storeaddress.Parse(a.Address); err == nil {
			return "id " + at.ID.String()
		}
	}
	if name := storeaddress.Package(cmp.Or(a.Play, a.Address)); name != "" {
		return "play " + name
	}
	switch {
	case a.Play != "":
		return "play " + a.Play
	case a.Address != "":
		return "address " + a.Address
	case a.ID != "":
		return "id " + strings.TrimLeft(a.ID, "0")
	case a.BundleID != "":
		return "bundle " + strings.ToLower(a.BundleID)
	}
	return "name " + strings.ToLower(a.Name) + "\n" + strings.ToLower(a.Developer)
}

// Lines reads one app from each line: an address, an ID, a bundle ID or a name, behind
// each of the first three a name, if any; a line of a Brewfile; or links in Markdown, of which
// a line may have several. Empty lines and comments, which begin with "# ", are skipped. A table
// whose heading has columns for both stores, or that was copied from a spreadsheet or from Markdown, is
// read as such. The error is one of the sentinels, or wraps it.
func Lines(text string) (List, error) {
	if t, ok := asTable(newlines(text)); ok && (t.hasBoth() || t.comma == '\t' || t.comma == '|') {
		return t.apps()
	}
	return lines(text, lineAll)
}

// lines reads the apps of each line.
func lines(text string, read func(line string) []reading) (List, error) {
	var l list
	for line := range strings.Lines(newlines(strings.TrimPrefix(text, bom))) {
		if l.full() {
			break
		}
		for _, r := range read(line) {
			l.add(r)
		}
	}
	return l.done()
}

// File reads a file: JSON, a property list, CSV or lines, which it tells apart by their content. The error
// is one of the sentinels, or wraps it.
func File(file []byte) (List, error) {
	text, err := decode(file)
	if err != nil {
		return List{}, err
	}
	if text = strings.TrimSpace(newlines(text)); looksLikeJSON(text) {
		return fromJSON(text)
	}
	if xmlStart.MatchString(text) {
		return fromPlist(text)
	}
	if t, ok := asTable(text); ok {
		return t.apps()
	}
	return lines(text, lineAll)
}

// list collects apps, each once.
type list struct {
	List
	read  int            // lines, rows or values
	named int            // how many of them named an app, also one that the list had
	seen  map[string]int // place in Apps
	long  bool           // an app was left out, as its only text is too long

	rounded bool // an app was left out, as it has nothing but an ID that lost digits
}

// add adds an app, unless it is one that the list has, or none.
func (l *list) add(r reading) {
	l.read++
	if r.app.Query() == "" {
		l.long = l.long || r.long
		switch {
		case r.skip:
			l.Skipped++
		case r.rounded:
			l.rounded = true
			l.leaveOut(1, fmt.Sprintf("%.80s (%v)", r.text, storeaddress.ErrRounded))
		case r.text != "":
			l.leaveOut(1, fmt.Sprintf("%.80s", r.text))
		}
		return
	}
	l.named++
	if r.rounded && !r.app.inAppStore() {
		if l.Rounded++; l.RoundedExample == "" {
			l.RoundedExample = fmt.Sprintf("%.80s", r.app.Name)
		}
	}
	if r.app.Play == "" || !r.app.inAppStore() {
		l.place(r.app)
		return
	}
	other := App{Name: r.app.Name, Developer: r.app.Developer, Play: r.app.Play}
	r.app.Play = ""
	known := len(l.Apps)
	one, two := l.place(r.app), l.place(other)
	if one >= 0 && two >= 0 && len(l.Apps) > known { // else the row is a repetition
		l.Pairs = append(l.Pairs, Pair{one, two})
	}
}

// place returns the place of an app, which it adds unless the list has it. It is negative if the list
// is full.
func (l *list) place(a App) int {
	key := a.key()
	at, has := l.seen[key]
	switch {
	case has:
		return at
	case l.full():
		return -1
	}
	if l.seen == nil {
		l.seen = make(map[string]int)
	}
	l.seen[key] = len(l.Apps)
	l.Apps = append(l.Apps, a)
	return len(l.Apps) - 1
}

// leaveOut counts entries that name no app. The text is that of the first.
func (l *list) leaveOut(n int, text string) {
	if l.Unnamed += n; l.Example == "" {
		l.Example = text
	}
}

// full reports whether the list is longer than it may be.
func (l *list) full() bool { return len(l.Apps) > Max || l.read > maxEntries }

func (l *list) done() (List, error) {
	switch {
	case l.full():
		return List{}, ErrTooMany
	case l.long && len(l.Apps) > 0:
		return List{}, fmt.Errorf("%w; it stands near %.60q", ErrTooLong, l.Apps[len(l.Apps)-1].Query())
	case l.long:
		return List{}, ErrTooLong
	case len(l.Apps) == 0 && l.rounded:
		return List{}, fmt.Errorf("%w: %w", ErrEmpty, storeaddress.ErrRounded)
	case len(l.Apps) == 0:
		return List{}, ErrEmpty
	}
	return l.List, nil
}

// reading is an app that is being read.
type reading struct {
	app     App
	spare   App    // its addresses in columns whose headings are not known
	number  string // digits of what may be an ID or the number of a row
	text    string // of an entry that names no app
	long    bool   // a text was too long
	rounded bool   // an ID lost digits
	skip    bool   // the line is about something else than apps of the App Store
}

var (
	bundleID = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*(\.[A-Za-z0-9_-]+){2,}$`)
	// anyBundleID also matches what could be the name of a site.
	anyBundleID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]*(\.[A-Za-z0-9_-]+)+$`)
)

// line1 returns the app of a line.
func line1(written string) reading {
	line := clean(written)
	if len(line) > maxLine {
		return reading{long: !isComment(line)}
	}
	if isComment(line) || isRule(line) {
		return reading{}
	}
	if r, ok := fromBrewfile(line); ok {
		return r
	}
	line = unquote(bullet.ReplaceAllString(line, ""))
	r := identity(line)
	if r.app.Play != "" || r.app.ID != "" || r.app.identified() && !strings.ContainsAny(line, " ,;") {
		return r
	}
	several := fromCells(written, line)
	if several.app.identified() {
		return several
	}
	if r.app.identified() { // an address with a comma
		return r
	}
	if r.rounded || several.rounded {
		return reading{app: several.app, text: line, rounded: true}
	}
	if r = fromText(line); r.app.identified() || r.long {
		return r
	}
	if r = fromEnd(line); r.app.Name != "" {
		return r
	}
	if len(line) > maxText {
		return reading{long: true}
	}
	return reading{app: App{Name: line}}
}

// identity returns the app of an address, an ID or a bundle ID.
func identity(text string) (r reading) {
	lower := strings.ToLower(text[:min(len(text), len("https://"))])
	page, onStore := storeaddress.OnPlay(text)
	switch {
	case onStore:
		r.app.Address = page
	case storeaddress.Is(text):
		r.app.Address = addressOf(text)
	case strings.HasPrefix(lower, "https://"), strings.HasPrefix(lower, "http://"):
		r.app.Address = text
	case hasScheme(lower, "package"):
		r.app.Play = onPlay(text)
	case strings.ContainsFunc(text, unicode.IsDigit) && !strings.HasPrefix(text, "["):
		digits, err := storeaddress.PlainID(text)
		r.app.ID, r.rounded = digits, errors.Is(err, storeaddress.ErrRounded)
	}
	if !r.app.identified() && strings.Contains(text, ".") && len(text) <= maxText && (bundleID.MatchString(text) || storeaddress.BeginsAsPackage(text)) {
		r.app.BundleID = text
	}
	if len(r.app.Address) > maxAddress {
		return reading{long: true}
	}
	return r
}

// hasScheme reports whether a text begins with one of these words and a colon.
func hasScheme(text string, schemes ...string) bool {
	word, _, ok := strings.Cut(text, ":")
	return ok && slices.Contains(schemes, word)
}

// onPlay returns what a text names on Google Play, or "": an address or a package, which programs
// that manage devices write behind app: or package:, and some with more behind it.
func onPlay(text string) string {
	text, _, _ = strings.Cut(text, " ")
	if page, ok := storeaddress.OnPlay(text); ok {
		text = page
	}
	if lower := strings.ToLower(text); hasScheme(lower, "https", "http") {
		if len(text) > maxAddress {
			return ""
		}
		return text
	} else if hasScheme(lower, "app", "package") {
		_, text, _ = strings.Cut(text, ":")
	}
	if !storage.IsPackage(text) {
		return ""
	}
	return text
}

// addressOf returns the URL of an address of the App Store. One that is not of an app remains,
// so that the error of opening it says what else it is of.
func addressOf(text string) string {
	if at, err := storeaddress.Parse(text); err == nil {
		return at.URL
	}
	if text = storeaddress.Trim(text); !strings.Contains(text, ":") {
		return "https://" + text
	}
	return text
}

// isApp reports whether an address is that of an app in the App Store.
func isApp(address string) bool {
	_, err := storeaddress.Parse(address)
	return err == nil
}

// fromCells returns the app of a line with several texts, such as an ID and a name. The
// line is as written, and clean.
func fromCells(written, line string) (r reading) {
	for _, comma := range []rune{'\t', ';', ','} {
		if !strings.ContainsRune(written, comma) {
			continue
		}
		cells := record(written, comma)
		r = reading{}
		for _, cell := range cells {
			cell = clean(cell)
			switch found := identity(cell); {
			case found.app.ID != "" && r.app.ID == "":
				r.app.ID = found.app.ID
			case found.app.BundleID != "" && r.app.BundleID == "":
				r.app.BundleID = found.app.BundleID
			case found.app.Address != "" && r.app.Address == "" && isApp(found.app.Address):
				r.app.Address = found.app.Address
			case storeaddress.Package(found.app.Address) != "" && r.app.Play == "":
				r.app.Play = found.app.Address
			case found.app.Play != "" && r.app.Play == "":
				r.app.Play = found.app.Play
			case found.rounded:
				r.rounded = true
			case !found.app.identified() && r.app.Name == "" && len(cell) <= maxText:
				r.app.Name = cell
			}
		}
		if r.app.identified() || r.rounded {
			return r
		}
	}
	head, rest, _ := strings.Cut(line, " ")
	if r = identity(strings.TrimRight(head, ",;")); !r.app.identified() && !r.rounded {
		return reading{}
	}
	if rest = clean(strings.TrimLeft(rest, "#-–: \t")); len(rest) <= maxText {
		r.app.Name = rest
	}
	return r
}

// looksLikeJSON reports whether a text begins as JSON does. A name may be in brackets.
func looksLikeJSON(text string) bool {
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	next := bytes.TrimSpace([]byte(text[1:min(len(text), 1000)]))
	return len(next) > 0 && strings.IndexByte(`"{[]}0123456789`, next[0]) >= 0
}
