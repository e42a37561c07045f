package applist

import (
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/internal/storeaddress"
)

// field is what a column, or a member of an object, holds.
type field int

const (
	other field = iota
	name
	developer
	id
	anyID // an ID, or the number of a row
	bundle
	address
	play // what names the app on Google Play
)

// fieldOf returns what a heading stands for.
func fieldOf(heading string) field {
	heading = strings.ToLower(strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return -1
	}, heading))
	switch heading {
	case "name", "app", "appname", "title", "apptitle", "application", "applicationname", "displayname", "itunesname", "trackname":
		return name
	case "developer", "developername", "seller", "publisher", "artist", "artistname", "sellername", "vendor":
		return developer
	case "id", "appstore", "applestore", "appleappstore", "ios", "iosapp", "iphone", "ipad": // of a store: also 1 and 0, for yes and no
		return anyID
	case "appid", "appleid", "adamid", "trackid", "itunesid", "itunesstoreid", "appstoreid", "storeid", "iosid", "iosappid", "iosstoreid", "iosappstoreid", "iosurl", "ioslink",
		"iosappurl", "iosapplink", "iosstoreurl", "iosstorelink":
		return id
	case "bundle", "bundleid", "bundleidentifier", "appbundleid", "softwareversionbundleid", "iosbundle", "iosbundleid", "iosbundleidentifier", "identifier":
		return bundle
	case "url", "link", "address", "appurl", "applink", "storeurl", "storelink", "appstoreurl", "appstorelink", "appstoreaddress", "itunesurl", "trackviewurl":
		return address
	case "playid", "playstoreid", "googleplayid", "package", "packagename", "packageid", "androidpackage", "androidpackagename", "androidid", "androidappid", //nolint:misspell // names of columns
		"productid", "playurl", "playstoreurl", "playlink", "playstore", "googleplay", "googleplaystore", "googleplayurl", "googleplaylink", "androidurl", "androidlink",
		"android", "androidapp", "androidpackageid", "androidbundleid", "androidappurl", "androidapplink", "google", "googleid", "googleplaypackage", "googleplaypackagename":
		return play
	}
	return other
}

// set sets a field of an app that is not set yet.
func (r *reading) set(f field, text string) {
	text = clean(text)
	if inner, ok := strings.CutPrefix(text, "'"); ok && strings.HasSuffix(inner, "'") {
		text = clean(strings.TrimSuffix(inner, "'"))
	}
	if text == "" {
		return
	}
	if f, text = r.linked(f, text); f == other {
		return
	}
	if f == id || f == anyID || f == address { // a column often holds what another one is for
		as := identity(text)
		if as.app.ID != "" {
			f, text = id, as.app.ID
		} else if as.app.Address != "" {
			f, text = address, as.app.Address
		} else if f != address && as.app.BundleID != "" {
			f = bundle
		} else if number, _ := storeaddress.ID(text); f == id && number != "" {
			text = number
		} else {
			if f == anyID && r.number == "" {
				r.number = number
			}
			r.long, r.rounded = r.long || as.long, r.rounded || as.rounded
			return
		}
	}
	if f == play {
		if text = onPlay(text); text == "" {
			return
		}
	}
	to := map[field]*string{
		name: &r.app.Name, developer: &r.app.Developer, id: &r.app.ID, bundle: &r.app.BundleID, address: &r.app.Address, play: &r.app.Play,
	}[f]
	switch {
	case to == nil || *to != "":
		return
	case f == bundle && !anyBundleID.MatchString(text):
		return
	case f != address && f != play && len(text) > maxText:
		r.long = r.long || f == name
		return
	}
	*to = text
}

// linked returns the field and the address of a cell that is a link in Markdown, of which a column of names
// has the name as well. The address of an app in a column whose heading is not known is kept apart.
func (r *reading) linked(f field, text string) (field, string) {
	if f == developer || f != other && !strings.Contains(text, "](") || f == other && !strings.Contains(text, "/") {
		return f, text
	}
	all := lineAll(text)
	if len(all) != 1 || all[0].app.Address == "" {
		return f, text
	}
	to, onPlay := all[0].app.Address, storeaddress.Package(all[0].app.Address) != ""
	switch {
	case f == other && onPlay:
		r.spare.Play = cmp.Or(r.spare.Play, to)
		return f, text
	case f == other && isApp(to):
		r.spare.Address = cmp.Or(r.spare.Address, to)
		return f, text
	case f == other:
		return f, text
	case f == name && r.app.Name == "":
		r.app.Name = all[0].app.Name
	}
	if onPlay {
		return play, to
	}
	return address, to
}

// settle removes what contradicts the rest: the address of another site than the App
// Store beside an ID, such as the developer's. An address on Google Play names the app there, and
// one in a column whose heading is not known counts if nothing else names the app.
func (r *reading) settle() {
	if !r.app.identified() {
		r.app.Address, r.app.Play = r.spare.Address, r.spare.Play
	}
	onPlay := storeaddress.Package(r.app.Address) != ""
	if onPlay && r.app.ID != "" {
		r.app.Play = cmp.Or(r.app.Play, r.app.Address)
	}
	if r.app.ID != "" && !isApp(r.app.Address) || onPlay && r.app.Play != "" {
		r.app.Address = ""
	}
}

// numbered takes a number for the ID of an app that nothing else names.
func (r *reading) numbered() {
	if r.app.Query() == "" {
		r.app.ID = r.number
	}
}

// table is a text with a heading.
type table struct {
	columns []field
	comma   rune
	rows    string // without the heading
}

// asTable reads the heading of a text that is a table. Empty lines and comments before it
// are skipped, and so is the line in which a spreadsheet names the separator.
func asTable(text string) (t table, ok bool) {
	heading := ""
	for ok = true; ok; {
		heading, text, ok = strings.Cut(text, "\n")
		line := clean(heading)
		if sep, named := strings.CutPrefix(line, "sep="); named && len(sep) == 1 && sep != `"` {
			t.comma = rune(sep[0])
		} else if line != "" && !isComment(line) {
			break
		}
	}
	if t.rows = text; t.comma == 0 {
		t.comma = separator(heading)
	}
	for _, cell := range record(heading, t.comma) {
		if identity(clean(cell)).app.identified() {
			return t, false
		}
		t.columns = append(t.columns, fieldOf(cell))
	}
	return t, slices.ContainsFunc(t.columns, func(f field) bool { return f != other && f != developer })
}

// hasBoth reports whether a row can name an app in both stores.
func (t table) hasBoth() bool {
	return slices.Contains(t.columns, play) && slices.ContainsFunc(t.columns, func(f field) bool { return f == id || f == anyID || f == bundle || f == address })
}

// apps returns the apps of a table. If quotation marks in it are not in pairs, each line is
// a row, so that one mark too many does not take all that follows.
func (t table) apps() (List, error) {
	if len(t.columns) == 1 { // names may have commas
		return lines(t.rows, t.fromLine)
	}
	var l list
	from := csv.NewReader(strings.NewReader(t.rows))
	from.Comma, from.FieldsPerRecord = t.comma, -1
	from.TrimLeadingSpace = t.comma != '\t' // else it would skip empty cells
	for {
		row, err := from.Read()
		if errors.Is(err, io.EOF) || l.full() {
			return l.done()
		}
		if err != nil {
			break
		}
		l.add(t.fromRow(row))
	}
	l = list{}
	for line := range strings.Lines(t.rows) {
		if l.full() {
			break
		}
		l.add(t.fromRow(record(line, t.comma)))
	}
	return l.done()
}

// separator returns what separates the cells of a line.
func separator(line string) rune {
	comma := ','
	for _, c := range []rune{';', '\t', '|'} { // tables in Markdown, too
		if strings.Count(line, string(c)) > strings.Count(line, string(comma)) {
			comma = c
		}
	}
	return comma
}

// record returns the cells of a line. A quotation mark that nothing closes is a part of
// its cell.
func record(line string, comma rune) (cells []string) {
	for more := true; more; {
		cell, quoted := "", false
		line = strings.TrimLeft(line, " ")
		if strings.HasPrefix(line, `"`) {
			cell, line, quoted = quotedCell(line, comma)
		}
		if !quoted {
			cell, line, more = strings.Cut(line, string(comma))
		} else if more = line != ""; more {
			line = line[1:]
		}
		cells = append(cells, cell)
	}
	return cells
}

// quotedCell returns the text of a cell in quotation marks, which are doubled within it,
// and the line from the separator behind it.
func quotedCell(line string, comma rune) (cell, rest string, ok bool) {
	var text strings.Builder
	for rest = line[1:]; ; {
		part, after, closed := strings.Cut(rest, `"`)
		if !closed {
			return "", line, false
		}
		text.WriteString(part)
		if rest, ok = strings.CutPrefix(after, `"`); ok {
			text.WriteByte('"')
			continue
		}
		rest = strings.TrimSpace(after)
		return text.String(), rest, rest == "" || rest[:1] == string(comma)
	}
}

// fromRow returns the app of a row.
func (t table) fromRow(row []string) (r reading) {
	if len(row) == 0 || isComment(clean(row[0])) || isRule(strings.Join(row, "|")) {
		return r
	}
	for i, text := range row[:min(len(row), len(t.columns))] {
		r.set(t.columns[i], text)
	}
	r.settle()
	if r.numbered(); r.app.Query() == "" {
		r.text = clean(strings.Trim(strings.Join(row, ", "), ", "))
	}
	return r
}

// fromLine returns the app of a row of the only column.
func (t table) fromLine(line string) []reading {
	all := lineAll(line)
	if f := t.columns[0]; len(all) == 1 && (f == id || f == anyID) {
		if number, err := storeaddress.ID(all[0].app.Name); err == nil {
			all[0].app = App{ID: number}
		}
	}
	return all
}
