package dataset

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/privacylabels/auditor/storage"
)

// Options choose what a data set has. The zero Options choose all but the texts of policies.
type Options struct {
	// AsOf is the last moment that the data set is about: later observations are left out.
	// Zero: no limit.
	AsOf storage.Time

	// KnownAt leaves out what was stored later, whatever it is about, such as captures of the
	// web archive that were imported since. Zero: no limit.
	KnownAt storage.Time

	// Since leaves out states that ended before, and earlier observations, changes and runs.
	Since storage.Time

	Source  string // only apps of this source, as the table apps names it; empty: of all
	Tag     string // only apps with this tag; empty: all
	Licence string // an SPDX identifier, such as CC-BY-4.0; empty: none

	Runs           bool // with the runs, which are not in backups
	Texts          bool // with the texts of policies
	ForSpreadsheet bool // put an apostrophe before a cell that a spreadsheet would take for a formula

	Compression string // of the tables: [Gzip], [Zstd], or empty for none
}

// The compressions of tables.
const (
	Gzip = "gzip" // .csv.gz
	Zstd = "zstd" // .csv.zst
)

// ErrOption means that an option is not valid.
var ErrOption = errors.New("invalid option of a data set")

// maxTag limits a tag, in bytes. Longer ones do not exist.
const maxTag = 1000

var licenceForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.+-]{0,63}$`)

// Check returns an error that wraps [ErrOption] if an option is not valid.
func (o Options) Check() error {
	switch {
	case o.Licence != "" && !licenceForm.MatchString(o.Licence):
		return fmt.Errorf("%w: the licence is not an SPDX identifier such as CC-BY-4.0", ErrOption)
	case len(o.Tag) > maxTag:
		return fmt.Errorf("%w: a tag has at most %d bytes", ErrOption, maxTag)
	case o.Compression != "" && o.Compression != Gzip && o.Compression != Zstd:
		return fmt.Errorf("%w: the compression is neither %s nor %s", ErrOption, Gzip, Zstd)
	case o.AsOf < 0 || o.KnownAt < 0 || o.Since < 0 || o.AsOf > storage.MaxTime || o.KnownAt > storage.MaxTime || o.Since > storage.MaxTime:
		return fmt.Errorf("%w: a time is before 1970 or after the year 9999", ErrOption)
	case o.AsOf != 0 && o.Since > o.AsOf:
		return fmt.Errorf("%w: the start is after the end", ErrOption)
	}
	return nil
}

// narrowed reports whether some apps or observations may be left out.
func (o Options) narrowed() bool {
	return o.AsOf|o.KnownAt|o.Since != 0 || o.Source != "" || o.Tag != ""
}

// covers reports whether a moment is not after the end.
func (o Options) covers(at storage.Time) bool { return o.AsOf == 0 || at <= o.AsOf }

// knew reports whether something was stored by the time that the data set is limited to.
func (o Options) knew(recorded storage.Time) bool { return o.KnownAt == 0 || recorded <= o.KnownAt }

// last returns the last moment of which the data set knows; zero: the present.
func (o Options) last() storage.Time {
	if o.AsOf == 0 || o.KnownAt != 0 && o.KnownAt < o.AsOf {
		return o.KnownAt
	}
	return o.AsOf
}
