package fakearchive

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Host is the address of the real archive, to which all links lead.
const Host = "https://web.archive.org"

// serveReplay responds with the capture of an address at a moment, or redirects to the
// nearest one.
func (a *Archive) serveReplay(w http.ResponseWriter, r *http.Request) {
	match := regexp.MustCompile(`/web/(\d{1,14})([a-z]{2}_)?/(.+)$`).FindStringSubmatch(r.URL.RequestURI())
	if match == nil {
		missing(w)
		return
	}
	flags, original := match[2], match[3]
	wanted, ok := moment(match[1])
	c, found := a.nearest(original, wanted)
	switch at := stamp(c.At); {
	case !ok, !found:
		missing(w)
	case at != match[1]:
		w.Header().Set("X-Archive-Redirect-Reason", "found capture at "+at)
		w.Header().Set("Location", fmt.Sprintf("%s/web/%s%s/%s", Host, at, flags, c.URL))
		w.WriteHeader(http.StatusFound)
	default:
		c.replay(w, flags)
	}
}

func (c Capture) replay(w http.ResponseWriter, flags string) {
	h := w.Header()
	h.Set("Memento-Datetime", c.At.Std().Format(http.TimeFormat))
	h.Set("X-Archive-Src", "fake-00000.warc.gz")
	h.Set("Link", fmt.Sprintf(`<%s>; rel="original"`, c.URL))
	h.Set("Content-Type", c.Type)
	if c.Location != "" {
		h.Set("Location", fmt.Sprintf("%s/web/%s%s/%s", Host, stamp(c.At), flags, c.Location))
	}
	w.WriteHeader(c.Status)
	_, _ = w.Write(c.Page)
}

// nearest returns the capture of an address nearest to a moment, with the page that it
// repeats if it is a revisit.
func (a *Archive) nearest(original string, wanted storage.Time) (best Capture, found bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	k := key(original)
	var repeated []byte
	for _, c := range a.captures {
		if key(c.URL) != k {
			continue
		}
		if c.Revisit && c.Page == nil {
			c.Page = repeated
		}
		repeated = c.Page
		if !found || c.At.Sub(wanted).Abs() <= best.At.Sub(wanted).Abs() {
			best, found = c, true
		}
	}
	return best, found
}

// serveSave records the request and responds with the address of the future capture,
// without capturing anything.
func (a *Archive) serveSave(w http.ResponseWriter, r *http.Request) {
	_, original, _ := strings.Cut(r.URL.RequestURI(), "/save/")
	a.mu.Lock()
	a.saved = append(a.saved, original)
	a.mu.Unlock()
	w.Header().Set("Location", fmt.Sprintf("%s/web/%s/%s", Host, time.Now().UTC().Format(layout), original))
	w.WriteHeader(http.StatusFound)
}
