package jsonread_test

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/jsonread"
)

var limits = jsonread.Limits{Bytes: 100, Depth: 4, Values: 20, Members: 5}

// read returns the members as they are written, with the elements of lists apart.
func read(text string, l jsonread.Limits) (map[string][]string, error) {
	all := make(map[string][]string)
	err := jsonread.Members(iotest.OneByteReader(strings.NewReader(text)), l, func(name string, at jsonread.Span) error {
		value := text[at.From:at.To]
		if !at.Array {
			all[name] = []string{value}
			return nil
		}
		list := []string{}
		err := jsonread.Elements(strings.NewReader(value), l, func(i int, element []byte) error {
			if i != len(list) {
				return errors.New("elements out of order")
			}
			list = append(list, string(element))
			return nil
		})
		if err == nil && len(list) != at.Len {
			err = errors.New("another number of elements")
		}
		all[name] = list
		return err
	})
	return all, err
}

func TestMembers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]map[string][]string{
		`{}`:       {},
		" {\n}\t ": {},
		`{"a":1}`:  {"a": {"1"}},
		`{ "a" : [ ] , "b\u0063" : { "x" : [ 1 ] } }`:                 {"a": {}, "bc": {`{ "x" : [ 1 ] }`}},
		`{"a":[1 , "]",{"b":[]},[[]],null],"b":"}"}`:                  {"a": {"1", `"]"`, `{"b":[]}`, "[[]]", "null"}, "b": {`"}"`}},
		`{"":[9007199254740991,-9007199254740991,1.5e300,1e30,0.10]}`: {"": {"9007199254740991", "-9007199254740991", "1.5e300", "1e30", "0.10"}},
		`{"a":["` + strings.Repeat("x", 98) + `"` + strings.Repeat(`,"`+strings.Repeat("y", 98)+`"`, 2) + `]}`: {
			"a": {`"` + strings.Repeat("x", 98) + `"`, `"` + strings.Repeat("y", 98) + `"`, `"` + strings.Repeat("y", 98) + `"`},
		},
	} {
		got, err := read(text, limits)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		``: jsonread.ErrTruncated, `{`: jsonread.ErrTruncated, `{"a"`: jsonread.ErrTruncated, `{"a":`: jsonread.ErrTruncated, `{"a":[`: jsonread.ErrTruncated,
		`{"a":[1,`: jsonread.ErrTruncated, `{"a":[1`: jsonread.ErrTruncated, `{"a":"x`: jsonread.ErrTruncated, `{"a":1`: jsonread.ErrTruncated, `{"a":tru`: jsonread.ErrTruncated,
		`[]`: jsonread.ErrType, `1`: jsonread.ErrType, `"a"`: jsonread.ErrType, `null`: jsonread.ErrType,
		`{}{}`: jsonread.ErrTrailing, `{} 1`: jsonread.ErrTrailing, `{}]`: jsonread.ErrTrailing, "{}\x00": jsonread.ErrTrailing,
		`{1:2}`: jsonread.ErrSyntax, `{"a":1,}`: jsonread.ErrSyntax, `{"a":[1,]}`: jsonread.ErrSyntax, `{"a":[,1]}`: jsonread.ErrSyntax, `{"a":[1}]`: jsonread.ErrSyntax,
		`{"a":01}`: jsonread.ErrSyntax, `{"a":+1}`: jsonread.ErrSyntax, `{"a":NaN}`: jsonread.ErrSyntax, "{\"a\":\"\xff\"}": jsonread.ErrSyntax, "{\"a\":\"\n\"}": jsonread.ErrSyntax,
		`{"a":"\udc00"}`: jsonread.ErrSyntax, `{'a':1}`: jsonread.ErrSyntax, `x`: jsonread.ErrSyntax,
		`{"a":1,"a":2}`: jsonread.ErrDuplicate, `{"a":[],"\u0061":[]}`: jsonread.ErrDuplicate, `{"a":[{"b":1,"b":1}]}`: jsonread.ErrDuplicate,
		`{"a":"` + strings.Repeat("x", 99) + `"}`: jsonread.ErrTooLarge, `{"a":["` + strings.Repeat("x", 200_000) + `"]}`: jsonread.ErrTooLarge,
		`{"a":` + strings.Repeat(" ", 200_000) + `1}`: jsonread.ErrTooLarge, `{"a":{"b":[` + strings.Repeat("0,", 20) + `0]}}`: jsonread.ErrTooLarge,
		`{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}`: jsonread.ErrTooLarge,
		`{"a":[[[[[[]]]]]]}`:                    jsonread.ErrTooDeep, `{"a":{"a":{"a":{"a":{"a":{}}}}}}`: jsonread.ErrTooDeep,
		`{"a":9007199254740992}`: jsonread.ErrNumber, `{"a":[-9007199254740992]}`: jsonread.ErrNumber, `{"a":{"b":123456789012345678901}}`: jsonread.ErrNumber,
	} {
		if _, err := read(text, limits); !errors.Is(err, want) {
			t.Errorf("%.40s: error %v, want %v", text, err, want)
		}
	}
}

func TestNested(t *testing.T) {
	t.Parallel()
	long := `"` + strings.Repeat("x", 98) + `"`
	text := `{"a":{"b":{"c":[1,2],"d":` + long + `},"e":` + long + `,"f":{"g":1}},"h":{"b":1},"i":[{"b":2}]}`
	got := make(map[string]string)
	err := jsonread.Nested(iotest.OneByteReader(strings.NewReader(text)), limits,
		func(path []string) bool { return path[0] == "a" && len(path) <= 2 || path[0] == "i" },
		func(path []string, at jsonread.Span) error {
			got[strings.Join(path, "/")] = text[at.From:at.To]
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"a": text[5:strings.Index(text, `,"h"`)], "a/b": `{"c":[1,2],"d":` + long + `}`, "a/b/c": `[1,2]`, "a/b/d": long, "a/e": long, "a/f": `{"g":1}`, "a/f/g": "1",
		"h": `{"b":1}`, "i": `[{"b":2}]`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("members (-want +got):\n%s", d)
	}
}

func TestNestedFaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		`{"a":{`: jsonread.ErrTruncated, `{"a":{}`: jsonread.ErrTruncated, `{"a":{]}`: jsonread.ErrSyntax, `{"a":{"b":1,"b":2}}`: jsonread.ErrDuplicate,
		`{"a":{"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}}`: jsonread.ErrTooLarge, `{"a":{"b":"` + strings.Repeat("x", 99) + `"}}`: jsonread.ErrTooLarge,
		`{"a":{"b":[[[[[[]]]]]]}}`: jsonread.ErrTooDeep, `{"a":{"b":[9007199254740992]}}`: jsonread.ErrNumber, `{"a":{}}{}`: jsonread.ErrTrailing,
	} {
		err := jsonread.Nested(strings.NewReader(text), limits, func(path []string) bool { return path[0] == "a" && len(path) == 1 },
			func([]string, jsonread.Span) error { return nil })
		if !errors.Is(err, want) {
			t.Errorf("%.40s: error %v, want %v", text, err, want)
		}
	}
}

func TestCallbackErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, text := range []string{``, `{`, `{"a":[1`, `{"a":[]`} {
		r := io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))
		if err := jsonread.Members(r, limits, func(string, jsonread.Span) error { return nil }); !errors.Is(err, broken) {
			t.Errorf("behind %s: error %v, want %v", text, err, broken)
		}
	}
	if err := jsonread.Members(strings.NewReader(`{"a":1}`), limits, func(string, jsonread.Span) error { return broken }); err != broken {
		t.Errorf("of a member: error %v, want %v", err, broken)
	}
	if err := jsonread.Elements(strings.NewReader(`[1]`), limits, func(int, []byte) error { return broken }); err != broken {
		t.Errorf("of an element: error %v, want %v", err, broken)
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	type record struct {
		Name  string `json:"name"`
		Count int    `json:"count"`
	}
	got := record{Name: "before", Count: 1}
	if err := jsonread.Decode([]byte(`{"count":null,"NAME":"other","more":[{}]}`), &got); err != nil {
		t.Fatal(err)
	}
	if want := (record{Name: "before"}); got != want {
		t.Errorf("decoded %+v, want %+v", got, want)
	}
	for text, want := range map[string]error{
		`{"count":"1"}`: jsonread.ErrType, `{"count":1.5}`: jsonread.ErrType, `[]`: jsonread.ErrType,
		`{"name":"a","name":"b"}`: jsonread.ErrDuplicate, `{"name":"a"`: jsonread.ErrTruncated, `{"name":"a"}}`: jsonread.ErrSyntax,
	} {
		if err := jsonread.Decode([]byte(text), &got); !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", text, err, want)
		}
	}
}

// What is read as one object is one for encoding/json too, and its members are
// where they are said to be.
func FuzzMembers(f *testing.F) {
	for _, text := range []string{`{"a":[1,{"b":"]"}],"c":"\u0061"}`, ` { } `, `{"a":[],"b":{"x":null}}`, `{"a":9007199254740993}`, `{"":[[[]]]} x`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := read(text, limits)
		if err != nil {
			return
		}
		var want map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatalf("%q is no object: %v", text, err)
		}
		if len(want) != len(got) {
			t.Errorf("%q: %d members, want %d", text, len(got), len(want))
		}
		for name, value := range want {
			var elements []json.RawMessage
			if value[0] != '[' {
				elements = []json.RawMessage{value}
			} else if err := json.Unmarshal(value, &elements); err != nil {
				t.Fatal(err)
			}
			for i, element := range elements {
				if len(got[name]) != len(elements) || got[name][i] != string(element) {
					t.Errorf("%q: %q is %q, want %q", text, name, got[name], elements)
					break
				}
			}
		}
	})
}

// Reading that fails within a value is not an error of the text.
func TestReadError(t *testing.T) {
	t.Parallel()
	broken := errors.New("the disk is broken")
	text := `{"a":[{"b":[{"c":"x"},`
	_, err := read(text, limits)
	if !errors.Is(err, jsonread.ErrTruncated) {
		t.Errorf("error %v, want %v", err, jsonread.ErrTruncated)
	}
	for n := range text {
		r := io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(broken))
		err := jsonread.Members(r, limits, func(string, jsonread.Span) error { return nil })
		if !errors.Is(err, broken) || errors.Is(err, jsonread.ErrSyntax) {
			t.Errorf("broken after %d bytes: error %v, want %v", n, err, broken)
		}
	}
}

func TestLenient(t *testing.T) {
	t.Parallel()
	lenient := limits
	lenient.Lenient = true
	for text, want := range map[string]error{
		`{"a":1,"a":{"b":1,"b":2}}`:              nil,
		`{"a":["\ud800"]}`:                       nil,
		`{"a":9007199254740993}`:                 nil,
		"{\"a\":[\"\xff\"]}":                     jsonread.ErrUTF8,
		`{"a":[[[[[[1]]]]]]}`:                    jsonread.ErrTooDeep,
		`{"a":1,}`:                               jsonread.ErrSyntax,
		`{"` + strings.Repeat("x", 200) + `":1}`: jsonread.ErrTooLarge,
	} {
		err := jsonread.Members(strings.NewReader(text), lenient, func(string, jsonread.Span) error { return nil })
		if !errors.Is(err, want) {
			t.Errorf("%.20s: error %v, want %v", text, err, want)
		}
	}
}
