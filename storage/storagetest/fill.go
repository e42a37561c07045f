package storagetest

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// How the fields of a sample record are filled.
type filling int

const (
	distinct filling = iota // each field with a value of its own
	extreme                 // the largest numbers, texts that are easily spoiled
	hollow                  // zero, but behind pointers and in lists that are there
	random                  // of a few values, which are often the same
)

// awkward has what a store is likely to spoil: quotes, letters that change
// their length with their case, several forms of one letter, a character beyond
// the basic plane, the last one, line ends, and spaces at both ends.
const awkward = " '\"\\`%_;--\t\r\n\u0130\u00df e\u0301\u00e9 \u2028 \ufeff\ufffd\uffff\U0001f9ff\U0010ffff null 0x1 1e3 "

// text returns the nth key of a kind whose key is a text; the third is awkward.
func text(kind string, n int) string {
	if n == 3 {
		return awkward
	}
	return fmt.Sprint(kind, "-", n)
}

// maxTime is the latest time that a backup may have.
const maxTime = storage.MaxTime

// known are the values of types that cannot have every value. A type that its
// records check needs an entry here.
var known = map[reflect.Type][]any{
	reflect.TypeFor[storage.Source]():              {storage.SourceWayback, storage.SourceLive},
	reflect.TypeFor[storage.Decision]():            {storage.DecisionReplace, storage.DecisionSafe, storage.DecisionUninstall},
	reflect.TypeFor[storage.Audience]():            {storage.AudienceGuardian, storage.AudienceSelf},
	reflect.TypeFor[storage.Origin]():              {storage.OriginImported, storage.OriginUser},
	reflect.TypeFor[storage.Visibility]():          {storage.VisibilityPrivate, storage.VisibilityExport},
	reflect.TypeFor[storage.Tag]():                 {storage.TagFollowUp, storage.TagConcern},
	reflect.TypeFor[storage.Modes]():               {storage.ModePrivacy | storage.ModeAccessibility, storage.ModePrivacy},
	reflect.TypeFor[storage.ImportSource]():        {storage.ImportScreenshots, storage.ImportManual},
	reflect.TypeFor[storage.ImportStatus]():        {storage.ImportRemoved, storage.ImportQueued, storage.ImportMatched},
	reflect.TypeFor[storage.ManualSource]():        {storage.ManualTestFlight, storage.ManualOwnBuild},
	reflect.TypeFor[storage.ManualEventType]():     {storage.ManualFieldChange, storage.ManualScrape},
	reflect.TypeFor[storage.PolicyStatus]():        {storage.PolicyTooShort, storage.PolicyPending},
	reflect.TypeFor[storage.DeliveryState]():       {storage.DeliveryDead, storage.DeliveryPending, storage.DeliveryDelivered},
	reflect.TypeFor[storage.NotificationType]():    {storage.NoticePolicyUpdates, storage.NoticeVersionUpdates},
	reflect.TypeFor[storage.EntryType]():           {storage.EntryRemoved, storage.EntryAdded},
	reflect.TypeFor[storage.Direction]():           {storage.Worse, storage.Better},
	reflect.TypeFor[storage.ReviewAction]():        {storage.ReviewReviewed, storage.ReviewDismissed, storage.ReviewSnoozed, storage.ReviewUnsnoozed},
	reflect.TypeFor[storage.EntryCategory]():       {storage.CategoryAgeRating, storage.CategoryPrivacyLabel},
	reflect.TypeFor[storage.ActivityOrder]():       {storage.ByEnd, storage.ByDuration, storage.ByID},
	reflect.TypeFor[storage.AccessibilityStatus](): {storage.AccessibilityNotIndicated, storage.AccessibilityNone, storage.AccessibilityDeclared},
	reflect.TypeFor[storage.Risk]():                anys(storage.Risks()),
	reflect.TypeFor[storage.AppOrder]():            anys(storage.AppOrders()),
	reflect.TypeFor[storage.ReadTokenKind]():       {storage.ReadTokenBrowser, storage.ReadTokenProgram},
	reflect.TypeFor[storage.FailureCode]():         anys(storage.FailureCodes()),
}

// fix changes what Validate refuses in a record though each of its fields is valid.
func fix(record reflect.Value) {
	switch r := record.Addr().Interface().(type) {
	case *storage.App:
		fixSource(&r.Source)
		if a := r.Accessibility; a != nil && !a.Status.Known() {
			a.Status = storage.AccessibilityNone
		}
	case *storage.Identifier:
		fixSource(&r.Source)
	case *storage.Pair:
		r.With = max(r.With, r.App+1)
		for i := range r.Open {
			r.Open[i].ToldTo = []storage.AppID{r.App, r.With}[i&1]
		}
	case *storage.RelatedApp:
		r.Shelf = []string{storage.ShelfMayAlsoLike, storage.ShelfMoreByDeveloper}[r.Position&1]
	case *storage.StorefrontObservation:
		r.Country = string([]byte{'a' + byte(r.At%26), 'a' + byte(r.At/26%26)})
	case *storage.Verdict:
		if r.Origin == storage.OriginUser {
			r.OriginName = ""
		}
	case *storage.PolicyAnalysis:
		if r.Summary != nil {
			r.Summary = summary(r.Model)
		}
		if r.PreviousSummary != nil {
			r.PreviousSummary = summary(r.Mode)
		}
	case *storage.ImportItem:
		r.RemovedApp = min(r.RemovedApp, storage.MaxAppID)
	case *storage.Change:
		fixEntry(&r.Entry)
	case *storage.Notification:
		for i := range r.Changes {
			fixEntry(&r.Changes[i])
		}
	case *storage.Delivery:
		for i := range r.Items {
			for k := range r.Items[i].Changes {
				fixEntry(&r.Items[i].Changes[k])
			}
		}
	}
}

// fixSource makes a text the name of a source.
func fixSource(name *storage.Text) {
	if *name == "" {
		return
	}
	made := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return '-'
	}, "s"+string(*name))
	*name = storage.Text(made[:min(len(made), storage.MaxSource)])
}

// fixEntry drops an empty More: an entry has members there, or nil.
func fixEntry(e *storage.Entry) {
	if string(e.More) == `{}` {
		e.More = nil
	}
}

// filler sets every field of a record, whatever its kind.
type filler struct {
	how  filling
	n    int // moves with each value
	rand *rand.Rand
}

// fill sets every field of a record. No two values of the nth distinct record are
// alike, nor any of two records, where their type is wide enough.
func fill(record reflect.Value, how filling, n int) {
	(&filler{how: how, n: n * 1000}).value(record)
}

// fillKey sets the ith part of the nth key of a kind.
func fillKey(part reflect.Value, kind string, n, i int) {
	last := n == 3
	switch p := part.Addr().Interface().(type) {
	case *string:
		*p = text(kind, n)
	case *storage.Text:
		*p = storage.Text(text(kind, n))
	case *storage.AppID:
		if *p = storage.AppID(n + 10*i); last {
			*p = storage.MaxAppID - storage.AppID(i)
		}
		if kind == "Pairs" {
			*p = min(*p, storage.MaxAppID-1) // the other app has a greater one
		}
	case *storage.AnnotationID:
		if *p = storage.AnnotationID(n); last {
			*p = storage.MaxAnnotationID
		}
	case *storage.Time:
		if *p = storage.Time(1000 + n); last {
			*p = maxTime
		}
	case *int:
		if *p = n; last {
			*p = math.MaxInt32
		}
	case *byte: // of a digest
		*p = byte(n)
	case *storage.Digest:
		*p = digest(n)
	default:
		fill(part, distinct, 0)
	}
}

func (f *filler) value(v reflect.Value) {
	f.n++
	if f.how == random {
		f.random(v)
		return
	}
	if values, ok := known[v.Type()]; ok && f.how != hollow {
		v.Set(reflect.ValueOf(values[0]))
		return
	}
	if v.Type() == reflect.TypeFor[json.RawMessage]() {
		v.SetBytes(f.object())
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f.value(v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.value(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			f.value(v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			f.value(v.Index(i))
		}
	default:
		if f.how != hollow {
			f.scalar(v)
		}
	}
}

func (f *filler) scalar(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(f.text())
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(f.integer(v.Type()))
	case reflect.Uint8:
		v.SetUint(uint64(f.n%math.MaxUint8 + 1))
	case reflect.Uint16:
		v.SetUint(uint64(f.n%math.MaxUint16 + 1))
	case reflect.Uint32:
		v.SetUint(uint64(f.n)%math.MaxUint32 + 1)
	case reflect.Float64:
		v.SetFloat(float64(f.n) + 0.1)
		if f.how == extreme {
			v.SetFloat(storage.MaxExact)
		}
	default:
		panic(fmt.Sprintf("storagetest: a record has a field of type %v, which is not known here", v.Type()))
	}
}

func (f *filler) text() string {
	if f.how == extreme {
		return fmt.Sprint(awkward, f.n)
	}
	return fmt.Sprintf("text %d", f.n)
}

func (f *filler) integer(t reflect.Type) int64 {
	if f.how != extreme {
		return int64(f.n)
	}
	switch t {
	case reflect.TypeFor[storage.AppID]():
		return int64(storage.MaxAppID)
	case reflect.TypeFor[storage.Time](), reflect.TypeFor[storage.NullTime]():
		return int64(maxTime)
	case reflect.TypeFor[storage.Footprint]():
		return math.MaxInt64
	}
	return storage.MaxExact
}

func (f *filler) object() json.RawMessage {
	switch f.how {
	case hollow:
		return json.RawMessage(`{}`)
	case extreme:
		return json.RawMessage(`{"deep":[{"n":9007199254740991,"t":"\u0022\ud83e\uddff"},null,true,1.5e-9]}`)
	}
	return json.RawMessage(fmt.Sprintf(`{"n%d":[%d]}`, f.n, f.n))
}

// few are values that random records and queries share, so that some match.
var few = map[reflect.Type][]any{
	reflect.TypeFor[storage.AppID]():        {storage.AppID(0), storage.AppID(1), storage.AppID(2), storage.AppID(10), storage.MaxAppID},
	reflect.TypeFor[storage.AnnotationID](): {storage.AnnotationID(1), storage.AnnotationID(2), storage.AnnotationID(10), storage.MaxAnnotationID},
	reflect.TypeFor[storage.Digest]():       {storage.Digest{}, digest(1), digest(2), digest(0x80ff)},
	reflect.TypeFor[json.RawMessage]():      {json.RawMessage(nil), json.RawMessage(`{"a":1}`), json.RawMessage(`{"b":[]}`)},
}

// fewTexts and fewNumbers are those of the other types.
var (
	fewTexts   = []string{"", "a", "b", "B", "é", "a_", "a_c", "ab", "u\u0308", "\U0010ffff"}
	fewNumbers = []int64{0, 1, 2, 9, 10, 99, 100, 1000}
)

func (f *filler) random(v reflect.Value) {
	values := append(known[v.Type()][:len(known[v.Type()]):len(known[v.Type()])], few[v.Type()]...)
	if len(values) > 0 {
		v.Set(reflect.ValueOf(values[f.rand.IntN(len(values))]))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f.value(v.Field(i))
		}
	case reflect.Pointer:
		if f.rand.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			f.value(v.Elem())
		}
	case reflect.Slice:
		n := f.rand.IntN(3)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			f.value(v.Index(i))
		}
	case reflect.String:
		v.SetString(fewTexts[f.rand.IntN(len(fewTexts))])
	case reflect.Bool:
		v.SetBool(f.rand.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		v.SetInt(fewNumbers[f.rand.IntN(len(fewNumbers))])
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		v.SetUint(uint64(f.rand.IntN(4)))
	case reflect.Float64:
		v.SetFloat(float64(f.rand.IntN(4)) / 2)
	default:
		panic(fmt.Sprintf("storagetest: a record has a field of type %v, which is not known here", v.Type()))
	}
}
