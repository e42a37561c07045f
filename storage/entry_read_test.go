package storage_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

const fullEntry = `{"type":"modified","description":"New: \"Größe\" \\ \n","category":"privacy-label","privacyType":"a","dataCategory":"b","purpose":"c","dataType":"d",` +
	`"feature":"e","fact":"f","from":"g","to":"h","parts":[{"type":"added","dataCategory":"b","purpose":"c","dataType":"d","optional":true},{"type":"removed"}],` +
	`"direction":"worse","weight":"linked","details":["i","j"],"storeWide":true}`

const fullLabel = `{"types":[{"identifier":"a","title":"b","detail":"c","categories":[{"identifier":"d","title":"e","dataTypes":[{"identifier":"f","title":"g"},` +
	`{"identifier":"","title":"\"h\"","optional":true}]},{"identifier":"i","title":""}],"purposes":[{"identifier":"j","title":"k","categories":[{"identifier":"d","title":"e"}]}]},` +
	`{"identifier":"l","title":"m","detail":null,"categories":null}],"practices":["n"]}`

func TestReadSimple(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		value string
		into  any
	}{
		{"[" + fullEntry + `,{"details":[],"parts":[],"storeWide":false},{}]`, new([]storage.Entry)},
		{`[]`, new([]storage.Entry)},
		{`{"privacyType":"a","dataCategory":"b","purpose":"c","dataType":"d","feature":"e","fact":"f","from":"g","to":"h","parts":[{"type":"added"}]}`, new(storage.Subject)},
		{`{}`, new(storage.Subject)},
		{fullLabel, new(storage.Label)},
		{`{"types":null}`, new(storage.Label)},
		{`{"types":[]}`, new(storage.Label)},
		{`["a","\"","\\b","😀\n","` + "\ufffd" + `"]`, new([]string)},
	} {
		if !storage.ReadSimple(test.value, test.into) {
			t.Errorf("%s is not read", test.value)
		}
		if diff := cmp.Diff(readByJSON(t, test.value, test.into), test.into); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.value, diff)
		}
	}
}

// plainEntry is an entry without its methods.
type plainEntry storage.Entry

// readByJSON returns what package json reads, of the type of into.
func readByJSON(t *testing.T, value string, into any) any {
	t.Helper()
	var entries []plainEntry
	want := reflect.New(reflect.TypeOf(into).Elem()).Interface()
	read := want
	if _, ok := into.(*[]storage.Entry); ok {
		read = &entries
	}
	if err := json.Unmarshal([]byte(value), read); err != nil {
		t.Fatalf("%q is read as %+v, want %v", value, into, err)
	}
	if of, ok := want.(*[]storage.Entry); ok {
		*of = []storage.Entry{}
		for _, e := range entries {
			*of = append(*of, storage.Entry(e))
		}
	}
	return want
}

// What is read is what package json reads, and what it refuses is not read.
func FuzzReadSimple(f *testing.F) {
	for _, value := range []string{
		"[" + fullEntry + "]", fullEntry, `[{"type":"a","type":"b"}]`, `[{"Type":"a"}]`, `[{"type":null}]`, `[{"type":1}]`, ` []`, `[] `, `[,]`, `["a",]`, `["a" ,"b"]`, `["\u0061"]`, `["\/"]`,
		"[\"\xff\"]", "[\"\\\"\xff\"]", "[\"\n\"]", "[\"\\\"\n\"]", `["\n"]`, `["`, `["\`, `["\"`, `[{"more":{}}]`, `[{"parts":[{"dataType":"a","type":"b"}]}]`, `{"to":"a","weight":"b"}`,
		`{"from":"a","from":"b"}`, `null`, ``, `[{"storeWide":truefalse}]`, `[{"storeWide":tru}]`, `[{"details":null}]`, `[{}{}]`, `[{},{}`, `[{"type":"a"`, `[{"type"}]`, `[{type:"a"}]`,
		fullLabel, `{"types":null}`, `{"types":[null]}`, `{"types":[{"identifier":"a","title":"b","detail":"","categories":[]}]}`, `{"types":[],"practices":null}`, `{"practices":[],"types":[]}`,
	} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		for _, into := range []any{new([]storage.Entry), new(storage.Subject), new([]string), new(storage.Label), new(int)} {
			if !storage.ReadSimple(value, into) {
				continue
			}
			if diff := cmp.Diff(readByJSON(t, value, into), into); diff != "" {
				t.Errorf("%q (-want +got):\n%s", value, diff)
			}
		}
	})
}
