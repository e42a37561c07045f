package storage

import (
	"cmp"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// AppID is the store's numeric track ID of an app. It is a JSON integer; a
// string of digits is accepted as well when reading. Zero is no app.
type AppID int64

// MaxAppID is the largest AppID a record may have: JSON numbers are exact up to
// here (RFC 8259, section 6).
const MaxAppID AppID = 1<<53 - 1

const digits = "0123456789"

var errAppID = errors.New("an app id is a whole number of 1 to 20 digits")

// ParseAppID reads a string of 1 to 20 decimal digits. A number that no record
// can have is read as one that none has, so that it is simply not found.
func ParseAppID(s string) (AppID, error) {
	if len(s) == 0 || len(s) > 20 || strings.Trim(s, digits) != "" {
		return 0, errAppID
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil { // out of range: nothing else is left
		return math.MaxInt64, nil
	}
	return AppID(n), nil
}

func (a AppID) String() string { return strconv.FormatInt(int64(a), 10) }

// UnmarshalJSON accepts an integer and a string of 1 to 20 digits.
func (a *AppID) UnmarshalJSON(b []byte) error {
	text := string(b)
	if inner, quoted := strings.CutPrefix(text, `"`); quoted {
		if text, quoted = strings.CutSuffix(inner, `"`); !quoted {
			return errAppID
		}
	}
	id, err := ParseAppID(text)
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

// SnapshotID names a snapshot: an app and the moment the state was seen. No app
// has two in the same millisecond.
type SnapshotID struct {
	App AppID
	At  Time
}

// String returns the app, padded to sixteen digits, a hyphen and the
// milliseconds, padded to thirteen, so that texts sort as ids do.
func (s SnapshotID) String() string { return fmt.Sprintf("%016d-%013d", s.App, s.At) }

// Compare orders snapshot ids by app, then by time.
func (s SnapshotID) Compare(o SnapshotID) int {
	return cmp.Or(cmp.Compare(s.App, o.App), cmp.Compare(s.At, o.At))
}

// MarshalText writes the form of String.
func (s SnapshotID) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the form of String.
func (s *SnapshotID) UnmarshalText(b []byte) error {
	id, err := ParseSnapshotID(string(b))
	if err != nil {
		return err
	}
	*s = id
	return nil
}

// ParseSnapshotID reads the form that [SnapshotID.String] writes.
func ParseSnapshotID(s string) (SnapshotID, error) {
	app, at, ok := strings.Cut(s, "-")
	id, err := ParseAppID(app)
	if err != nil || !ok || strings.Trim(at, digits) != "" {
		return SnapshotID{}, fmt.Errorf("%.40q is not a snapshot id", s)
	}
	ms, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return SnapshotID{}, fmt.Errorf("%.40q is not a snapshot id", s)
	}
	return SnapshotID{App: id, At: Time(ms)}, nil
}

// Digest is a SHA-256. The zero Digest stands for nothing known.
type Digest [32]byte

// IsZero says that nothing is known.
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

// Value makes a Digest 32 bytes in a database, null when it is zero.
func (d Digest) Value() (driver.Value, error) {
	if d.IsZero() {
		return nil, nil
	}
	return d[:], nil
}

// Scan reads what Value wrote.
func (d *Digest) Scan(v any) error {
	switch b := v.(type) {
	case nil:
		*d = Digest{}
		return nil
	case []byte:
		if len(b) == len(d) {
			copy(d[:], b)
			return nil
		}
	}
	return fmt.Errorf("cannot read a digest from %T", v)
}

// NewID returns a new identifier that sorts by the time of its making: a UUID
// of version 7 (RFC 9562, section 5.7) from the given time and randomness.
func NewID(now Time, random io.Reader) (string, error) {
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
