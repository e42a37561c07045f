package storage

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// AppID is the App Store's numeric track ID of an app. It is a JSON integer; a
// string of digits is accepted as well when reading. Zero is no app.
type AppID int64

// MaxAppID is the largest AppID a record may have: JSON numbers are exact up to
// here (RFC 8259, section 6).
const MaxAppID AppID = MaxExact

const digits = "0123456789"

var errAppID = errors.New("an app id is a whole number of 1 to 20 digits")

// ParseAppID reads a string of 1 to 20 decimal digits. A number out of range is
// read as an ID that no record has, so looking it up gives ErrNotFound.
func ParseAppID(s string) (AppID, error) {
	if len(s) == 0 || len(s) > 20 || strings.Trim(s, digits) != "" {
		return 0, errAppID
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil { // out of range; the digits were checked above
		return math.MaxInt64, nil
	}
	return AppID(n), nil
}

// SourcePlay is the source of Google Play's apps, which have names of packages as identifiers.
const SourcePlay = "play"

// firstNumber is the lowest ID that [Number] returns. IDs of the App Store are much lower; they have
// ten digits.
const firstNumber AppID = 1 << 52

// IsNumber reports whether an ID has the form of those that [Number] returns.
func (a AppID) IsNumber() bool { return a >= firstNumber }

// Number returns the ID of an app that its source identifies by something other than a number of
// the App Store. It depends only on the identifier, so that it is the same in every process and
// installation. Attempt is zero unless another app has that ID already.
func Number(source, identifier string, attempt int) AppID {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", source, identifier, attempt))
	return firstNumber | AppID(binary.BigEndian.Uint64(sum[:])>>12)
}

// ParseAppKey is [ParseAppID] for what a person writes: it also reads the name of a package, such as
// org.example.app, as the ID of the app on Google Play.
func ParseAppKey(s string) (AppID, error) {
	if IsPackage(s) {
		return Number(SourcePlay, s, 0), nil
	}
	return ParseAppID(s)
}

// IsPackage reports whether a text has the form of the name of an Android package: two or more parts
// of letters, digits and underscores, each beginning with a letter.
func IsPackage(s string) bool {
	parts := strings.Split(s, ".")
	if len(s) > maxPackage || len(parts) < 2 {
		return false
	}
	for _, part := range parts {
		if strings.Trim(part, letters+digits+"_") != "" || part == "" || !strings.Contains(letters, part[:1]) {
			return false
		}
	}
	return true
}

const (
	letters    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	maxPackage = 255
)

func (a AppID) String() string { return strconv.FormatInt(int64(a), 10) }

// UnmarshalJSON accepts an integer and a string of 1 to 20 digits, or with the name of a package,
// see [ParseAppKey].
func (a *AppID) UnmarshalJSON(b []byte) error {
	text := string(b)
	if inner, quoted := strings.CutPrefix(text, `"`); quoted {
		if text, quoted = strings.CutSuffix(inner, `"`); !quoted {
			return errAppID
		}
	}
	id, err := ParseAppKey(text)
	if err != nil {
		return err
	}
	*a = id
	return nil
}

func (a AppID) validate(kind string) error {
	if a <= 0 || a > MaxAppID {
		return invalid(kind, "app id %d is out of range", a)
	}
	return nil
}

// SnapshotID names a snapshot: an app and the time of the observation. An app
// has at most one per millisecond.
type SnapshotID struct {
	App AppID `db:"app_id,key"`
	At  Time  `db:"at,key"`
}

// String returns the app, padded to sixteen digits, a hyphen and the
// milliseconds, padded to thirteen, so that texts sort as ids do.
func (s SnapshotID) String() string {
	b := make([]byte, 0, 30)
	b = appendPadded(b, int64(s.App), 16)
	b = appendPadded(append(b, '-'), int64(s.At), 13)
	return string(b)
}

// appendPadded appends a number as fmt does with a width and zeros.
func appendPadded(b []byte, n int64, width int) []byte {
	if n < 0 {
		return fmt.Appendf(b, "%0*d", width, n)
	}
	var digits [20]byte
	text := strconv.AppendInt(digits[:0], n, 10)
	for i := len(text); i < width; i++ {
		b = append(b, '0')
	}
	return append(b, text...)
}

// Compare orders snapshot ids by app, then by time.
func (s SnapshotID) Compare(o SnapshotID) int {
	return cmp.Or(cmp.Compare(s.App, o.App), cmp.Compare(s.At, o.At))
}

// MarshalText writes the form of String.
func (s SnapshotID) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the form of String.
func (s *SnapshotID) UnmarshalText(b []byte) error { return unmarshal(s, b, ParseSnapshotID) }

// unmarshal sets an ID to the one that parse reads.
func unmarshal[ID any](id *ID, text []byte, parse func(string) (ID, error)) error {
	read, err := parse(string(text))
	if err == nil {
		*id = read
	}
	return err
}

// ParseSnapshotID reads the form that [SnapshotID.String] writes.
func ParseSnapshotID(s string) (SnapshotID, error) {
	app, at, _ := strings.Cut(s, "-")
	id, err := ParseAppID(app)
	ms, err2 := strconv.ParseInt(at, 10, 64)
	if err != nil || err2 != nil || strings.Trim(at, digits) != "" { // ParseInt accepts a sign
		return SnapshotID{}, fmt.Errorf("%.40q is not a snapshot id", s)
	}
	return SnapshotID{App: id, At: Time(ms)}, nil
}

// Digest is a SHA-256. The zero Digest means unknown.
type Digest [32]byte

// IsZero reports whether the digest is unknown.
func (d Digest) IsZero() bool { return d == Digest{} }

func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// MarshalText writes 64 hexadecimal digits.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads 64 hexadecimal digits.
func (d *Digest) UnmarshalText(b []byte) error {
	if len(b) != hex.EncodedLen(len(d)) {
		return fmt.Errorf("a digest has %d hexadecimal digits, not %d", hex.EncodedLen(len(d)), len(b))
	}
	var read Digest
	if _, err := hex.Decode(read[:], b); err != nil {
		return err
	}
	*d = read
	return nil
}

// NewID returns an identifier that sorts by creation time: a UUID of version 7
// (RFC 9562, section 5.7) from the given time and source of randomness.
func NewID(now Time, random io.Reader) (string, error) {
	if random == nil {
		return "", errors.New("read randomness for an id: the io.Reader is nil")
	}
	var b [16]byte
	if _, err := io.ReadFull(random, b[6:]); err != nil {
		return "", fmt.Errorf("read randomness for an id: %w", err)
	}
	for i := range 6 {
		b[i] = byte(now >> (40 - 8*i))
	}
	b[6] = b[6]&0x0f | 0x70
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:]), nil
}

// The limits of the names of sources and of their identifiers, in bytes.
const (
	MaxSource     = 32
	MaxIdentifier = 512
)

// Identifier maps the identifier of an app in a source other than the App Store to the
// numeric ID that the app has here. It outlives the app, so that an app that is tracked
// again gets the same ID.
type Identifier struct {
	App        AppID  `db:"app_id,key" json:"appId"`
	Source     Text   `db:"source" json:"appSource"` // empty: the main source
	Identifier string `db:"identifier" json:"identifier"`
}

// IdentifierQuery narrows a list of identifiers, which is ordered by app.
type IdentifierQuery struct {
	Identifier string // of any source; empty: every one
	Limit      int    // zero: all
}

// matches implements [Query].
func (q IdentifierQuery) matches(r Identifier) bool { return asked(q.Identifier, r.Identifier) }

// compare implements [Query].
func (IdentifierQuery) compare(a, b Identifier) int { return cmp.Compare(a.App, b.App) }

// key returns the number of the app.
func (i Identifier) key() AppID { return i.App }

// validate refuses a record without number or identifier, one that is too long or has
// control characters, and an invalid name of a source.
func (i Identifier) validate() error {
	if err := i.App.validate("identifier"); err != nil {
		return err
	}
	if i.Identifier == "" || len(i.Identifier) > MaxIdentifier {
		return invalid("identifier", "of app %d has %d bytes, not 1 to %d", i.App, len(i.Identifier), MaxIdentifier)
	}
	if !utf8.ValidString(i.Identifier) || strings.ContainsFunc(i.Identifier, unicode.IsControl) {
		return invalid("identifier", "of app %d is not UTF-8, or has control characters", i.App)
	}
	return checkSource("identifier", i.Source)
}

// checkSource refuses an invalid name of a source. The main source has none.
func checkSource(kind string, name Text) error {
	if name != "" && !ValidSource(string(name)) {
		return invalid(kind, "invalid name of a source %.40q", name)
	}
	return nil
}

// ValidSource reports whether a source can have this name: 1 to [MaxSource] lower-case
// letters, digits and hyphens, a letter first.
func ValidSource(name string) bool {
	return name != "" && len(name) <= MaxSource && 'a' <= name[0] && name[0] <= 'z' &&
		strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}
