package storage_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/privacylabels/auditor/storage"
)

func TestTimeConversions(t *testing.T) {
	t.Parallel()
	east := time.FixedZone("", 2*60*60)
	for _, test := range []struct {
		std  time.Time
		want storage.Time
		back string
	}{
		{time.Unix(0, 0), 0, "1970-01-01T00:00:00Z"},
		{time.Date(2026, 1, 1, 2, 0, 0, 0, east), 1_767_225_600_000, "2026-01-01T00:00:00Z"},
		{time.Date(2026, 1, 1, 0, 0, 0, 999_999, time.UTC), 1_767_225_600_000, "2026-01-01T00:00:00Z"},
		{time.Date(2026, 1, 1, 0, 0, 0, 1_999_999, time.UTC), 1_767_225_600_001, "2026-01-01T00:00:00.001Z"},
		{time.Date(1969, 12, 31, 23, 59, 59, 0, time.UTC), -1000, "1969-12-31T23:59:59Z"},
	} {
		got := storage.TimeOf(test.std)
		if got != test.want {
			t.Errorf("TimeOf(%v) = %d, want %d", test.std, got, test.want)
		}
		if back := got.Std().Format(time.RFC3339Nano); back != test.back {
			t.Errorf("%d is %s, want %s", got, back, test.back)
		}
		if got.Std().Location() != time.UTC {
			t.Errorf("%d is in %v", got, got.Std().Location())
		}
	}
}

func TestTimeArithmetic(t *testing.T) {
	t.Parallel()
	const now storage.Time = 1_760_000_000_000
	for _, d := range []time.Duration{0, time.Millisecond, -time.Millisecond, time.Hour, -24 * time.Hour, 100 * 365 * 24 * time.Hour} {
		if got := now.Add(d).Sub(now); got != d {
			t.Errorf("%v later is %v later", d, got)
		}
		if got := now.Add(d); got != storage.TimeOf(now.Std().Add(d)) {
			t.Errorf("now and %v is %d", d, got)
		}
	}
	if got := now.Add(time.Millisecond + 999*time.Microsecond); got != now+1 {
		t.Errorf("fractions of a millisecond are not truncated: %d", got-now)
	}
}

func TestNullsInJSON(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		value any
		want  string
	}{
		{storage.NullTime(0), `null`},
		{storage.NullTime(1), `1`},
		{storage.NullTime(1_760_000_000_000), `1760000000000`},
		{storage.NullTime(-1), `-1`},
		{storage.Time(0), `0`},
		{storage.Text(""), `null`},
		{storage.Text(" "), `" "`},
		{storage.Text("null"), `"null"`},
		{storage.Text("\"\\\u2028ü\n"), `"\"\\\u2028ü\n"`},
		{storage.Trigger(""), `null`},
		{storage.TriggerManual, `"manual"`},
	} {
		got, err := json.Marshal(test.value)
		if err != nil || string(got) != test.want {
			t.Errorf("%T %v is written as %s, %v, want %s", test.value, test.value, got, err, test.want)
		}
	}
}

// A text is written as a string of Go is.
func TestTextJSON(t *testing.T) {
	t.Parallel()
	for c := range rune(0x180) {
		for _, s := range []string{string(c), "a" + string(c), string(c) + "b"} {
			want, _ := json.Marshal(s)
			if got, err := json.Marshal(storage.Text(s)); err != nil || string(got) != string(want) {
				t.Errorf("%q is written as %s, %v, want %s", s, got, err, want)
			}
		}
	}
}

func TestNullsFromJSON(t *testing.T) {
	t.Parallel()
	type nulls struct {
		Time    storage.NullTime
		Text    storage.Text
		Trigger storage.Trigger
	}
	for _, want := range []nulls{{}, {1_760_000_000_000, "text", storage.TriggerImport}} {
		written, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got nulls
		if err := json.Unmarshal(written, &got); err != nil || got != want {
			t.Errorf("%s is read as %+v, %v", written, got, err)
		}
	}
	for _, bad := range []string{`{"Time":"1"}`, `{"Time":1.5}`, `{"Text":1}`, `{"Trigger":false}`} {
		var got nulls
		if err := json.Unmarshal([]byte(bad), &got); err == nil {
			t.Errorf("%s is read as %+v, want an error", bad, got)
		}
	}
}
