package wayback

import (
	"regexp"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// layout is how the archive writes moments, in UTC.
const layout = "20060102150405"

// place is where the archive has a capture: of an address, at a moment or near
// it.
type place struct {
	stamp    string // 4 to 14 digits of the layout
	original string // the address that was captured
}

var placePath = regexp.MustCompile(`^/web/([0-9]{4,14})(?:[a-z]{2}_)?/(https?://.+)$`)

// parsePlace reads where a link of the archive leads, and says whether it is to a
// capture. Links to web.archive.org are the archive's own wherever it is asked.
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

// basePath returns the path of the base, with which a link may begin that has no host.
func (a *Archive) basePath() string {
	_, afterScheme, _ := strings.Cut(a.base, "://")
	_, path, found := strings.Cut(afterScheme, "/")
	if !found {
		return ""
	}
	return "/" + path
}

// rawURL returns where a capture is replayed as it was captured.
func (a *Archive) rawURL(p place) string { return a.base + "/web/" + p.stamp + "id_/" + p.original }

// publicURL returns where people look at a capture.
func (a *Archive) publicURL(p place) string { return a.base + "/web/" + p.stamp + "/" + p.original }

func stamp(at storage.Time) string { return at.Std().Format(layout) }

// parseStamp reads a moment of 14 digits. The index has some that are none.
func parseStamp(text string) (storage.Time, bool) {
	if len(text) != len(layout) || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	t, err := time.Parse(layout, text)
	return storage.TimeOf(t), err == nil
}
