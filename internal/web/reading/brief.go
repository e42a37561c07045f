package reading

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

const (
	// newVisit is how long a pause makes the next request another visit.
	newVisit = 30 * time.Minute
	// visitName is the cookie with the times of the visit before and of this one.
	visitName = "svc_visit"
)

// brief is what happened since a reader was here.
type brief struct {
	changelog.Briefing
	Day language.Words // since when
}

// Any reports whether anything happened.
func (b brief) Any() bool { return b.Tracking+b.Worse+b.Better+b.Policies > 0 }

// Query returns the query of the list of a part.
func (b brief) Query(dir, kind string) string {
	q := url.Values{"since": {strconv.FormatInt(int64(b.Since)+1, 10)}}
	if dir != "" {
		q.Set("dir", dir)
	}
	if kind != "" {
		q.Set("kind", kind)
	}
	return "?" + q.Encode()
}

func (b brief) write(m *ui.Markup) {
	m.Add(`<p class="brief">{} `, b.Day)
	if !b.Any() {
		m.Add(`nothing got worse or better, and no policy changed.</p>`)
		return
	}
	for i, part := range b.parts(m) {
		if i > 0 {
			m.Add(`, `)
		}
		m.Add(`<a{? class="track"} href="{}/{}">{}</a>`, part.tracks, m.Base, part.query, part.words)
	}
	m.Add(`.`)
	if b.More {
		m.Add(` <span class="soft small">These are the newest 2,000 changes.</span>`)
	}
	m.Add(`</p>`)
}

// briefPart is a part of the sentence of a brief, with the list that it counts.
type briefPart struct {
	tracks bool
	query  string
	words  language.Words
}

// parts returns the parts of the sentence. Only the first that is about apps names them.
func (b brief) parts(m *ui.Markup) (all []briefPart) {
	if n := b.Tracking; n > 0 {
		all = append(all, briefPart{true, b.Query("tracking", ""), m.Plural(n, "%s app began to track you", "%s apps began to track you")})
	}
	if n := b.Worse; n > 0 {
		words := m.Plural(n, "%s app got worse", "%s apps got worse")
		if len(all) > 0 {
			words = m.Plural(n, "%s got worse", "%s got worse")
		}
		all = append(all, briefPart{query: b.Query("worse", ""), words: words})
	}
	if n := b.Better; n > 0 {
		words := m.Plural(n, "%s app got better", "%s apps got better")
		if len(all) > 0 {
			words = m.Plural(n, "%s got better", "%s got better")
		}
		all = append(all, briefPart{query: b.Query("better", ""), words: words})
	}
	if n := b.Policies; n > 0 {
		all = append(all, briefPart{query: b.Query("", "policy"), words: m.Plural(n, "%s policy changed", "%s policies changed")})
	}
	return all
}

// firstBrief is how long a reader without an earlier visit is briefed about.
const firstBrief = 7 * 24 * time.Hour

// brief counts what happened since the last visit or, without one, in the last week.
func (s changes) brief(ctx context.Context, say *language.Language, last, now storage.Time) (*brief, error) {
	since := last
	if since == 0 {
		since = max(now.Add(-firstBrief), 1)
	}
	counted, err := s.Changelog.Briefing(ctx, since)
	if err != nil {
		return nil, err
	}
	b := &brief{Briefing: counted}
	switch days := now.Sub(since) / (24 * time.Hour); {
	case last == 0:
		b.Day = "In the last 7 days:"
	case days == 0:
		b.Day = "Since your last visit:"
	case days < 7:
		b.Day = say.Text("Since %s:", language.Words(since.Std().Format("Monday")))
	default:
		b.Day = say.Text("Since %s:", say.Date(since.Std(), now.Std()))
	}
	return b, nil
}

// visit returns when the last visit was, zero if there was none, and the cookie that
// remembers this one, nil if it does already.
func visit(r ui.Request, now storage.Time) (last storage.Time, cookie *http.Cookie) {
	var before, current int64
	for _, sent := range r.Cookies(visitName) {
		first, rest, _ := strings.Cut(sent, ".")
		then, err1 := strconv.ParseInt(first, 10, 64)
		at, err2 := strconv.ParseInt(rest, 10, 64)
		if err1 == nil && err2 == nil && then >= 0 && at > 0 && at <= int64(now) {
			before, current = then, at
			break
		}
	}
	since := now.Sub(storage.Time(current))
	if since > newVisit {
		before = current
	}
	if since > 5*time.Minute {
		cookie = &http.Cookie{
			Name: visitName, Value: strconv.FormatInt(before, 10) + "." + strconv.FormatInt(int64(now), 10),
			Path: r.Base() + "/", MaxAge: 400 * 24 * 3600, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		}
	}
	return storage.Time(before), cookie
}
