package postgres_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/pgtest"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/postgres"
	"github.com/privacylabels/auditor/storage/postgres/riverrunner"
)

// BenchmarkMany measures fleets of 10,000 apps and of AUDITOR_APPS, such as 1000000: the size of
// a row, whole requests without the response cache, and a sync. It reports the slowest of 100
// requests but one. A sync is cancelled after AUDITOR_SECONDS (60), and then shows what a part
// of it takes.
func BenchmarkMany(b *testing.B) {
	sizes := []int{benchApps}
	if n := number(b, "AUDITOR_APPS", 0); n > 0 {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("apps=%d", n), func(b *testing.B) {
			address := pgtest.NewSchema(b)
			s := openStore(b, address)
			m := many{db: database(b, address), apps: n, pages: newEditions()}
			b.Run("seed", func(b *testing.B) {
				for b.Loop() {
					m.seed(b, s)
				}
				b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "apps/s")
			})
			vacuum(b, s)
			m.sizes(b)
			m.reads(b, s)
			m.sync(b, s)
		})
	}
}

func number(b testing.TB, name string, standard int) int {
	b.Helper()
	text := os.Getenv(name)
	if text == "" {
		return standard
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		b.Fatalf("%s is %q, not a number", name, text)
	}
	return n
}

const (
	// samples is how many apps are refreshed. The others are copies of them.
	samples = 500
	// observed is how often an app was refreshed, twice with changes.
	observed = 5
)

// editions is a scraper whose pages have labels of 27 lengths and kinds, and change with the
// edition.
type editions struct {
	fleettest.Pages
	edition int
}

func newEditions() *editions { return &editions{Pages: *fleettest.NewPages()} }

// Scrape implements [fleet.Scraper].
func (p *editions) Scrape(_ context.Context, t fleet.Target) (fleet.Listing, error) {
	categories := []string{
		"CONTACT_INFO", "HEALTH_AND_FITNESS", "FINANCIAL_INFO", "LOCATION", "CONTACTS", "USER_CONTENT", "IDENTIFIERS", "USAGE_DATA", "DIAGNOSTICS",
	}
	n := int(t.ID-1)%samples + 1 // a copy of this one
	types := []string{[]string{"TRACK", "LINKED", "UNLINKED"}[n%3] + ": " + strings.Join(categories[:1+(n/3+p.edition)%9], " ")}
	name, developer := nameOf(t.ID), fmt.Sprintf("Developer %d", n%997)
	notes, icon := "Bug fixes and improvements.", fmt.Sprintf("https://is1-ssl.mzstatic.com/image/thumb/Purple/v4/%x/512x512bb.png", n)
	l := fleet.Listing{
		ID: t.ID, Name: &name, Developer: &developer, Country: "us", Extractor: "test/1", AgeRatingSource: "page", WhatsNew: &notes, IconURL: &icon,
	}
	for _, say := range []func(*fleet.Listing){
		fleettest.Labelled(types...), fleettest.Featured("voiceover"), fleettest.Rated("4+"), fleettest.Versioned(fmt.Sprintf("1.%d", p.edition)),
	} {
		say(&l)
	}
	return l, nil
}

func nameOf(id storage.AppID) string {
	return fmt.Sprintf("App %07d of the fleet", int64(id)*7919%10_000_019)
}

// many is a fleet that is too large to be refreshed app by app.
type many struct {
	db    *sql.DB
	apps  int
	pages *editions
}

// seed refreshes some apps, and copies them and what they have, each at times of its own.
func (m *many) seed(b testing.TB, s storage.Store) {
	b.Helper()
	clock := &fleettest.Clock{}
	service := tracked.New(tracked.Config{Env: storage.Env{Store: s, Now: clock.Now, Random: rand.Reader}, Scraper: m.pages})
	defer service.Stop(time.Second)
	for turn, edition := range []int{0, 0, 1, 1, 2} {
		m.pages.edition = edition
		for id := storage.AppID(1); id <= samples; id++ {
			clock.Set(storage.Time(1_760_000_000_000 + int64(turn)*86_400_000 + int64(id)))
			if _, err := service.Refresh(b.Context(), fleettest.Target(id), storage.TriggerScheduled); err != nil {
				b.Fatal(err)
			}
		}
	}
	m.copyApps(b, s)
	for _, table := range []string{"features", "snapshots", "changes", "commits"} {
		m.copyRows(b, table)
	}
}

func (m *many) copyApps(b testing.TB, s storage.Store) {
	b.Helper()
	var originals []storage.App
	err := s.View(b.Context(), func(tx *storage.Tx) (err error) {
		originals, err = storage.Collect(tx.Apps.List(storage.AppQuery{}))
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	copies := make([]storage.App, len(originals))
	for k := 1; k < m.apps/samples; k++ {
		for i, a := range originals {
			a.ID += storage.AppID(k * samples)
			a.Name, a.URL = nameOf(a.ID), fleettest.URL(a.ID)
			a.FirstSeen, a.LastSynced = a.FirstSeen+storage.Time(k*1000), a.LastSynced+storage.Time(k*1000)
			copies[i] = a
		}
		if err := s.Update(b.Context(), func(tx *storage.Tx) error { return tx.Apps.Put(copies...) }); err != nil {
			b.Fatal(err)
		}
	}
}

// copyRows copies the rows of the samples for 50,000 apps at a time.
func (m *many) copyRows(b testing.TB, table string) {
	b.Helper()
	rows, err := m.db.QueryContext(b.Context(), "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1", table)
	if err != nil {
		b.Fatal(err)
	}
	shifted := map[string]string{
		"app_id": " + k * " + strconv.Itoa(samples), "at": " + k * 1000", "number": " + k * " + strconv.Itoa(samples*observed),
	}
	var columns, values []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			b.Fatal(err)
		}
		columns, values = append(columns, name), append(values, name+shifted[name])
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	statement := fmt.Sprintf("INSERT INTO %[1]s (%[2]s) SELECT %[3]s FROM %[1]s CROSS JOIN generate_series($1::BIGINT, $2) AS k WHERE app_id <= %[4]d",
		table, strings.Join(columns, ", "), strings.Join(values, ", "), samples)
	const step = 100
	for k := 1; k < m.apps/samples; k += step {
		if _, err := m.db.ExecContext(b.Context(), statement, k, min(k+step, m.apps/samples)-1); err != nil {
			b.Fatal(err)
		}
	}
}

// sizes reports how large tables are, with their indexes.
func (m *many) sizes(b *testing.B) {
	b.Run("size", func(b *testing.B) {
		for b.Loop() {
		}
		for _, table := range []string{"apps", "snapshots", "changes"} {
			var rows float64
			if err := m.db.QueryRowContext(b.Context(), "SELECT reltuples FROM pg_class WHERE oid = $1::TEXT::REGCLASS", table).Scan(&rows); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(m.size(b, table))/rows, "B/row-of-"+table)
		}
		var whole int64
		if err := m.db.QueryRowContext(b.Context(), "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = current_schema()::REGNAMESPACE AND relkind = 'r'").
			Scan(&whole); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(whole)/1e6, "MB")
		b.ReportMetric(0, "ns/op")
	})
}

func (m *many) size(b testing.TB, table string) (bytes int64) {
	b.Helper()
	if err := m.db.QueryRowContext(b.Context(), "SELECT pg_total_relation_size($1::TEXT::REGCLASS)", table).Scan(&bytes); err != nil {
		b.Fatal(err)
	}
	return bytes
}

// reads sends requests through all guards, without the response cache.
func (m *many) reads(b *testing.B, s *postgres.Store) {
	a, err := auditor.New(auditor.WithStore(s), auditor.WithScraper(m.pages), auditor.WithResponseCacheSize(0))
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	random := mathrand.New(mathrand.NewPCG(1, 2))
	for _, read := range []struct {
		name string
		path func() string
	}{
		{"page of 100", fixed("/api/apps?limit=100")},
		{"page of 100 anywhere", func() string { return fmt.Sprintf("/api/apps?limit=100&offset=%d", random.IntN(m.apps)) }},
		{"one app", func() string { return fmt.Sprintf("/api/apps?id=%d&changelog=true", 1+random.IntN(m.apps)) }},
		{"feed of 50", fixed("/api/changelog?limit=50")},
		{"search", func() string {
			return "/api/apps?limit=100&q=" + strings.Fields(nameOf(storage.AppID(1 + random.IntN(m.apps))))[1]
		}},
		{"stats timeline", fixed("/api/stats/timeline")},
		{"grouped", fixed("/api/apps?view=grouped")},
		{"matrix", fixed("/api/stats/matrix")},
	} {
		b.Run(read.name, func(b *testing.B) {
			slowest(b, func() error {
				w := fleettest.NewSink()
				a.Handler().ServeHTTP(w, httptest.NewRequestWithContext(b.Context(), http.MethodGet, "http://localhost"+read.path(), nil))
				if w.Code != http.StatusOK {
					return fmt.Errorf("status %d", w.Code)
				}
				return nil
			})
		})
	}
}

func fixed(path string) func() string { return func() string { return path } }

// slowest reports the median and the 99th percentile of 100 reads, or of those that fit into
// 20 seconds.
func slowest(b *testing.B, read func() error) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		for end := time.Now().Add(20 * time.Second); len(took) == 0 || len(took) < 100 && time.Now().Before(end); {
			began := time.Now()
			if err := read(); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(began))
		}
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2].Seconds()*1e3, "p50-ms")
	b.ReportMetric(took[(len(took)*99+99)/100-1].Seconds()*1e3, "p99-ms")
	b.ReportMetric(float64(len(took)), "reads")
	b.ReportMetric(0, "ns/op")
}

// sync reports how long the start of a sync takes, in which nothing changes, how many apps are
// refreshed in a second, and how the database grows for each.
func (m *many) sync(b *testing.B, s *postgres.Store) {
	runs, err := riverrunner.Open(b.Context(), s, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer runs.Close()
	a, err := auditor.New(auditor.WithStore(s), auditor.WithScraper(m.pages), auditor.WithQueue(runs))
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	}()
	send := func(method, path, body string) {
		w := fleettest.NewSink()
		r := httptest.NewRequestWithContext(b.Context(), method, "http://localhost"+path, strings.NewReader(body))
		r.Header.Set("Origin", "http://localhost")
		r.Header.Set("Content-Type", "application/json")
		if a.Handler().ServeHTTP(w, r); w.Code >= 300 {
			b.Fatalf("%s %s: status %d", method, path, w.Code)
		}
	}
	newest := func() (run storage.Run) {
		err := s.View(b.Context(), func(tx *storage.Tx) (err error) {
			run, err = storage.First(tx.Runs.List(storage.RunQuery{Limit: 1}))
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
		return run
	}
	b.Run("sync", func(b *testing.B) {
		for b.Loop() {
			before := map[string]int64{"apps": m.size(b, "apps"), "snapshots": m.size(b, "snapshots")}
			began := time.Now()
			send(http.MethodPost, "/api/sync/trigger?wait=0", "")
			started := time.Now()
			run := newest()
			for end := started.Add(time.Duration(number(b, "AUDITOR_SECONDS", 60)) * time.Second); run.EndedAt == 0 && time.Now().Before(end); run = newest() {
				time.Sleep(100 * time.Millisecond)
			}
			took := time.Since(started)
			if run.EndedAt == 0 {
				send(http.MethodPatch, "/api/sync/trigger", `{"action": "cancel"}`)
			}
			if run.Completed == 0 || run.Failed > 0 {
				b.Fatalf("%+v", run)
			}
			done := float64(run.Completed)
			b.ReportMetric(started.Sub(began).Seconds(), "s-to-start")
			b.ReportMetric(done/took.Seconds(), "apps/s")
			b.ReportMetric(done, "apps")
			for table, size := range before {
				b.ReportMetric(float64(m.size(b, table)-size)/done, "B/app-in-"+table)
			}
		}
		b.ReportMetric(0, "ns/op")
	})
}
