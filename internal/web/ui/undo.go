package ui

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strconv"

	"github.com/privacylabels/auditor/storage"
)

// Undo is an operation that undoes another one: one of the types below, each of which a form
// of the page carries out. A flash names the type, and never the form.
type Undo interface {
	// Form returns the path of the form, and its fields.
	Form() (path string, fields url.Values)
}

// undos are the types of [Undo] by their names in a flash.
var undos = map[string]reflect.Type{
	"review":  reflect.TypeFor[UndoReview](),
	"concern": reflect.TypeFor[UndoConcern](),
	"verdict": reflect.TypeFor[UndoVerdict](),
	"note":    reflect.TypeFor[UndoNote](),
	"profile": reflect.TypeFor[UndoProfile](),
	"removal": reflect.TypeFor[UndoRemoval](),
	"reviews": reflect.TypeFor[UndoReviews](),
	"mark":    reflect.TypeFor[UndoMark](),
	"filter":  reflect.TypeFor[UndoFilter](),
}

// undoText is an undo as a cookie carries it.
type undoText struct {
	Name string          `json:"n"`
	Args json.RawMessage `json:"a"`
}

func encodeUndo(u Undo) *undoText {
	for name, kind := range undos {
		if reflect.TypeOf(u) == kind {
			args, _ := json.Marshal(u) // strings and numbers are always encoded
			return &undoText{name, args}
		}
	}
	panic(fmt.Sprintf("web: %T is not in the table of undos", u))
}

// decode returns the undo, and reports whether there is one of that name.
func (t *undoText) decode() (Undo, bool) {
	kind, known := undos[t.Name]
	if !known {
		return nil, false
	}
	args := reflect.New(kind)
	if json.Unmarshal(t.Args, args.Interface()) != nil {
		return nil, false
	}
	undo, ok := args.Elem().Interface().(Undo)
	return undo, ok
}

// UndoReview withdraws the review of an app's changes.
type UndoReview struct {
	App    storage.AppID `json:"app"`
	Review string        `json:"review"` // the ID of its record
}

// Form implements [Undo].
func (u UndoReview) Form() (string, url.Values) {
	return fmt.Sprintf("/apps/%d/review/undo", u.App), url.Values{"action": {u.Review}}
}

// UndoConcern decides on a concern as before.
type UndoConcern struct {
	App      storage.AppID   `json:"app"`
	Category string          `json:"category"`
	Decision ConcernDecision `json:"decision"`
	Note     string          `json:"note,omitzero"`
}

// ConcernDecision is a decision on a concern, as its form has it.
type ConcernDecision string

// The decisions on a concern.
const (
	ConcernAccept ConcernDecision = "accept"
	ConcernDefer  ConcernDecision = "defer"
	ConcernReopen ConcernDecision = "reopen"
)

// Form implements [Undo].
func (u UndoConcern) Form() (string, url.Values) {
	fields := url.Values{"decision": {string(u.Decision)}}
	if u.Note != "" {
		fields.Set("note", u.Note)
	}
	return fmt.Sprintf("/apps/%d/concerns/%s", u.App, url.PathEscape(u.Category)), fields
}

// UndoVerdict gives an app the verdict that it had.
type UndoVerdict struct {
	App       storage.AppID    `json:"app"`
	Decision  storage.Decision `json:"decision"`
	Rationale string           `json:"rationale,omitzero"`
}

// Form implements [Undo].
func (u UndoVerdict) Form() (string, url.Values) {
	return fmt.Sprintf("/apps/%d/verdict", u.App), url.Values{"verdict": {string(u.Decision)}, "rationale": {u.Rationale}}
}

// UndoNote brings a deleted note back.
type UndoNote struct {
	Note storage.AnnotationID `json:"note"`
}

// Form implements [Undo].
func (u UndoNote) Form() (string, url.Values) { return fmt.Sprintf("/notes/%d/restore", u.Note), nil }

// UndoProfile saves the privacy profile that there was.
type UndoProfile struct {
	Retention string            `json:"retention,omitzero"`
	Tiers     map[string]string `json:"tiers"` // by category
}

// Form implements [Undo].
func (u UndoProfile) Form() (string, url.Values) {
	fields := url.Values{"retention": {u.Retention}}
	for category, tier := range u.Tiers {
		fields.Set(category, tier)
	}
	return "/settings/profile/privacy", fields
}

// UndoRemoval brings apps back that were removed together.
type UndoRemoval struct {
	At storage.Time `json:"at"`
}

// Form implements [Undo].
func (u UndoRemoval) Form() (string, url.Values) {
	return "/apps/remove/undo", url.Values{"at": {strconv.FormatInt(int64(u.At), 10)}}
}

func ids(apps []storage.AppID) []string {
	texts := make([]string, len(apps))
	for i, app := range apps {
		texts[i] = app.String()
	}
	return texts
}

// UndoReviews withdraws reviews that were made together.
type UndoReviews struct {
	At storage.Time `json:"at"`
}

// Form implements [Undo].
func (u UndoReviews) Form() (string, url.Values) {
	return "/apps/review/undo", url.Values{"at": {strconv.FormatInt(int64(u.At), 10)}}
}

// UndoMark takes a tag, a device or a pause back from the apps that got it.
type UndoMark struct {
	Path  string          `json:"path"` // of the form: one of the marks
	Value string          `json:"value,omitzero"`
	Off   bool            `json:"off,omitzero"`
	Apps  []storage.AppID `json:"apps"`
}

// Form implements [Undo].
func (u UndoMark) Form() (string, url.Values) {
	path, fields := "/apps/pause", url.Values{"id": ids(u.Apps)}
	if u.Path == "tag" || u.Path == "device" {
		path = "/apps/" + u.Path
		fields.Set(u.Path, u.Value)
	}
	if u.Off {
		fields.Set("off", "1")
	}
	return path, fields
}

// UndoFilter saves a removed filter of a list again.
type UndoFilter struct {
	List  string `json:"list"`
	Name  string `json:"name"`
	Query string `json:"query"`
}

// Form implements [Undo].
func (u UndoFilter) Form() (string, url.Values) {
	return "/filters", url.Values{"list": {u.List}, "name": {u.Name}, "filter": {u.Query}}
}
