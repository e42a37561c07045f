package openapi_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/openapi"
)

type (
	leaf struct {
		Name string `json:"name"`
	}
	inner struct {
		Hidden string `json:"shown"` // by that of outer
		Depth  int    `json:"depth"`
	}
	part struct {
		Part *int `json:"part"`
	}
	outer struct {
		inner
		*part
		Shown   bool           `json:"shown"`
		ID      int64          `json:"id,string"`
		Leaf    leaf           `json:"leaf"`
		Other   *leaf          `json:"other"`
		Maybe   *leaf          `json:"maybe,omitempty"`
		List    []leaf         `json:"list"`
		Map     map[int64]bool `json:"map"`
		Any     any            `json:"any"`
		Known   stamp          `json:"known"`
		Ratio   float64        `json:"ratio,omitzero"`
		Count   uint           `json:"count"`
		Plain   string
		Ignored string   `json:"-"`
		private string   //nolint:unused // must not be written
		Nothing struct{} `json:"nothing"`
		Told    any      `json:"told"`
	}
	stamp int64
	tree  struct {
		Branches []tree `json:"branches"`
	}
)

func TestTypesBecomeSchemas(t *testing.T) {
	t.Parallel()
	r := openapi.Reflector{
		Types:   map[reflect.Type]*openapi.Schema{reflect.TypeFor[stamp](): openapi.Text()},
		Members: map[openapi.Member]*openapi.Schema{{Of: reflect.TypeFor[outer](), Name: "told"}: openapi.Boolean()},
		Names:   map[reflect.Type]string{reflect.TypeFor[leaf](): "Blade", reflect.TypeFor[stamp](): "Stamp"},
	}
	if got := r.Of(reflect.TypeFor[outer]()).Named(); got != "Outer" || r.Err() != nil {
		t.Fatalf("named %s, %v", got, r.Err())
	}
	got, err := json.Marshal(r.Schemas)
	if err != nil {
		t.Fatal(err)
	}
	const blade = `{"$ref":"#/components/schemas/Blade"}`
	want := `{
		"Blade": {"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false},
		"Outer": {"type":"object","properties":{
			"Plain":{"type":"string"},
			"any":{},
			"count":{"type":"integer","format":"int64","minimum":0},
			"depth":{"type":"integer","format":"int64"},
			"id":{"type":"string"},
			"known":{"$ref":"#/components/schemas/Stamp"},
			"leaf":` + blade + `,
			"list":{"type":"array","items":` + blade + `},
			"map":{"type":"object","additionalProperties":{"type":"boolean"}},
			"maybe":` + blade + `,
			"nothing":{"type":"object","additionalProperties":false},
			"other":{"anyOf":[` + blade + `,{"type":"null"}]},
			"part":{"type":["integer","null"],"format":"int64"},
			"ratio":{"type":"number"},
			"shown":{"type":"boolean"},
			"told":{"type":"boolean"}
		},"required":["Plain","any","count","depth","id","known","leaf","list","map","nothing","other","shown","told"],"additionalProperties":false},
		"Stamp": {"type":"string"}
	}`
	if diff := cmp.Diff(loose(t, want), loose(t, string(got))); diff != "" {
		t.Errorf("schemas (-want +got):\n%s", diff)
	}
}

// loose returns JSON without its layout.
func loose(t *testing.T, text string) (value any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// Whatever is written of a value has the members that its schema says.
func TestSchemaSaysWhatIsWritten(t *testing.T) {
	t.Parallel()
	r := openapi.Reflector{Types: map[reflect.Type]*openapi.Schema{reflect.TypeFor[stamp](): openapi.Integer()}}
	r.Of(reflect.TypeFor[outer]())
	s := r.Schemas["Outer"]
	for _, v := range []outer{{}, {part: &part{}, Maybe: &leaf{}, Ratio: 1, private: "x"}} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(text, &members); err != nil {
			t.Fatal(err)
		}
		for name := range members {
			if s.Properties[name] == nil {
				t.Errorf("%s is written, and not in the schema", name)
			}
		}
		for _, name := range s.Required {
			if members[name] == nil {
				t.Errorf("%s is required, and not written", name)
			}
		}
	}
}

func TestTypesThatHoldThemselves(t *testing.T) {
	t.Parallel()
	var r openapi.Reflector
	r.Of(reflect.TypeFor[tree]())
	if got := r.Schemas["Tree"].Properties["branches"].Items.Named(); got != "Tree" {
		t.Errorf("branches are %q", got)
	}
}

func TestWrongTypesAreReported(t *testing.T) {
	t.Parallel()
	for want, types := range map[string][]reflect.Type{
		"no JSON is written of a chan int": {reflect.TypeFor[chan int]()},
		"are both called Leaf":             {reflect.TypeFor[leaf](), reflect.TypeFor[inner]()},
	} {
		r := openapi.Reflector{Names: map[reflect.Type]string{reflect.TypeFor[inner](): "Leaf"}}
		for _, of := range types {
			r.Of(of)
		}
		if err := r.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// A member of a struct may be described for one of those that embed it alone.
func TestMembersOfEmbeddedStructs(t *testing.T) {
	t.Parallel()
	type common struct {
		Totals any `json:"totals"`
	}
	type first struct{ common }
	type second struct{ common }
	r := openapi.Reflector{Members: map[openapi.Member]*openapi.Schema{
		{Of: reflect.TypeFor[common](), Name: "totals"}: openapi.Text(),
		{Of: reflect.TypeFor[second](), Name: "totals"}: openapi.Integer(),
	}}
	for of, want := range map[reflect.Type]*openapi.Schema{reflect.TypeFor[first](): openapi.Text(), reflect.TypeFor[second](): openapi.Integer()} {
		if diff := cmp.Diff(want, r.Object(of).Properties["totals"]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", of.Name(), diff)
		}
	}
}
