package sqlite_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
)

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
