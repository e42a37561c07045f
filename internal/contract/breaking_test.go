package contract_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/openapi"
)

// changed returns the findings of a change to the small document.
func changed(t *testing.T, change func(*openapi.Document)) []string {
	t.Helper()
	before := small()
	after := small()
	change(&after)
	found, err := contract.Breaking(encoded(t, before), encoded(t, after))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func encoded(t *testing.T, d openapi.Document) []byte {
	t.Helper()
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func get(d *openapi.Document) *openapi.Operation  { return d.Paths["/api/notes/{id}"]["get"] }
func post(d *openapi.Document) *openapi.Operation { return d.Paths["/api/notes"]["post"] }

func bodyOf(d *openapi.Document) *openapi.Schema { return d.Components.Schemas["NoteBody"] }
func noteOf(d *openapi.Document) *openapi.Schema { return d.Components.Schemas["Note"] }

func TestBreaking(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(*openapi.Document)
		want   string
	}{
		"path": {func(d *openapi.Document) { delete(d.Paths, "/api/notes") }, "POST /api/notes is gone"},
		"method": {func(d *openapi.Document) {
			d.Paths["/api/notes"]["put"] = post(d)
			delete(d.Paths["/api/notes"], "post")
		}, "POST /api/notes is gone"},
		"name":          {func(d *openapi.Document) { post(d).ID = "write" }, "POST /api/notes is called write, no more annotate"},
		"token":         {func(d *openapi.Document) { post(d).Token = "always" }, "POST /api/notes requires the admin token when always, not when never"},
		"limit":         {func(d *openapi.Document) { post(d).RateLimit.Calls = 9 }, "POST /api/notes may be called less often"},
		"new limit":     {func(d *openapi.Document) { get(d).RateLimit = post(d).RateLimit }, "GET /api/notes/{id} may be called less often"},
		"shorter body":  {func(d *openapi.Document) { post(d).MaxBodyBytes-- }, "POST /api/notes takes shorter bodies"},
		"parameter":     {func(d *openapi.Document) { get(d).Parameters = get(d).Parameters[:1] }, "GET /api/notes/{id} takes no parameter full any more"},
		"required":      {func(d *openapi.Document) { get(d).Parameters[1].Required = true }, "GET /api/notes/{id} requires the parameter full"},
		"new parameter": {func(d *openapi.Document) { post(d).Parameters = get(d).Parameters[:1] }, "POST /api/notes requires the parameter id"},
		"other type":    {func(d *openapi.Document) { get(d).Parameters[1].Schema = openapi.Boolean() }, "GET /api/notes/{id} full was [integer] and is [boolean]"},
		"bounds":        {func(d *openapi.Document) { get(d).Parameters[1].Schema = openapi.IntegerOf(0, 4) }, "GET /api/notes/{id} full has narrower bounds"},
		"strict":        {func(d *openapi.Document) { bodyOf(d).Properties["tag"].Lenient = false }, "POST /api/notes.tag is refused when it does not fit"},
		"fewer values":  {func(d *openapi.Document) { bodyOf(d).Properties["tag"].Enum = []any{"other"} }, "POST /api/notes.tag takes fewer values"},
		"must be sent":  {func(d *openapi.Document) { bodyOf(d).Required = []string{"tag", "text"} }, "POST /api/notes.tag must be sent"},
		"not sent":      {func(d *openapi.Document) { delete(bodyOf(d).Properties, "tag") }, "POST /api/notes.tag is gone"},
		"no null":       {func(d *openapi.Document) { bodyOf(d).Properties["by"] = openapi.Text() }, "POST /api/notes.by was [string null] and is [string]"},
		"status":        {func(d *openapi.Document) { delete(post(d).Responses, "201") }, "POST /api/notes answers no 201 any more"},
		"header":        {func(d *openapi.Document) { post(d).Responses["429"].Headers = nil }, "POST /api/notes 429 need not have the header Retry-After"},
		"member":        {func(d *openapi.Document) { delete(noteOf(d).Properties, "text") }, "GET /api/notes/{id} 200.text is gone"},
		"member's type": {func(d *openapi.Document) { noteOf(d).Properties["id"] = openapi.Text() }, "GET /api/notes/{id} 200.id was [integer] and is [string]"},
		"null":          {func(d *openapi.Document) { noteOf(d).Properties["text"] = openapi.OrNull(openapi.Text()) }, "GET /api/notes/{id} 200.text was [string] and is [string null]"},
		"missing":       {func(d *openapi.Document) { noteOf(d).Required = []string{"id"} }, "GET /api/notes/{id} 200.text may be missing"},
		"deep":          {func(d *openapi.Document) { noteOf(d).Properties["older"].Items = openapi.Text() }, "GET /api/notes/{id} 200.older[] was [object] and is [string]"},
		"content": {func(d *openapi.Document) {
			get(d).Responses["200"].Content = map[string]openapi.MediaType{"text/plain": {}}
		},
			"GET /api/notes/{id} 200 is no application/json any more"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := changed(t, tt.change); !slices.Contains(got, tt.want) {
				t.Errorf("found %q, want %q", got, tt.want)
			}
		})
	}
}

func TestAdditionsBreakNothing(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*openapi.Document){
		"nothing":            func(*openapi.Document) {},
		"path":               func(d *openapi.Document) { d.Paths["/api/more"] = d.Paths["/api/notes"] },
		"optional parameter": func(d *openapi.Document) { post(d).Parameters = get(d).Parameters[1:] },
		"optional member":    func(d *openapi.Document) { bodyOf(d).Properties["more"] = openapi.Text() },
		"answered member":    func(d *openapi.Document) { noteOf(d).Properties["more"] = openapi.Text() },
		"more values": func(d *openapi.Document) {
			bodyOf(d).Properties["tag"] = openapi.Loose(openapi.OneOf("other", "concern", "new"))
		},
		"wider bounds":    func(d *openapi.Document) { get(d).Parameters[1].Schema = openapi.Integer() },
		"more often":      func(d *openapi.Document) { post(d).RateLimit.Calls *= 2 },
		"longer body":     func(d *openapi.Document) { post(d).MaxBodyBytes *= 2 },
		"another refusal": func(d *openapi.Document) { get(d).Responses["404"] = &openapi.Response{} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff([]string(nil), changed(t, change)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// An answer may be left with one of its forms. A body may not.
func TestOneFormIsLeft(t *testing.T) {
	t.Parallel()
	form := func(name string) *openapi.Schema { return &openapi.Schema{Ref: openapi.SchemaPath + name} }
	for name, tt := range map[string]struct {
		of    func(*openapi.Document) *openapi.Schema
		after *openapi.Schema
		found bool
	}{
		"answer":       {noteOf, form("NoteBody"), false},
		"another form": {noteOf, form("Error"), true},
		"body":         {bodyOf, form("NoteBody"), true},
	} {
		before, after := small(), small()
		tt.of(&before).Properties["form"] = openapi.AnyOf(form("Note"), form("NoteBody"))
		tt.of(&after).Properties["form"] = tt.after
		found, err := contract.Breaking(encoded(t, before), encoded(t, after))
		if err != nil {
			t.Fatal(err)
		}
		if (len(found) > 0) != tt.found {
			t.Errorf("%s: found %q", name, found)
		}
	}
}

// An answer whose members depend on one of them is compared as one object with all members.
func TestVariantsAreComparedAsOne(t *testing.T) {
	t.Parallel()
	ref := func(name string) *openapi.Schema { return &openapi.Schema{Ref: openapi.SchemaPath + name} }
	before := openapi.Closed(openapi.Members{"kind": openapi.OneOf("begun", "ended"), "index": openapi.Integer(), "error": openapi.Text()}, "index", "error")
	for name, tt := range map[string]struct {
		ended openapi.Members
		want  string // empty: nothing breaks
	}{
		"the same":    {openapi.Members{"kind": openapi.OneOf("ended"), "error": openapi.Text()}, ""},
		"more":        {openapi.Members{"kind": openapi.OneOf("ended"), "error": openapi.Text(), "reason": openapi.Text()}, ""},
		"less":        {openapi.Members{"kind": openapi.OneOf("ended")}, "line.error is gone"},
		"of any type": {openapi.Members{"kind": openapi.OneOf("ended"), "error": openapi.Integer()}, "line.error was [string] and is [integer]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			old, changed := small(), small()
			noteOf(&old).Properties["line"] = before
			changed.Components.Schemas["Begun"] = openapi.Closed(openapi.Members{"kind": openapi.OneOf("begun"), "index": openapi.Integer()})
			changed.Components.Schemas["Ended"] = openapi.Closed(tt.ended)
			noteOf(&changed).Properties["line"] = openapi.Variants("kind",
				openapi.Variant{Value: "begun", Schema: ref("Begun")}, openapi.Variant{Value: "ended", Schema: ref("Ended")})
			found, err := contract.Breaking(encoded(t, old), encoded(t, changed))
			if err != nil {
				t.Fatal(err)
			}
			if tt.want == "" && len(found) == 0 {
				return
			}
			if tt.want == "" || !slices.ContainsFunc(found, func(line string) bool { return strings.HasSuffix(line, tt.want) }) {
				t.Errorf("found %q, want %q", found, tt.want)
			}
		})
	}
}

// The forms of an answer are compared by their names and types, in any order.
func TestFormsAreComparedByName(t *testing.T) {
	t.Parallel()
	ref := func(name string) *openapi.Schema { return &openapi.Schema{Ref: openapi.SchemaPath + name} }
	null := &openapi.Schema{Type: openapi.Types{"null"}}
	for name, tt := range map[string]struct {
		before, after *openapi.Schema
		found         bool
	}{
		"a form and null are left": {openapi.AnyOf(ref("Note"), ref("NoteBody"), null), openapi.AnyOf(ref("NoteBody"), null), false},
		"within another":           {openapi.AnyOf(openapi.AnyOf(ref("Note"), ref("NoteBody")), null), openapi.AnyOf(ref("NoteBody"), ref("Note"), null), false},
		"lists":                    {openapi.AnyOf(ref("Note"), openapi.List(ref("Note")), openapi.List(ref("NoteBody"))), openapi.AnyOf(openapi.List(ref("NoteBody")), ref("Note")), false},
		"another form":             {openapi.AnyOf(ref("Note"), null), openapi.AnyOf(ref("Error"), null), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before, after := small(), small()
			noteOf(&before).Properties["form"], noteOf(&after).Properties["form"] = tt.before, tt.after
			found, err := contract.Breaking(encoded(t, before), encoded(t, after))
			if err != nil {
				t.Fatal(err)
			}
			if (len(found) > 0) != tt.found {
				t.Errorf("found %q", found)
			}
		})
	}
}
