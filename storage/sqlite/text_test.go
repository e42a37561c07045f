package sqlite_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
)

// texts returns the texts of all policies by version.
func texts(t testing.TB, s storage.Store) map[storage.PolicyVersionID]string {
	t.Helper()
	var all map[storage.PolicyVersionID]string
	if err := s.View(t.Context(), func(tx *storage.Tx) error {
		all = make(map[storage.PolicyVersionID]string)
		for v, err := range tx.PolicyVersions.List(storage.PolicyVersionQuery{}) {
			if err != nil {
				return err
			}
			all[v.ID] = v.Text
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// number returns the only number that a query yields.
func number(t testing.TB, path, query string) (n int64) {
	t.Helper()
	raw(t, path, func(c *sqlite3.Conn) error {
		row, _, err := c.Prepare(query)
		if err != nil {
			return err
		}
		defer row.Close()
		if row.Step() {
			n = row.ColumnInt64(0)
		}
		return row.Err()
	})
	return n
}

// agreement returns the policy with this number: long ones that differ in a sentence.
func agreement(n int) string {
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "%d. We use data of category %x to provide the service. ", i, i*i*7919)
	}
	fmt.Fprintf(&b, "Revision %d.", n)
	return b.String()
}

func putAgreement(tx *storage.Tx, app storage.AppID, n int) error {
	return tx.PolicyVersions.Put(storage.PolicyVersion{
		ID: storage.PolicyVersionID{App: app, Hash: storage.Digest{byte(n), byte(n >> 8), 1}}, FirstFetched: storage.Time(n + 1), PolicyURL: "url", Text: agreement(n),
	})
}

// TestTextsTakeLittle measures forty versions of a policy of 100 KB in two apps.
func TestTextsTakeLittle(t *testing.T) {
	t.Parallel()
	const versions = 40
	path := newPath(t)
	s := openStore(t, path)
	if err := s.Update(t.Context(), func(tx *storage.Tx) error {
		for app := range storage.AppID(2) {
			if err := tx.Apps.Put(storage.App{ID: app + 1, Name: "App", URL: "url", FirstSeen: 1}); err != nil {
				return err
			}
			for n := range versions {
				if err := putAgreement(tx, app+1, n); err != nil {
					return err
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if rows := number(t, path, "SELECT count(*) FROM policy_texts"); rows != versions {
		t.Errorf("%d texts are stored, want %d", rows, versions)
	}
	first, all := number(t, path, "SELECT max(length(packed)) FROM policy_texts"), number(t, path, "SELECT sum(length(packed)) FROM policy_texts")
	if whole := int64(len(agreement(0))); first > whole/3 || all > first+versions*300 {
		t.Errorf("a text of %d bytes takes %d, and %d versions of it %d", whole, first, versions, all)
	}
	if err := s.Update(t.Context(), func(tx *storage.Tx) error {
		_, err := tx.Apps.Clear()
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if rows := number(t, path, "SELECT count(*) FROM policy_texts"); rows != 0 {
		t.Errorf("%d texts are stored of no app", rows)
	}
}

// TestCompact reads the texts that earlier versions of the schema hold, before and
// after they are stored in the new form.
func TestCompact(t *testing.T) {
	t.Parallel()
	for version := 1; version <= 2; version++ {
		t.Run(fmt.Sprint("version ", version), func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			write(t, path, golden(t, version))
			s := openStore(t, path)
			before := texts(t, s)
			plain := number(t, path, "SELECT count(*) FROM policy_versions WHERE text IS NULL AND body <> ''")
			if len(before) == 0 || int64(len(before)) != plain {
				t.Fatalf("%d versions, of which %d hold their text", len(before), plain)
			}
			// One more version of an old text's app has nothing to differ from yet.
			var old storage.AppID
			for id := range before {
				old = id.App
			}
			if err := s.Update(t.Context(), func(tx *storage.Tx) error { return putAgreement(tx, old, 0) }); err != nil {
				t.Fatal(err)
			}
			before = texts(t, s)
			for more, rounds := true, 0; more; rounds++ {
				var err error
				if more, err = s.Compact(t.Context()); err != nil || rounds > len(before) {
					t.Fatalf("Compact: round %d: %v", rounds, err)
				}
			}
			if diff := cmp.Diff(before, texts(t, s)); diff != "" {
				t.Errorf("the texts (-before +after):\n%s", diff)
			}
			if plain := number(t, path, "SELECT count(*) FROM policy_versions WHERE text IS NULL OR body <> ''"); plain != 0 {
				t.Errorf("%d versions still hold their text", plain)
			}
			healthy(t, s)
		})
	}
}

// TestKilledCompaction kills a process while it rewrites texts, several times over on the
// same file: each text stays as it is, and the next process goes on.
func TestKilledCompaction(t *testing.T) {
	t.Parallel()
	const apps, versions, kills = 20, 40, 3
	path := newPath(t)
	s := openStore(t, path)
	if err := s.Update(t.Context(), func(tx *storage.Tx) error {
		for app := range storage.AppID(apps) {
			if err := tx.Apps.Put(storage.App{ID: app + 1, Name: "App", URL: "url", FirstSeen: 1}); err != nil {
				return err
			}
		}
		return putAgreement(tx, 1, 0)
	}); err != nil {
		t.Fatal(err)
	}
	// As earlier versions of the program stored them; every text is also one of another app.
	behind(t, path, fmt.Sprintf(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO policy_versions SELECT a.id, randomblob(32), n.i, v.last_fetched_at, v.policy_url, v.final_url, v.title, v.content_type,
			v.origin, v.word_count, 'Version ' || n.i || ' of ' || (a.id %% 10) || hex(zeroblob(500)), v.archive_url, v.archive_submitted_at,
			v.extractor, NULL, NULL FROM n, apps AS a, policy_versions AS v`, versions))
	before := texts(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	const plainRows = "SELECT count(*) FROM policy_versions WHERE text IS NULL"
	left := number(t, path, plainRows)
	for range kills {
		reportAndKill(t, path, "compact", 1)
		now := number(t, path, plainRows)
		if now > max(left-50, 0) { // a round, at least
			t.Errorf("%d rows hold their text after a kill, of %d before", now, left)
		}
		left = now
		s := openStore(t, path)
		if diff := cmp.Diff(before, texts(t, s)); diff != "" {
			t.Fatalf("the texts after a kill (-before +after):\n%s", diff)
		}
		healthy(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	s = openStore(t, path)
	for more := true; more; {
		var err error
		if more, err = s.Compact(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(before, texts(t, s)); diff != "" {
		t.Errorf("the texts at the end (-before +after):\n%s", diff)
	}
	healthy(t, s)
	if left, stored := number(t, path, plainRows), number(t, path, "SELECT count(*) FROM policy_texts"); left != 0 || stored != 10*versions+1 {
		t.Errorf("%d rows hold their text, and %d texts are stored, want %d", left, stored, 10*versions+1)
	}
}

// TestDamagedTexts reads what another program wrote into the table of texts: it is
// reported, takes no more memory than a text, and stops no new version.
func TestDamagedTexts(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]string{
		"noise":                  "UPDATE policy_texts SET packed = x'00112233'",
		"another length":         "UPDATE policy_texts SET length = length - 1",
		"a negative length":      "UPDATE policy_texts SET length = -1",
		"a length beyond memory": "UPDATE policy_texts SET length = 1 << 60",
		"another base":           "UPDATE policy_texts SET packed = (SELECT packed FROM policy_texts WHERE base IS NOT NULL) WHERE base IS NULL",
		"a missing text":         "PRAGMA foreign_keys = off; DELETE FROM policy_texts WHERE base IS NOT NULL",
		"a missing base":         "PRAGMA foreign_keys = off; DELETE FROM policy_texts WHERE base IS NULL",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			s := openStore(t, path)
			if err := s.Update(t.Context(), func(tx *storage.Tx) error {
				return errors.Join(tx.Apps.Put(storage.App{ID: 1, Name: "App", URL: "url", FirstSeen: 1}), putAgreement(tx, 1, 0), putAgreement(tx, 1, 1))
			}); err != nil {
				t.Fatal(err)
			}
			behind(t, path, damage)
			if err := s.View(t.Context(), func(tx *storage.Tx) error {
				_, err := storage.Collect(tx.PolicyVersions.List(storage.PolicyVersionQuery{}))
				return err
			}); !errors.Is(err, storage.ErrDamaged) {
				t.Errorf("the damaged texts were read, %v", err)
			}
			if err := s.Update(t.Context(), func(tx *storage.Tx) error { return putAgreement(tx, 1, 2) }); err != nil {
				t.Errorf("a new version: %v", err)
			}
		})
	}
}
