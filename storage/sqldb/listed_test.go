package sqldb_test

import (
	"errors"
	"flag"
	"os"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/privacylabels/auditor/storage"
)

var update = flag.Bool("update", false, "rewrite testdata/listed.txt")

// TestListedEncoding compares how an app is stored for lists with how it was before. What
// was stored in another way must not be read, so the first character has to be another.
func TestListedEncoding(t *testing.T) {
	t.Parallel()
	app := wholeApp(t)
	server := newServer(t)
	if err := server.store(t, nil).Update(t.Context(), func(tx *storage.Tx) error { return tx.Apps.Put(app) }); err != nil {
		t.Fatal(err)
	}
	got := server.text(t, "SELECT listed FROM apps")
	old, err := os.ReadFile("testdata/listed.txt")
	if err != nil && !*update {
		t.Fatal(err)
	}
	want := string(old)
	if got == want {
		return
	}
	if want != "" && got[0] == want[0] {
		t.Fatalf("apps are encoded in another way: raise appEncoding, then run with -update (-want +got):\n%s", cmp.Diff(want, got))
	}
	if !*update {
		t.Fatalf("appEncoding was raised: run with -update (-want +got):\n%s", cmp.Diff(want, got))
	}
	if err := os.WriteFile("testdata/listed.txt", []byte(got), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestListedByAnother reads rows whose encoding is that of another program, or none.
func TestListedByAnother(t *testing.T) {
	t.Parallel()
	for _, stored := range []string{"", "0{}", `{"id":7}`} {
		server := newServer(t)
		s := server.store(t, nil)
		app := wholeApp(t)
		want, err := app.Listed()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Update(t.Context(), func(tx *storage.Tx) error { return tx.Apps.Put(app) }); err != nil {
			t.Fatal(err)
		}
		server.exec(t, "UPDATE apps SET listed = '"+stored+"'")
		if err := s.View(t.Context(), func(tx *storage.Tx) error {
			got, err := storage.First(tx.ListedApps(storage.AppQuery{}))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("with %q (-want +got):\n%s", stored, diff)
			}
			return err
		}); err != nil {
			t.Error(err)
		}
	}
}

// wholeApp returns an app without an empty field.
func wholeApp(t testing.TB) storage.App {
	t.Helper()
	price, yes, genre, rating := 0.99, true, int64(6002), int64(100)
	app := storage.App{
		ID: 1, Name: "<A> & \u2028", URL: "https://apps.example/1?a=b&c=d", IconURL: "https://icons.example/1.png", BundleID: "com.example.a",
		Developer: "Äpfel", PrivacyPolicyURL: "https://a.example/privacy", LegalEntity: "Äpfel GmbH", Installs: "10+", Source: "shop", Country: "de", FirstSeen: 1, LastSynced: 2,
		LastError: &storage.Failure{Code: storage.FailureDNS, Message: "no such host", At: 3}, Availability: storage.Availability{DelistedAt: 4, MissedDays: 5, MissedAt: 6},
		UnstableUntil: 18, ChangeCount: 7, ChangesAcknowledgedAt: 8, ChangesSnoozedUntil: 9, CurrentVersion: "1.0", VersionUpdatedAt: 10, WhatsNew: "Bugs\nfixed",
		PriceAmount: &price, PriceCurrency: "EUR", PriceFormatted: "0,99 €", HasIAP: &yes, GenreID: &genre, GenreName: "Utilities",
		AgeRating: "4+", AgeRatingValue: &rating, AgeRatingSource: "page", AgeRatingLanguage: "de",
		AgeRatingDescriptors: &storage.RatingDescriptors{Language: "de", Items: []storage.RatingDescriptor{{Heading: "Contains", Text: "Advertising"}}},
		BackgroundLocation:   &yes, HasPrivacyDetails: &yes, HasAccessibilityLabels: &yes,
		Accessibility: &storage.Accessibility{Status: storage.AccessibilityNone, Devices: []string{"iPhone"}}, LabelDigest: storage.Digest{1},
		CategoryCount: 11, TrackCount: 12, LinkedCount: 13, UnlinkedCount: 14, SyncCount: 15, AccessibilityCount: 16,
		Pending: storage.PendingPolicy, PageFacts: 3, LookupFacts: 4, Footprint: 17, Decision: storage.DecisionSafe,
		Archive: &storage.AppArchive{OtherURLs: []string{"https://apps.example/old/1"}, AskedAt: 19, FirstAt: 20},
	}
	for field, value := range reflect.ValueOf(app).Fields() {
		if value.IsZero() {
			t.Errorf("%s is empty", field.Name)
		}
	}
	return app
}

// connect opens the database beside the store.
func (s *server) connect(t testing.TB, use func(*sqlite3.Conn) error) {
	t.Helper()
	conn, err := sqlite3.Open("file:" + s.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(use(conn), conn.Close()); err != nil {
		t.Fatal(err)
	}
}

func (s *server) exec(t testing.TB, statement string) {
	t.Helper()
	s.connect(t, func(conn *sqlite3.Conn) error { return conn.Exec(statement) })
}

// text returns the text that a query reads.
func (s *server) text(t testing.TB, query string) (text string) {
	t.Helper()
	s.connect(t, func(conn *sqlite3.Conn) error {
		statement, _, err := conn.Prepare(query)
		if err != nil {
			return err
		}
		if statement.Step() {
			text = statement.ColumnText(0)
		}
		return errors.Join(statement.Err(), statement.Close())
	})
	return text
}
