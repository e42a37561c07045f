package storage

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// RemovedApp is an app that was removed and can be restored. Its records are in its parts.
type RemovedApp struct {
	App       AppID  `db:"id,key" json:"id"`            // the ID
	Name      string `db:"name" json:"name"`            // the name
	Developer Text   `db:"developer" json:"developer"`  // the developer; null: not known
	IconURL   Text   `db:"icon_url" json:"iconUrl"`     // the URL of the icon; null: not known
	URL       string `db:"url" json:"url"`              // the URL of the page in the App Store
	FirstSeen Time   `db:"first_seen" json:"firstSeen"` // when it was first read
	SyncCount int    `db:"sync_count" json:"syncCount"` // the number of snapshots
	RemovedAt Time   `db:"removed_at" json:"removedAt"` // when the app was removed
}

// RemovedAppQuery narrows a list of removed apps, which is ordered by the time of the removal, last
// first, and by ID.
type RemovedAppQuery struct {
	RemovedBy Time // only those removed at or before this time; zero: all
	Limit     int  // zero: all
	Offset    int  // number of records to skip
}

// matches implements [Query].
func (q RemovedAppQuery) matches(r RemovedApp) bool {
	return q.RemovedBy == 0 || r.RemovedAt <= q.RemovedBy
}

// compare implements [Query].
func (RemovedAppQuery) compare(a, b RemovedApp) int {
	return cmp.Or(cmp.Compare(b.RemovedAt, a.RemovedAt), cmp.Compare(a.App, b.App))
}

// key returns the ID.
func (r RemovedApp) key() AppID { return r.App }

// validate refuses a removed app without ID, name, URL or time.
func (r RemovedApp) validate() error {
	if err := r.App.validate("removed app"); err != nil {
		return err
	}
	if r.Name == "" || r.URL == "" || r.RemovedAt <= 0 {
		return invalid("removed app", "%d has no name, url or time", r.App)
	}
	return checkText("removed app", r.Name, string(r.Developer), string(r.IconURL), r.URL)
}

// RemovedPartID names a part of the records of a removed app.
type RemovedPartID struct {
	App  AppID
	Part int
}

// String returns the ID and the number with a hyphen between them.
func (r RemovedPartID) String() string { return fmt.Sprintf("%d-%d", r.App, r.Part) }

// RemovedPart is a part of the records of a removed app. Package appdata encodes them.
type RemovedPart struct {
	App  AppID  `db:"app_id,key"`
	Part int    `db:"part,key"`
	Data string `db:"data"`
}

// RemovedPartQuery narrows a list of parts, which is ordered by app and number.
type RemovedPartQuery struct {
	App   AppID // zero: every app
	Limit int   // zero: all
}

// matches implements [Query].
func (q RemovedPartQuery) matches(r RemovedPart) bool { return asked(q.App, r.App) }

// compare implements [Query].
func (RemovedPartQuery) compare(a, b RemovedPart) int {
	return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(a.Part, b.Part))
}

// key returns the app and the number.
func (r RemovedPart) key() RemovedPartID { return RemovedPartID{r.App, r.Part} }

// parents implements [child].
func (r RemovedPart) parents() []Parent { return []Parent{{Table: "RemovedApps", Key: r.App}} }

// validate refuses a part without app or data.
func (r RemovedPart) validate() error {
	if r.Part < 0 || r.Data == "" {
		return invalid("removed part", "%v has no data or a negative number", r.key())
	}
	return cmp.Or(r.App.validate("removed part"), checkText("removed part", r.Data))
}

// PausedApp records that an app is not refreshed by runs.
type PausedApp struct {
	App      AppID `db:"app_id,key" json:"appId"`
	PausedAt Time  `db:"paused_at" json:"pausedAt"`
}

// PausedAppQuery narrows a list of paused apps, which is ordered by app.
type PausedAppQuery struct {
	Apps  []AppID // only of these apps; none: every app
	Limit int     // zero: all
}

// matches implements [Query].
func (q PausedAppQuery) matches(r PausedApp) bool {
	return len(q.Apps) == 0 || slices.Contains(q.Apps, r.App)
}

// compare implements [Query].
func (PausedAppQuery) compare(a, b PausedApp) int { return cmp.Compare(a.App, b.App) }

// key returns the app.
func (p PausedApp) key() AppID { return p.App }

// parents implements [child].
func (p PausedApp) parents() []Parent { return onApp(p.App) }

// validate refuses a paused app without ID or time.
func (p PausedApp) validate() error {
	if p.PausedAt <= 0 {
		return invalid("paused app", "%d has no time", p.App)
	}
	return p.App.validate("paused app")
}

// AppTagID names a tag of an app.
type AppTagID struct {
	App AppID
	Tag string
}

// String returns the app and the tag with a hyphen between them.
func (a AppTagID) String() string { return fmt.Sprintf("%d-%s", a.App, a.Tag) }

// AppTag is a word by which the user groups apps.
type AppTag struct {
	App AppID  `db:"app_id,key" json:"appId"`
	Tag string `db:"tag,key" json:"tag"`
}

// MaxTag is the maximum length of a tag, in characters.
const MaxTag = 50

// TagOf returns a text as a tag: in lower case, without space around it. It reports false if the text is
// none: it is blank or too long, or has a comma.
func TagOf(text string) (tag string, ok bool) {
	tag = strings.ToLower(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "))
	return tag, !Blank(tag) && utf8.RuneCountInString(tag) <= MaxTag && !strings.ContainsFunc(tag, func(c rune) bool { return c == ',' || unicode.IsControl(c) })
}

// AppTagQuery narrows a list of tags, which is ordered by app and tag, or by tag and app.
type AppTagQuery struct {
	Apps  []AppID // only of these apps; none: every app
	Tag   string  // empty: every tag
	After AppID   // only of the apps with greater IDs
	ByTag bool    // ordered by tag first
	Limit int     // zero: all
}

// matches implements [Query].
func (q AppTagQuery) matches(r AppTag) bool {
	return (len(q.Apps) == 0 || slices.Contains(q.Apps, r.App)) && asked(q.Tag, r.Tag) && (q.After == 0 || r.App > q.After)
}

// compare implements [Query].
func (q AppTagQuery) compare(a, b AppTag) int {
	if q.ByTag {
		return cmp.Or(cmp.Compare(a.Tag, b.Tag), cmp.Compare(a.App, b.App))
	}
	return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(a.Tag, b.Tag))
}

// key returns the app and the tag.
func (a AppTag) key() AppTagID { return AppTagID(a) }

// parents implements [child].
func (a AppTag) parents() []Parent { return onApp(a.App) }

// validate refuses a tag without app or text.
func (a AppTag) validate() error {
	if a.Tag == "" {
		return invalid("app tag", "the tag of %d is empty", a.App)
	}
	return cmp.Or(a.App.validate("app tag"), checkText("app tag", a.Tag))
}
