package bundle_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// csvText returns the table as it is sent.
func (h *installation) csvText() string {
	h.t.Helper()
	var out bytes.Buffer
	if err := h.WriteCSV(h.t.Context(), &out); err != nil {
		h.t.Fatal(err)
	}
	return out.String()
}

// table returns the rows of the table.
func (h *installation) table() [][]string {
	h.t.Helper()
	rows, err := csv.NewReader(strings.NewReader(h.csvText())).ReadAll()
	if err != nil {
		h.t.Fatalf("%v: %q", err, h.csvText())
	}
	return rows
}

// dangerous reports whether a spreadsheet may take a cell for a formula.
func dangerous(cell string) bool { return cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n") }

func TestTable(t *testing.T) {
	t.Parallel()
	got := onSQLite(t).furnish().csvText()
	const alpha, gamma = `"Alpha","Dev & Co","https://apps.apple.com/de/app/x/id1","2026-09-20",`, `"Gamma","","https://apps.apple.com/app/id3","2026-09-12",`
	want := strings.Join([]string{
		"App Name,Developer,URL,Last Synced,Privacy Type,Category",
		alpha + `"Data Not Linked to You","Contact Info"`, alpha + `"Data Not Linked to You","Location"`,
		alpha + `"Data Used to Track You","Contact Info"`, alpha + `"Data Used to Track You","Location"`,
		`"beta","Dev & Co","https://apps.apple.com/de/app/x/id2","2026-09-19","Data Linked to You","Location"`,
		gamma + `"",""`,
	}, "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	if got := inMemory(t).csvText(); got != "App Name,Developer,URL,Last Synced,Privacy Type,Category" {
		t.Errorf("the table of nothing is %q", got)
	}
}

func TestTableHasNoFormulas(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "＝1": "'＝1", `"=1"`: `"=1"`, "a=1": "a=1", "a,b": "a,b",
		"a\nb": "a\nb", `say "hi"`: `say "hi"`, "'=1": "'=1",
	} {
		h := inMemory(t)
		h.update(func(tx *storage.Tx) error {
			return tx.Apps.Put(storage.App{ID: 1, Name: name, Developer: storage.Text(name), URL: "https://apps.apple.com/app/id1"})
		})
		rows := h.table()
		if diff := cmp.Diff([]string{want, want, "https://apps.apple.com/app/id1", "", "", ""}, rows[1]); diff != "" {
			t.Errorf("%q (-want +got):\n%s", name, diff)
		}
	}
}

func TestTypeWithoutCategories(t *testing.T) {
	t.Parallel()
	h := inMemory(t)
	h.update(func(tx *storage.Tx) error {
		return put(tx, app(1, "One", now), storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotCollected}}})
	})
	if rows := h.table(); len(rows) != 2 || rows[1][4] != "Data Not Collected" || rows[1][5] != "" {
		t.Errorf("the table is %q", rows)
	}
}

func TestTableAsJSON(t *testing.T) {
	t.Parallel()
	h := onSQLite(t).furnish()
	var out bytes.Buffer
	if err := h.WriteJSON(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	got := decoded(t, out.String())
	apps := got["apps"].([]any)
	if len(apps) != 3 || got["exportedAt"] != float64(now) || len(got) != 2 {
		t.Fatalf("got %v", got)
	}
	for i, want := range h.contents().Apps {
		shown := apps[i].(map[string]any)
		for _, name := range []string{"privacyTypes", "accessibilityFeatures"} {
			if _, ok := shown[name].([]any); !ok {
				t.Errorf("%s: %s is %v", want.Name, name, shown[name])
			}
			delete(shown, name)
		}
		analysis, there := shown["policyAnalysis"]
		if delete(shown, "policyAnalysis"); !there || (analysis != nil) != (want.ID == 1) {
			t.Errorf("%s: policyAnalysis is %v", want.Name, analysis)
		}
		if state, ok := analysis.(map[string]any); ok {
			for _, name := range []string{"chunkNotes", "lastRunLog"} {
				if _, ok := state[name].([]any); !ok {
					t.Errorf("%s: %s of the analysis is %v", want.Name, name, state[name])
				}
			}
		}
		text, err := json.Marshal(want.Shown())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(decoded(t, string(text)), shown); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.Name, diff)
		}
	}
	out.Reset()
	if err := inMemory(t).WriteJSON(t.Context(), &out); err != nil || out.String() != "{\"exportedAt\":1790000000000,\"apps\":[]}\n" {
		t.Errorf("the export of nothing is %q, %v", &out, err)
	}
}

// A label that two stores have is named by each in its own words.
func TestTableInTheWordsOfTheStore(t *testing.T) {
	t.Parallel()
	h := inMemory(t)
	h.update(func(tx *storage.Tx) error {
		for i, privacyType := range []string{storage.DataNotCollected, storage.DataNotProvided} {
			l := storage.Label{Types: []storage.PrivacyType{{Identifier: privacyType, Title: "x"}}}
			other := app(storage.Number(storage.SourcePlay, privacyType, 0), "Mail", now)
			other.Source = storage.SourcePlay
			if err := errors.Join(put(tx, app(storage.AppID(i+1), "Chat", now), l), put(tx, other, l)); err != nil {
				return err
			}
		}
		return nil
	})
	var got []string
	for _, row := range h.table()[1:] {
		got = append(got, row[0]+": "+row[4])
	}
	slices.Sort(got)
	want := []string{"Chat: Data Not Collected", "Chat: No Details Provided", "Mail: No data collected or shared", "Mail: No information available"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
