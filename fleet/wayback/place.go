package wayback

import (
	"regexp"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// layout is the archive's format of timestamps, in UTC.
const layout = "20060102150405"

// lastStamp is the last moment that a timestamp can name.
var lastStamp = storage.TimeOf(time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC))

// place identifies a capture in the archive: an address and the nearest moment.
type place struct {
	stamp    string // 4 to 14 digits of layout
	original string // the address that was captured
}

var placePath = regexp.MustCompile(`^/web/([0-9]{4,14})(?:[a-z]{2}_)?/(https?://.+)$`)

// parsePlace parses a link of the archive, and reports whether it leads to a capture.
// Links to web.archive.org are accepted whatever the base URL.
func (a *Archive) parsePlace(link string) (place, bool) {
	link, _, _ = strings.Cut(link, "#")
	path := link
	for _, root := range []string{a.base, defaultURL, "http://web.archive.org", "//web.archive.org", a.basePath()} {
		if rest, ok := strings.CutPrefix(link, root); ok && strings.HasPrefix(rest, "/web/") {
			path = rest
			break
		}
	}
	match := placePath.FindStringSubmatch(path)
	if match == nil {
		return place{}, false
	}
	if _, err := netguard.ParseURL(match[2]); err != nil {
		return place{}, false
	}
	return place{stamp: match[1], original: match[2]}, true
}

// basePath returns the path of the base URL, with which links without a host begin.
func (a *Archive) basePath() string {
	_, afterScheme, _ := strings.Cut(a.base, "://")
	_, path, found := strings.Cut(afterScheme, "/")
	if !found {
		return ""
	}
	return "/" + path
}

// rawURL returns the address of the unmodified capture.
func (a *Archive) rawURL(p place) string { return a.base + "/web/" + p.stamp + "id_/" + p.original }

// publicURL returns the address of a capture for browsers.
func (a *Archive) publicURL(p place) string { return a.base + "/web/" + p.stamp + "/" + p.original }

func stamp(at storage.Time) string { return at.Std().Format(layout) }

// parseStamp parses a timestamp of 14 digits. The index has some invalid ones.
func parseStamp(text string) (storage.Time, bool) {
	if len(text) != len(layout) || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	t, err := time.Parse(layout, text)
	return storage.TimeOf(t), err == nil
}
