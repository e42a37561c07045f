package notify

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

// subject is what a message tells of one app, or of the service: all notifications about it.
type subject struct {
	app     storage.AppID // zero: not one app
	name    string
	changes []storage.Entry // the worst first
	omitted int             // changes that are only counted
	items   []storage.DeliveryItem
}

// subjectsOf returns the subjects of notifications, in the order in which they occur.
func subjectsOf(items []storage.DeliveryItem) (all []subject) {
	of := make(map[storage.AppID]int)
	for _, item := range items {
		at, known := of[item.App]
		if !known || item.App == 0 {
			at = len(all)
			of[item.App] = at
			all = append(all, subject{app: item.App, name: string(item.AppName)})
		}
		s := &all[at]
		s.changes = append(s.changes, item.Changes...)
		s.omitted += item.Omitted
		s.items = append(s.items, item)
	}
	for i := range all {
		all[i].changes = changelog.WorstFirst(all[i].changes)
	}
	return all
}

// compareItems orders notifications, the one with the worst change first and those without a change
// last.
func compareItems(a, b storage.DeliveryItem) int {
	if len(a.Changes) == 0 || len(b.Changes) == 0 {
		return cmp.Compare(len(b.Changes), len(a.Changes))
	}
	return changelog.CompareWorst(a.Changes[0], b.Changes[0])
}

// title returns the title of a message about the subject alone: what it did worst.
func (s subject) title(l *language.Language) string {
	if len(s.changes) == 0 {
		return shorten(named(s.name, "notification"), maxTitle)
	}
	did, _ := headline(l, s.name, s.changes[0])
	return line(did, maxTitle)
}

// headline returns the line of the subject in a summary: what it did worst, and how much else.
func (s subject) headline(l *language.Language) string {
	if len(s.changes) == 0 {
		return named(s.name, s.items[0].Summary)
	}
	did, _ := headline(l, s.name, s.changes[0])
	if n := len(s.changes) - 1 + s.omitted; n > 0 {
		const room = 40 // characters for the count
		return string(l.Text("%s and %s more", line(did, maxSentence-room), n))
	}
	return line(did, maxSentence)
}

// lines returns the lines of the subject below a title, without what the title has already.
func (s subject) lines(l *language.Language, title string) (lines []string) {
	if len(s.changes) == 0 {
		for _, item := range s.items {
			if !strings.HasSuffix(title, item.Summary) {
				lines = append(lines, item.Summary)
			}
		}
		return lines
	}
	if _, whole := headline(l, s.name, s.changes[0]); !whole {
		for _, told := range toldOf(s.changes[0]) {
			lines = append(lines, line(told, maxSentence))
		}
	}
	for _, e := range s.changes[1:] {
		lines = append(lines, lineOf(e))
	}
	return lines
}

// linkOf returns where more about the subjects of a message is: on the page, whose address may be
// empty, or else the first of the policies. It returns "" if nothing can be sent without escapes.
func linkOf(page string, kind storage.DeliveryKind, subjects []subject) string {
	if page = strings.TrimRight(page, "/"); page != "" {
		link := page + "/"
		if kind == storage.DeliveryImmediate && len(subjects) == 1 && subjects[0].app != 0 {
			link = page + subjects[0].path()
		}
		if plainURL(link) {
			return link
		}
	}
	for _, s := range subjects {
		for _, e := range s.changes {
			if link := policyOf(e); link != "" {
				return link
			}
		}
	}
	return ""
}

// path returns the path of the screen of the subject: the labels before and after a change, or the
// app.
func (s subject) path() string {
	path := "/apps/" + s.app.String()
	if len(s.changes) == 0 {
		return path
	}
	switch worst := s.changes[0]; worst.Type {
	case storage.EntryAdded, storage.EntryRemoved, storage.EntryModified:
		if worst.Category == "" || worst.Category == storage.CategoryPrivacyLabel {
			path += "/label?at=" + strconv.FormatInt(int64(s.items[0].CreatedAt), 10)
		}
	}
	return path
}

// policyOf returns the URL of the policy that an entry is about, or "" if the entry has none that can
// be sent without escapes.
func policyOf(e storage.Entry) string {
	var more struct {
		PolicyURL string `json:"policyUrl"`
	}
	if e.Category != storage.CategoryPrivacyPolicy || len(e.More) == 0 || json.Unmarshal(e.More, &more) != nil || !plainURL(more.PolicyURL) {
		return ""
	}
	return more.PolicyURL
}

// worstOf returns the notifications with the worst ones first, at most most of them.
func worstOf(items []storage.DeliveryItem, most int) []storage.DeliveryItem {
	order.Sort(items, compareItems)
	return items[:min(len(items), most)]
}
