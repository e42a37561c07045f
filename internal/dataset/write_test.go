package dataset_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/privacylabels/auditor/internal/checksums"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// A program that passes nothing to write to gets an error, and no panic.
func TestNothingToWriteTo(t *testing.T) {
	t.Parallel()
	s := newService(t, memory.New())
	for what, err := range map[string]error{
		"data set": s.Write(t.Context(), nil, dataset.Options{}), "evidence": s.Evidence(t.Context(), nil, storage.ChangeID{}),
	} {
		if err == nil || !strings.Contains(err.Error(), "io.Writer is nil") {
			t.Errorf("%s: error %v, want one that says what is nil", what, err)
		}
	}
}

func TestSameBytes(t *testing.T) {
	t.Parallel()
	inMemory, inFile := memory.New(), teststore.Bare(t)
	paneltest.Furnish(t, inMemory)
	paneltest.Furnish(t, inFile)
	for name, o := range map[string]dataset.Options{"all": {}, "as of": {AsOf: paneltest.Start + 30*paneltest.Day}, "gzip": {Compression: dataset.Gzip, Texts: true, Licence: "CC-BY-4.0"}, "zstd": {Compression: dataset.Zstd, Runs: true}} {
		first := write(t, inFile, o)
		if !bytes.Equal(first, write(t, inFile, o)) {
			t.Errorf("%s: two data sets of one database differ", name)
		}
		if !bytes.Equal(first, write(t, inMemory, o)) {
			t.Errorf("%s: the data sets of two stores differ", name)
		}
	}
}

// TestCompressed compares compressed tables with those that are not compressed.
func TestCompressed(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Furnish(t, s)
	plain := paneltest.Files(t, write(t, s, dataset.Options{}))
	for _, test := range []struct {
		compression, suffix string
		open                func(io.Reader) (io.Reader, error)
	}{
		{dataset.Gzip, ".gz", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		{dataset.Zstd, ".zst", func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r, zstd.WithDecoderConcurrency(1)) }},
	} {
		packed := paneltest.Files(t, write(t, s, dataset.Options{Compression: test.compression}))
		for _, table := range dataset.Tables() {
			r, err := test.open(strings.NewReader(packed[table.Name+".csv"+test.suffix]))
			if err != nil {
				t.Fatalf("%s, %s: %v", test.compression, table.Name, err)
			}
			content, err := io.ReadAll(r)
			if err != nil {
				t.Fatalf("%s, %s: %v", test.compression, table.Name, err)
			}
			if diff := cmp.Diff(plain[table.Name+".csv"], string(content)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", test.compression, table.Name, diff)
			}
		}
	}
}

// TestSameBytesAfterRestore restores a backup in stores of two kinds. What backups lack must not be in
// the data set, unless it is asked for.
func TestSameBytesAfterRestore(t *testing.T) {
	t.Parallel()
	inFile := teststore.Bare(t)
	paneltest.FurnishAround(t, inFile)
	paneltest.Update(t, inFile, func(tx *storage.Tx) error {
		return tx.Runs.Put(storage.Run{ID: "run", Runner: "sync", Initiator: "manual", Status: storage.RunDone, StartedAt: paneltest.Start, UpdatedAt: paneltest.Start + 1, EndedAt: paneltest.Start + 1, Total: 5, Completed: 5})
	})
	for name, restored := range map[string]storage.Store{"file": teststore.Bare(t), "memory": memory.New()} {
		paneltest.CopyByBackup(t, inFile, restored)
		for _, o := range paneltest.DatasetOptions() {
			if diff := cmp.Diff(paneltest.Files(t, write(t, inFile, o)), paneltest.Files(t, write(t, restored, o))); diff != "" {
				t.Errorf("%s: after a restore, with %+v (-want +got):\n%s", name, o, diff)
			}
		}
	}
	runs := paneltest.Columns(t, write(t, inFile, dataset.Options{Runs: true}), "runs", "run_id", "kind", "completed")
	if diff := cmp.Diff([][]string{{"run", "sync", "5"}}, runs); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
}

// TestDescription compares the tables with their description in datapackage.json and with the
// definition.
func TestDescription(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Furnish(t, s)
	all := paneltest.Files(t, write(t, s, dataset.Options{Licence: "CC-BY-4.0"}))
	var described struct {
		Licenses  []struct{ Name string }
		Resources []struct {
			Name, Path string
			Bytes      int
			Rowcount   int
			Schema     struct {
				Fields []struct {
					Name, Type  string
					Constraints struct {
						Required bool
						Enum     []string
					}
				}
				PrimaryKey []string
			}
		}
	}
	if err := json.Unmarshal([]byte(all["datapackage.json"]), &described); err != nil {
		t.Fatal(err)
	}
	if len(described.Licenses) != 1 || described.Licenses[0].Name != "CC-BY-4.0" {
		t.Errorf("licenses: %+v", described.Licenses)
	}
	if want, got := len(dataset.Tables()), len(described.Resources); want != got {
		t.Fatalf("%d tables are described, want %d", got, want)
	}
	for i, table := range dataset.Tables() {
		d := described.Resources[i]
		rows, err := csv.NewReader(strings.NewReader(all[d.Path])).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var defined, fields []string
		for n, c := range table.Columns {
			defined, fields = append(defined, c.Name), append(fields, d.Schema.Fields[n].Name)
		}
		if diff := cmp.Diff([][]string{defined, defined}, [][]string{rows[0], fields}); diff != "" {
			t.Errorf("%s: columns (-want +got):\n%s", table.Name, diff)
		}
		if d.Rowcount != len(rows)-1 || d.Bytes != len(all[d.Path]) {
			t.Errorf("%s is described with %d rows and %d bytes, and has %d and %d", table.Name, d.Rowcount, d.Bytes, len(rows)-1, len(all[d.Path]))
		}
		if len(rows) == 1 && table.Name != "practices" && table.Name != "runs" {
			t.Errorf("%s has no rows, so nothing is tested", table.Name)
		}
		keys := make(map[string]bool)
		for _, row := range rows[1:] {
			var key []string
			for n, c := range table.Columns {
				if c.Required && row[n] == "" {
					t.Errorf("%s.%s is missing", table.Name, c.Name)
				}
				for _, k := range table.Key {
					if k == c.Name {
						key = append(key, row[n])
					}
				}
			}
			if keys[strings.Join(key, "|")] {
				t.Errorf("%s has the key %q twice", table.Name, key)
			}
			keys[strings.Join(key, "|")] = true
		}
	}
}

func TestSignature(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Furnish(t, s)
	zipped := write(t, s, dataset.Options{})
	z, err := zip.NewReader(bytes.NewReader(zipped), int64(len(zipped)))
	if err != nil {
		t.Fatal(err)
	}
	own, err := newService(t, s).SigningKey()
	if err != nil {
		t.Fatal(err)
	}
	key, err := checksums.ParsePublicKey(own.PEM)
	if err != nil {
		t.Fatal(err)
	}
	if report, err := checksums.Verify(t.Context(), z, &key); err != nil || report.Files != len(dataset.Tables())+2 {
		t.Errorf("got %+v, %v", report, err)
	}
}

func TestForSpreadsheet(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Furnish(t, s)
	name := `=1+1, "quoted"` + "\nsecond line"
	exact := paneltest.Columns(t, write(t, s, dataset.Options{}), "apps", "app_id", "name")
	safe := paneltest.Columns(t, write(t, s, dataset.Options{ForSpreadsheet: true}), "apps", "app_id", "name")
	if diff := cmp.Diff([][]string{{"3", name}, {"3", "'" + name}}, [][]string{exact[2], safe[2]}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestNarrowed tests what options leave out.
func TestNarrowed(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Furnish(t, s)
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		app := storage.App{ID: 1<<53 - 1, Name: "Tool", URL: "https://example.com/tool", Source: "apk", FirstSeen: paneltest.Start}
		return errors.Join(tx.Apps.Put(app), tx.Identifiers.Put(storage.Identifier{App: app.ID, Source: "apk", Identifier: "com.example.tool"}))
	})
	other := paneltest.Columns(t, write(t, s, dataset.Options{Source: "apk"}), "apps", "source", "identifier", "platform")
	if diff := cmp.Diff([][]string{{"apk", "com.example.tool", ""}}, other); diff != "" {
		t.Errorf("of a source (-want +got):\n%s", diff)
	}
	if labels := paneltest.TableOf(t, write(t, s, dataset.Options{Source: "apk"}), "label_items"); len(labels) != 1 {
		t.Errorf("labels of apps that are left out: %q", labels)
	}
	tagged := write(t, s, dataset.Options{Tag: "games", Texts: true})
	if diff := cmp.Diff([][]string{{"3", "children,games"}}, paneltest.Columns(t, tagged, "apps", "app_id", "tags")); diff != "" {
		t.Errorf("with a tag (-want +got):\n%s", diff)
	}
	for _, table := range []string{"states", "changes", "observations", "features", "policies"} {
		for _, row := range paneltest.Columns(t, tagged, table, "app_id") {
			if row[0] != "3" {
				t.Errorf("with a tag: %s has a row of the app %s", table, row[0])
			}
		}
	}
	if none := paneltest.TableOf(t, write(t, s, dataset.Options{Tag: "none"}), "apps"); len(none) != 1 {
		t.Errorf("with a tag that no app has: %q", none)
	}
	since := paneltest.ISO(paneltest.Start + 60*paneltest.Day)
	z := write(t, s, dataset.Options{Since: paneltest.Start + 60*paneltest.Day})
	for table, column := range map[string]string{"states": "valid_to", "changes": "at", "observations": "at"} {
		rows := paneltest.Columns(t, z, table, column)
		if len(rows) == 0 {
			t.Errorf("%s is empty", table)
		}
		for _, row := range rows {
			if row[0] < since {
				t.Errorf("%s has a row of %s, before %s", table, row[0], since)
			}
		}
	}
	for _, o := range []dataset.Options{{AsOf: paneltest.Start, Since: paneltest.Start + 1}, {Licence: "all rights\nreserved"}, {KnownAt: -1}, {Compression: "rar"}} {
		if err := newService(t, s).Write(t.Context(), new(bytes.Buffer), o); !errors.Is(err, dataset.ErrOption) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestUnlisted tests the state and the observations of an app that the store no longer lists.
func TestUnlisted(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Furnish(t, s)
	z := write(t, s, dataset.Options{})
	gone := paneltest.ISO(paneltest.Start + 200*paneltest.Day)
	var states, observations [][]string
	for _, row := range paneltest.Columns(t, z, "states", "app_id", "valid_from", "availability", "label_digest") {
		if row[0] == "4" && row[1] >= gone {
			states = append(states, row)
		}
	}
	for _, row := range paneltest.Columns(t, z, "observations", "app_id", "at", "outcome", "code", "label_digest") {
		if row[0] == "4" && row[1] >= gone {
			observations = append(observations, row)
		}
	}
	if diff := cmp.Diff([][]string{{"4", gone, "unlisted", ""}}, states); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
	want := [][]string{{"4", gone, "unlisted", "", ""}, {"4", paneltest.ISO(paneltest.Start + 200*paneltest.Day + 1), "failed", "notFound", ""}}
	if diff := cmp.Diff(want, observations); diff != "" {
		t.Errorf("observations (-want +got):\n%s", diff)
	}
}

// TestPolicyOfState tests that a state has the policy that was read before it was observed.
func TestPolicyOfState(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Furnish(t, s)
	var policies []string
	for _, row := range paneltest.Columns(t, write(t, s, dataset.Options{}), "states", "app_id", "valid_from", "policy_digest") {
		if row[0] == "3" && row[1] >= paneltest.ISO(paneltest.Start+101*paneltest.Day) {
			policies = append(policies, row[2])
		} else if row[2] != "" {
			t.Errorf("the state %q has a policy", row)
		}
	}
	if diff := cmp.Diff([]string{storage.Digest{9}.String()}, policies); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// full is a writer that fails after some bytes, as a full disk does.
type full struct{ left int }

var errFull = errors.New("no space left on device")

func (f *full) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Furnish(t, s)
	if err := newService(t, s).Write(t.Context(), &full{left: 1000}, dataset.Options{}); !errors.Is(err, errFull) {
		t.Errorf("the error is %v", err)
	}
}

const documentation = "../../docs/DATA.md"

// TestDocumentation compares the tables in docs/DATA.md with the definition. With UPDATE=1 it
// writes them.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	const begin, end = "<!-- tables: made by UPDATE=1 go test ./internal/dataset -run TestDocumentation -->\n", "<!-- end of tables -->\n"
	written, err := os.ReadFile(documentation)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(written), begin)
	tables, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the tables", documentation)
	}
	want := "\n" + dataset.Documentation("##")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(documentation, []byte(head+begin+want+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, tables); diff != "" {
		t.Errorf("the tables of %s differ from the definition (-want +got):\n%s", documentation, diff)
	}
}
