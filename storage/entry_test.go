package storage_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func TestEntryJSON(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		entry storage.Entry
		want  string
	}{
		{"zero", storage.Entry{}, `{"type":"","description":""}`},
		{
			"all", storage.Entry{
				Type: storage.EntryAdded, Description: "New: \"Location\"", Category: storage.CategoryPrivacyLabel,
				Details: []string{"Location", "Contacts"}, StoreWide: true,
			},
			`{"type":"added","description":"New: \"Location\"","category":"privacy-label","details":["Location","Contacts"],"storeWide":true}`,
		},
		{"no details", storage.Entry{Details: []string{}}, `{"type":"","description":"","details":[]}`},
		{"more", storage.Entry{More: json.RawMessage(`{"before":"4+","after":["9+",{}]}`)}, `{"type":"","description":"","before":"4+","after":["9+",{}]}`},
		{
			"subject", storage.Entry{Type: storage.EntryModified, Description: "text", Subject: storage.Subject{
				PrivacyType: storage.DataLinkedToYou, DataCategory: "LOCATION", Purpose: "ANALYTICS", DataType: "COARSE_LOCATION",
				Feature: "voiceover", From: "4+", To: "9+",
				Parts: []storage.Part{{Type: storage.EntryAdded, Purpose: "ANALYTICS", DataType: "COARSE_LOCATION"}, {Type: storage.EntryRemoved, DataCategory: "OTHER"}},
			}},
			`{"type":"modified","description":"text","privacyType":"DATA_LINKED_TO_YOU","dataCategory":"LOCATION","purpose":"ANALYTICS",
				"dataType":"COARSE_LOCATION","feature":"voiceover","from":"4+","to":"9+","parts":[
				{"type":"added","purpose":"ANALYTICS","dataType":"COARSE_LOCATION"},{"type":"removed","dataCategory":"OTHER"}]}`,
		},
		{"no parts", storage.Entry{Subject: storage.Subject{Parts: []storage.Part{}}}, `{"type":"","description":"","parts":[]}`},
		{"more, spread", storage.Entry{More: json.RawMessage(" {\n \"a\" : 1 ,\t\"b\":{} } ")}, `{"type":"","description":"","a":1,"b":{}}`},
		{"braces in more", storage.Entry{More: json.RawMessage(`{"{":"}"}`)}, `{"type":"","description":"","{":"}"}`},
		{"another case", storage.Entry{Type: "a", More: json.RawMessage(`{"Type":"b","DETAILS":1}`)}, `{"type":"a","description":"","DETAILS":1,"Type":"b"}`},
		{"a letter that folds", storage.Entry{StoreWide: true, More: json.RawMessage(`{"ſtoreWide":false}`)}, `{"type":"","description":"","storeWide":true,"ſtoreWide":false}`},
		{"the name of a field, escaped", storage.Entry{Type: "a", More: json.RawMessage(`{"Typ\u0065":"b"}`)}, `{"type":"a","description":"","Typ\u0065":"b"}`},
		{"names in values", storage.Entry{Type: "a,\"b\":", Details: []string{"{", "\\"}, Subject: storage.Subject{From: "Type"}}, `{"type":"a,\"b\":","description":"","details":["{","\\"],"from":"Type"}`},
		{"like nothing special", storage.Entry{More: json.RawMessage(`{"":null}`)}, `{"type":"","description":"","":null}`},
	} {
		if err := storage.Validate(notice(test.entry)); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		written, err := json.Marshal(test.entry)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if diff := cmp.Diff(decoded(t, []byte(test.want)), decoded(t, written)); diff != "" {
			t.Errorf("%s is written as (-want +got):\n%s", test.name, diff)
		}
		var got storage.Entry
		if err := json.Unmarshal([]byte(test.want), &got); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if diff := cmp.Diff(spelled(t, test.entry), spelled(t, got)); diff != "" {
			t.Errorf("%s is read as (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestEntryWithEmptyMore(t *testing.T) {
	t.Parallel()
	for _, more := range []string{`{}`, `{ }`, ` {} `, "\n{\t}\r\n"} {
		e := storage.Entry{Type: storage.EntryAdded, Description: "text", More: json.RawMessage(more)}
		written, err := json.Marshal(e)
		if want := `{"type":"added","description":"text"}`; err != nil || string(written) != want {
			t.Errorf("with %q more it is written as %s, %v, want %s", more, written, err, want)
		}
		if string(e.More) != more {
			t.Errorf("writing it changed more from %q to %q", more, e.More)
		}
	}
}

func TestEntryKeepsUnknownMembers(t *testing.T) {
	t.Parallel()
	const text = `{"z":[1, 2],"description":"text","storeWide":null,"a":{"type":"inner"},"details":null,"type":"policy","Category":"x"}`
	var got storage.Entry
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := storage.Entry{
		Type: storage.EntryPolicy, Description: "text",
		More: json.RawMessage(`{"Category":"x","a":{"type":"inner"},"z":[1,2]}`),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
}

// Of a member that is there twice, the last counts, whole.
func TestEntryReadsTheLastOfTwo(t *testing.T) {
	t.Parallel()
	const text = `{"type":"old","parts":[{"type":"added","purpose":"ANALYTICS"}],"description":"text","type":"new","parts":[{"type":"removed"}]}`
	var got storage.Entry
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := storage.Entry{Type: "new", Description: "text", Subject: storage.Subject{Parts: []storage.Part{{Type: storage.EntryRemoved}}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
}

func TestEntryReplacesWhatItIsReadInto(t *testing.T) {
	t.Parallel()
	got := storage.Entry{Type: "old", Details: []string{"old"}, StoreWide: true, More: json.RawMessage(`{"old":1}`)}
	if err := json.Unmarshal([]byte(`{"type":"new","description":"text"}`), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(storage.Entry{Type: "new", Description: "text"}, got); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
}

func TestEntryRefusesOtherJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`[]`, `"added"`, `1`, `{"type":1}`, `{"details":"Location"}`, `{"details":[1]}`, `{"storeWide":"yes"}`, `{"from":4}`, `{"parts":{}}`, `{"more":1,"type":[]}`} {
		want := storage.Entry{Type: "old"}
		got := want
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s is read as %+v, want an error", text, got)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s changed the entry (-want +got):\n%s", text, diff)
		}
	}
}

func TestEntryThatCannotBeKept(t *testing.T) {
	t.Parallel()
	for name, e := range map[string]storage.Entry{
		"type":            {Type: "a\x00"},
		"description":     {Description: "\xff"},
		"category":        {Category: "\xed\xa0\x80"},
		"a subject":       {Subject: storage.Subject{From: "a\x00"}},
		"a part":          {Subject: storage.Subject{Parts: []storage.Part{{DataType: "\xff"}}}},
		"a detail":        {Details: []string{"ok", "a\x00b"}},
		"no JSON":         {More: json.RawMessage(``)},
		"half of it":      {More: json.RawMessage(`{"a":`)},
		"two":             {More: json.RawMessage(`{} {}`)},
		"null":            {More: json.RawMessage(`null`)},
		"a list":          {More: json.RawMessage(`[]`)},
		"members alone":   {More: json.RawMessage(`"a":1`)},
		"more is no text": {More: json.RawMessage("{\"a\":\"\xff\"}")},
		"type again":      {More: json.RawMessage(`{"a":1,"type":"b"}`)},
		"type, escaped":   {More: json.RawMessage(`{"ty\u0070e":"b"}`)},
		"details again":   {More: json.RawMessage(`{"details":null}`)},
		"purpose again":   {More: json.RawMessage(`{"purpose":"ANALYTICS"}`)},
		"switch again":    {More: json.RawMessage(`{"storeWide":false}`)},
		"doubled":         {More: json.RawMessage(`{"a":1,"b":{},"a":2}`)},
		"doubled, spelt":  {More: json.RawMessage(`{"a":1,"\u0061":2}`)},
	} {
		if err := storage.Validate(notice(e)); !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
}

func FuzzEntry(f *testing.F) {
	f.Add("added", "text", "privacy-label", "Location", uint8(1), true, []byte(`{"a":1}`))
	f.Add("", "", "", "", uint8(0), false, []byte(` {} `))
	f.Add("a", "b", "c", "", uint8(2), false, []byte(`{"Type":"x","a":{"type":1}}`))
	f.Add("a", "b", "c", "", uint8(1), false, []byte(`{"a":1,"a":2}`))
	f.Add("a", "b\u2028<&>", "c", "d", uint8(3), false, []byte(`{"\ud800":1,"\ud801":2}`))
	f.Add("a", "b", "c", "d", uint8(0), false, []byte(`{"n":1e999,"deep":[[[{}]]]}`))
	f.Fuzz(func(t *testing.T, kind, description, category, detail string, details uint8, storeWide bool, more []byte) {
		e := storage.Entry{
			Type: storage.EntryType(kind), Description: description, Category: storage.EntryCategory(category), StoreWide: storeWide,
		}
		for range details % 4 {
			e.Details = append(e.Details, detail)
		}
		if details >= 128 && e.Details == nil {
			e.Details = []string{}
		}
		if len(more) > 0 {
			e.More = more
		}
		if storage.Validate(notice(e)) != nil {
			return
		}
		written, err := json.Marshal(e)
		if err != nil {
			t.Fatalf("valid, but cannot be written: %v", err)
		}
		once(t, written)
		var got storage.Entry
		if err := json.Unmarshal(written, &got); err != nil {
			t.Fatalf("%s cannot be read: %v", written, err)
		}
		if diff := cmp.Diff(spelled(t, e), spelled(t, got)); diff != "" {
			t.Errorf("comes back changed by way of %s (-want +got):\n%s", written, diff)
		}
	})
}

// once fails the test when a member of the object is there twice.
func once(t *testing.T, object []byte) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		t.Fatalf("%s: %v", object, err)
	}
	seen := map[json.Token]bool{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			t.Fatalf("%s: %v", object, err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatalf("%s: %v", object, err)
		}
		if seen[name] {
			t.Errorf("%s has %q twice", object, name)
		}
		seen[name] = true
	}
}

// notice returns a record that may hold any entry that can be kept.
func notice(e storage.Entry) storage.Notification {
	return storage.Notification{ID: "1", Type: storage.NoticeLabelChanges, CreatedAt: 1, Changes: []storage.Entry{e}}
}

// spelled returns the entry with its More in one spelling: no object for an
// empty one, and members in order.
func spelled(t *testing.T, e storage.Entry) storage.Entry {
	t.Helper()
	if e.More == nil {
		return e
	}
	members, ok := decoded(t, e.More).(map[string]any)
	if !ok {
		t.Fatalf("more is %s", e.More)
	}
	e.More = nil
	if len(members) > 0 {
		more, err := json.Marshal(members)
		if err != nil {
			t.Fatal(err)
		}
		e.More = more
	}
	return e
}

// decoded returns JSON as values, its numbers as they are spelt.
func decoded(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}
