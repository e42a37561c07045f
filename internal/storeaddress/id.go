package storeaddress

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/privacylabels/auditor/internal/digits"
	"github.com/privacylabels/auditor/storage"
)

var (
	// ErrNotID means that a text is not the ID of an app.
	ErrNotID = errors.New("it is not the ID of an app")
	// ErrRounded means that a text was an ID before a spreadsheet rounded it, so that its last
	// digits are lost.
	ErrRounded = errors.New("a spreadsheet has rounded the ID, so that its last digits are lost")
)

const (
	maxIDText = 64 // bytes
	// plainDigits is how many digits make a number an ID where nothing else says so.
	plainDigits = 8
	// wrongDigits is more digits than an ID has that stands alone.
	wrongDigits = 16
)

var (
	idWord     = regexp.MustCompile(`^(?i:(?:app[ -]?(?:store)?[ -]?|apple[ -]?)?id)[ :=#]*`)
	scientific = regexp.MustCompile(`^([0-9])(?:[.,]([0-9]+))?[eE]\+?([0-9]{1,2})$`)
	grouped    = regexp.MustCompile(`^[0-9]{1,3}(?:(?:,[0-9]{3})+|(?:\.[0-9]{3})+|(?: [0-9]{3})+|(?:'[0-9]{3})+|(?:_[0-9]{3})+)$|` +
		`^[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}$`) // as in India
	fraction   = regexp.MustCompile(`[.,]0+$`)
	separators = strings.NewReplacer(",", "", ".", "", " ", "", "'", "", "_", "")
)

// ID returns the digits of an ID in a place for IDs, such as a column of a spreadsheet: with or
// without "id", as a decimal number or one with an exponent, with thousands separated, or as a
// formula for a text. The error is [ErrNotID] or [ErrRounded].
func ID(text string) (digits string, err error) {
	digits, _, err = readID(text)
	return digits, err
}

// PlainID is [ID] in a place for anything: a number without "id" must have the length of an ID.
func PlainID(text string) (digits string, err error) {
	digits, named, err := readID(text)
	if err == nil && !named && (len(digits) < plainDigits || len(digits) >= wrongDigits) {
		return "", ErrNotID
	}
	return digits, err
}

// readID returns the digits of an ID, and reports whether the text says that they are one.
func readID(text string) (number string, named bool, err error) {
	text = Trim(text)
	if len(text) > maxIDText {
		return "", false, ErrNotID
	}
	text = unquoted(strings.Map(digits.Western, strings.Map(plain, width.Narrow.String(text))))
	if rest := idWord.ReplaceAllString(text, ""); rest != text {
		text, named = unquoted(rest), true
	}
	if found := scientific.FindStringSubmatch(text); found != nil {
		number, err = expanded(found[1], found[2], found[3])
		return number, named, err
	}
	text = wholeNumber(text)
	if text == "" || len(text) > 20 || strings.Trim(text, "0123456789") != "" {
		return "", named, ErrNotID
	}
	if id, err := storage.ParseAppID(text); err != nil || id == 0 {
		return "", named, ErrNotID
	}
	return text, named, nil
}

// plain returns the plain form of a separator or quotation mark, and drops what cannot be seen.
func plain(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		return r
	case unicode.IsSpace(r):
		return ' '
	case r == '\u2019', r == '\u2018', r == '\u02bc':
		return '\''
	case r == '\u066c': // the Arabic separator of thousands
		return ','
	case r == '\u201c', r == '\u201d', r == '\u201e', r == '\u00ab', r == '\u00bb':
		return '"'
	case storage.Invisible(r):
		return -1
	}
	return r
}

// unquoted returns the text of a formula or of a cell in quotation marks.
func unquoted(text string) string {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "="))
	for len(text) >= 2 && (text[0] == '"' || text[0] == '\'') && text[len(text)-1] == text[0] {
		text = strings.TrimSpace(text[1 : len(text)-1])
	}
	return strings.TrimPrefix(text, "'") // by which spreadsheets mark a text
}

// wholeNumber returns a number without a fraction of zeros and without separators of thousands.
func wholeNumber(text string) string {
	if grouped.MatchString(text) {
		return separators.Replace(text)
	}
	if whole := fraction.ReplaceAllString(text, ""); whole != text {
		if text = whole; grouped.MatchString(text) {
			return separators.Replace(text)
		}
	}
	return text
}

// expanded returns the digits of a number with an exponent. If it does not have all of them,
// the others were rounded off: a zero that was is like any other digit.
func expanded(first, rest, exponent string) (string, error) {
	n, err := strconv.Atoi(exponent)
	switch {
	case err != nil || n+1 < plainDigits || n+1 >= wrongDigits || first == "0":
		return "", ErrNotID
	case len(rest) < n:
		return "", ErrRounded
	case strings.Trim(rest[n:], "0") != "":
		return "", ErrNotID
	}
	return first + rest[:n], nil
}
