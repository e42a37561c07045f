package storage_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func TestParseAppID(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]storage.AppID{
		"0":                    0,
		"7":                    7,
		"007":                  7,
		"361309726":            361309726,
		"9007199254740991":     storage.MaxAppID,
		"9223372036854775807":  math.MaxInt64,
		"9223372036854775808":  math.MaxInt64,
		"99999999999999999999": math.MaxInt64,
		"00000000000000000001": 1,
	} {
		if got, err := storage.ParseAppID(text); err != nil || got != want {
			t.Errorf("ParseAppID(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", " ", "1 ", " 1", "+1", "-1", "1.0", "1e3", "0x1", "1_000", "abc", "1a", "null", `"1"`, "1\x00", "١",
		"100000000000000000000", "000000000000000000001",
	} {
		if got, err := storage.ParseAppID(text); err == nil {
			t.Errorf("ParseAppID(%q) = %d, want an error", text, got)
		}
	}
}

func TestAppIDFromJSON(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]storage.AppID{
		`7`: 7, `"7"`: 7, `"007"`: 7, `0`: 0, ` 7 `: 7, `9007199254740991`: storage.MaxAppID,
		`99999999999999999999`: math.MaxInt64, `"99999999999999999999"`: math.MaxInt64,
	} {
		var got storage.AppID
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is read as %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{
		`null`, `true`, `""`, `"abc"`, `1.0`, `1e3`, `-1`, `"-1"`, `"+1"`, `" 1"`, `"1 "`, `"1.0"`, `"\"1\""`, `"\u0031"`,
		`{}`, `[]`, `[1]`, `100000000000000000000`, `"100000000000000000000"`,
	} {
		got := storage.AppID(5)
		if err := json.Unmarshal([]byte(text), &got); err == nil || got != 5 {
			t.Errorf("%s is read as %d, %v, want an error and the value as it was", text, got, err)
		}
	}
}

// A direct call of UnmarshalJSON fails as well.
func TestAppIDFromUncheckedJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `"`, `"1`, `1"`, `""1""`, `""1"`, `"1""`} {
		var got storage.AppID
		if err := got.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s is read as %d, want an error", text, got)
		}
	}
}

func TestAppIDToJSON(t *testing.T) {
	t.Parallel()
	got, err := json.Marshal(map[storage.AppID]storage.AppID{7: storage.MaxAppID})
	if want := `{"7":9007199254740991}`; err != nil || string(got) != want {
		t.Errorf("written as %s, %v, want %s", got, err, want)
	}
}

func FuzzAppID(f *testing.F) {
	for _, text := range []string{`1`, `"1"`, `"`, `""1""`, `99999999999999999999`, `null`, `1.0`, `"-1"`, `"0012"`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := storage.ParseAppID(text)
		digits := len(text) >= 1 && len(text) <= 20 && strings.Trim(text, "0123456789") == ""
		if (err == nil) != digits {
			t.Fatalf("ParseAppID(%q) = %d, %v", text, parsed, err)
		}
		if err == nil {
			if again, err := storage.ParseAppID(parsed.String()); err != nil || again != parsed || parsed < 0 {
				t.Errorf("ParseAppID(%q) = %d, its text is read as %d, %v", text, parsed, again, err)
			}
		}
		for _, form := range []string{text, `"` + text + `"`} {
			var got storage.AppID
			if got.UnmarshalJSON([]byte(form)) != nil {
				continue
			}
			inner := strings.TrimSuffix(strings.TrimPrefix(form, `"`), `"`)
			if want, err := storage.ParseAppID(inner); err != nil || got != want || len(form)-len(inner) == 1 {
				t.Errorf("the JSON %s is read as %d", form, got)
			}
		}
	})
}

func TestSnapshotIDText(t *testing.T) {
	t.Parallel()
	for want, id := range map[string]storage.SnapshotID{
		"0000000000000007-0000000000001": {App: 7, At: 1},
		"0000000361309726-1760000000000": {App: 361309726, At: 1_760_000_000_000},
		"9007199254740991-9999999999999": {App: storage.MaxAppID, At: 9_999_999_999_999},
	} {
		if got := id.String(); got != want {
			t.Errorf("the text of %+v is %s, want %s", [2]int64{int64(id.App), int64(id.At)}, got, want)
		}
		if got, err := storage.ParseSnapshotID(want); err != nil || got != id {
			t.Errorf("%s is read as %v, %v", want, got, err)
		}
		written, err := json.Marshal(id)
		if err != nil || string(written) != `"`+want+`"` {
			t.Errorf("%s is written as %s, %v", want, written, err)
		}
		var read storage.SnapshotID
		if err := json.Unmarshal(written, &read); err != nil || read != id {
			t.Errorf("%s is read as %v, %v", written, read, err)
		}
	}
	if got, want := (storage.ChangeID{Snapshot: storage.SnapshotID{App: 7, At: 1}, Index: 12}).String(), "0000000000000007-0000000000001:12"; got != want {
		t.Errorf("the text of a change's id is %s, want %s", got, want)
	}
}

func TestSnapshotIDTextRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "-", "7", "7-", "-7", "7:1", "7-1-1", "7--1", "7-+1", "7--0", "-7-1", "+7-1", " 7-1", "7-1 ", "7 -1", "a-1", "7-a", "7-1.0", "7-1e3",
		"100000000000000000000-1", "7-9223372036854775808", strings.Repeat("7", 1000) + "-1",
	} {
		got, err := storage.ParseSnapshotID(text)
		if err == nil || got != (storage.SnapshotID{}) {
			t.Errorf("ParseSnapshotID(%.40q) = %v, %v, want an error", text, got, err)
		}
		if err != nil && len(err.Error()) > 200 {
			t.Errorf("the error on %.40q is %d bytes long", text, len(err.Error()))
		}
		read := storage.SnapshotID{App: 5, At: 5}
		if err := read.UnmarshalText([]byte(text)); err == nil || read.App != 5 || read.At != 5 {
			t.Errorf("UnmarshalText(%.40q) leaves %v, %v, want an error and the value as it was", text, read, err)
		}
	}
}

func TestSnapshotIDTextsSortAsIDs(t *testing.T) {
	t.Parallel()
	var ids []storage.SnapshotID
	for _, app := range []storage.AppID{1, 9, 10, 361309726, storage.MaxAppID} {
		for _, at := range []storage.Time{1, 9, 10, 999_999_999_999, 1_000_000_000_000, 9_999_999_999_999} {
			ids = append(ids, storage.SnapshotID{App: app, At: at})
		}
	}
	for i, a := range ids {
		for j, b := range ids {
			want := 0
			switch {
			case i < j:
				want = -1
			case i > j:
				want = 1
			}
			if got := a.Compare(b); got != want {
				t.Errorf("%v compared with %v is %d, want %d", a, b, got, want)
			}
			if got := strings.Compare(a.String(), b.String()); got != want {
				t.Errorf("the text %v compared with %v is %d, want %d", a, b, got, want)
			}
		}
	}
	slices.Reverse(ids)
	slices.SortFunc(ids, storage.SnapshotID.Compare)
	if ids[0] != (storage.SnapshotID{App: 1, At: 1}) {
		t.Errorf("the first id is %v", ids[0])
	}
}

func FuzzParseSnapshotID(f *testing.F) {
	for _, text := range []string{
		"0000000000000007-0000000000001", "7-1", "7-+1", "7--1", "-", "99999999999999999999-9223372036854775807", "7-1-1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, err := storage.ParseSnapshotID(text)
		if err != nil {
			return
		}
		if strings.Trim(text, "0123456789") != "-" {
			t.Errorf("%q is read as %v", text, id)
		}
		again, err := storage.ParseSnapshotID(id.String())
		if err != nil || again != id || id.App < 0 || id.At < 0 {
			t.Errorf("%q is read as %v, and that as %v, %v", text, id, again, err)
		}
	})
}

func FuzzChangeID(f *testing.F) {
	for _, text := range []string{"", ":", "0000000000000001-0000000000002:3", "1-2:3", "0000000000000001-0000000000002:-1", "0000000000000001-0000000000002:03"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if id, err := storage.ParseChangeID(text); err == nil && id.String() != text {
			t.Errorf("%q is read as %v", text, id)
		}
	})
}
