package appdata

import (
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/commitlog"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/storage"
)

// rejoining puts the records of a removed app back, beside those of the app if it is tracked again.
// Then what only one of them has stays, and of what both have, the later counts, or else what the
// tracked app has. The snapshots of both are compared in one order.
type rejoining struct {
	tx      *storage.Tx
	kinds   map[string]storage.Kind
	was     storage.App // as it was removed
	now     storage.App // as it is tracked; zero: it is not
	related bool        // whether the tracked app has related apps

	features []storage.Feature                         // of the removed app
	back     map[storage.SnapshotID]storage.SnapshotID // the snapshots that came back, by the moment that they had
	shared   map[storage.SnapshotID]bool               // the snapshots that both have
	observed int                                       // how many of those that came back are of refreshes
}

func newRejoining(tx *storage.Tx, now storage.App) (*rejoining, error) {
	r := &rejoining{
		tx: tx, kinds: make(map[string]storage.Kind), now: now,
		back: make(map[storage.SnapshotID]storage.SnapshotID), shared: make(map[storage.SnapshotID]bool),
	}
	for _, kind := range storage.Kinds() {
		r.kinds[kind.Name()] = kind
	}
	if now.ID == 0 {
		return r, nil
	}
	n, err := tx.RelatedApps.Count(storage.RelatedQuery{App: now.ID})
	r.related = n > 0
	return r, serious(err)
}

// serious returns an error, or nil if it is that there is no such record or table.
func serious(err error) error {
	if errors.Is(err, storage.ErrNotFound) || errors.Is(err, storage.ErrNotSupported) {
		return nil
	}
	return err
}

// find returns the record with a key, and whether there is one.
func find[K comparable, R storage.Record[K], Q storage.Query[R]](t storage.Rows[K, R, Q], key K) (R, bool, error) {
	record, found, err := storage.Find(t, key)
	return record, found, serious(err)
}

// read puts back what was saved of a removed app, parents first.
func (r *rejoining) read(id storage.AppID) error {
	parts, err := storage.Collect(r.tx.RemovedParts.List(storage.RemovedPartQuery{App: id}))
	if err != nil {
		return err
	}
	readers := make([]io.Reader, len(parts))
	for i, part := range parts {
		readers[i] = strings.NewReader(part.Data)
	}
	packed, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, io.MultiReader(readers...)))
	if err != nil {
		return fmt.Errorf("%w: records of app %d: %w", storage.ErrDamaged, id, err)
	}
	lines := json.NewDecoder(packed)
	for {
		var line struct {
			Table  string
			Record json.RawMessage
		}
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%w: records of app %d: %w", storage.ErrDamaged, id, err)
		}
		kind, known := r.kinds[line.Table]
		if !known { // of a newer version
			continue
		}
		record := reflect.ValueOf(kind.New()).Elem()
		if err := load(record, line.Record); err != nil {
			return fmt.Errorf("%w: %s of app %d: %w", storage.ErrDamaged, line.Table, id, err)
		}
		if err := r.put(kind, record.Interface()); err != nil {
			return fmt.Errorf("restore %s of app %d: %w", line.Table, id, err)
		}
	}
}

// put writes a record unless one of its parents, such as a device, is missing, or the store lacks its
// table.
func (r *rejoining) put(kind storage.Kind, record any) error {
	record, err := r.fit(kind, record)
	if err != nil || record == nil {
		return err
	}
	for _, parent := range storage.ParentsOf(record) {
		_, err := r.kinds[parent.Table].Rows(r.tx).Get(parent.Key)
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	if err := kind.Rows(r.tx).Put(record); !errors.Is(err, storage.ErrNotSupported) {
		return err
	}
	return nil
}

// fit returns a saved record as it is to be stored, or nil if it is not.
func (r *rejoining) fit(kind storage.Kind, record any) (any, error) {
	switch s := record.(type) {
	case storage.LabelBody:
		_, err := timeline.SaveLabel(r.tx, s)
		return nil, err
	case storage.Annotation:
		return r.note(s)
	case storage.Commit:
		return r.commit(s)
	case storage.Pair:
		return r.pair(s)
	}
	if r.now.ID == 0 {
		return record, nil
	}
	switch s := record.(type) {
	case storage.App:
		r.was = s
		return nil, nil
	case storage.Feature:
		r.features = append(r.features, s)
		return nil, nil
	case storage.RelatedApp:
		if r.related {
			return nil, nil
		}
		return s, nil
	case storage.Snapshot:
		return r.snapshot(s)
	case storage.Change:
		at, came := r.back[s.ID.Snapshot]
		if s.ID.Snapshot = at; !came {
			return nil, nil
		}
		return s, nil
	case storage.Review:
		s.CoveredSnapshots = slices.Clone(s.CoveredSnapshots)
		for i, id := range s.CoveredSnapshots {
			s.CoveredSnapshots[i] = r.moved(id)
		}
		record = s
	case storage.Verdict:
		return either(r.tx.Verdicts, s, func(there storage.Verdict) storage.Verdict {
			if there.UpdatedAt >= s.UpdatedAt {
				return there
			}
			return s
		})
	case storage.PolicyVersion:
		return either(r.tx.PolicyVersions, s, func(there storage.PolicyVersion) storage.PolicyVersion {
			there.FirstFetched, there.LastFetched = min(s.FirstFetched, there.FirstFetched), max(s.LastFetched, there.LastFetched)
			return there
		})
	case storage.PolicyAnalysis:
		return either(r.tx.PolicyAnalyses, s, func(there storage.PolicyAnalysis) storage.PolicyAnalysis {
			if there.Current.IsZero() {
				return s
			}
			return there
		})
	}
	if _, err := kind.Rows(r.tx).Get(kind.Key(record)); err != nil {
		return record, serious(err)
	}
	return nil, nil
}

// either returns a record or, if there is one with its key, what the two become.
func either[K comparable, R storage.Record[K], Q storage.Query[R]](t storage.Rows[K, R, Q], record R, of func(there R) R) (any, error) {
	there, found, err := find(t, storage.Key(record))
	if err != nil || !found {
		return record, err
	}
	return of(there), nil
}

// moved returns where the snapshot of a saved ID is.
func (r *rejoining) moved(id storage.SnapshotID) storage.SnapshotID {
	return cmp.Or(r.back[id], id)
}

// snapshot returns a snapshot, at the next free moment if another one has its own, or nil if the
// tracked app has it.
func (r *rejoining) snapshot(s storage.Snapshot) (any, error) {
	was := s.ID
	for {
		there, taken, err := storage.Find(r.tx.Snapshots, s.ID)
		if err != nil {
			return nil, err
		}
		if !taken {
			r.back[was] = s.ID
			if s.Source == storage.SourceLive {
				r.observed++
			}
			return s, nil
		}
		if there.Source == s.Source && there.Label == s.Label && there.AppVersion == s.AppVersion {
			r.shared[s.ID] = true
			return nil, nil
		}
		s.ID.At++
	}
}

// note returns a note. If another note got its ID meanwhile, it gets a new one.
func (r *rejoining) note(a storage.Annotation) (any, error) {
	if id, err := storage.ParseChangeID(string(a.Change)); err == nil {
		id.Snapshot = r.moved(id.Snapshot)
		a.Change = storage.Text(id.String())
	}
	there, found, err := find(r.tx.Annotations, a.ID)
	switch {
	case err != nil:
		return nil, err
	case !found:
		return a, nil
	case there.App == a.App && there.CreatedAt == a.CreatedAt && (there.Body == a.Body || there.UpdatedAt != a.UpdatedAt):
		if there.UpdatedAt >= a.UpdatedAt {
			return nil, nil
		}
		return a, nil
	}
	highest, _, err := storage.FindFirst(r.tx.Annotations.List(storage.AnnotationQuery{ByID: true, Limit: 1}))
	a.ID = highest.ID + 1
	return a, err
}

// commit returns the place of a snapshot in the order of commits, so that who read it does not read it
// again. If that order began anew meanwhile, it stores the next place.
func (r *rejoining) commit(c storage.Commit) (any, error) {
	if r.now.ID != 0 {
		at, came := r.back[c.Snapshot]
		if !came {
			return nil, nil
		}
		c.Snapshot = at
	}
	head, err := commitlog.HeadOf(r.tx)
	if err != nil {
		return nil, err
	}
	if c.Number > head.Last {
		return nil, commitlog.Add(r.tx, c.Snapshot)
	}
	return c, nil
}

// pair returns a pair, unless one of its apps has another one.
func (r *rejoining) pair(p storage.Pair) (any, error) {
	for _, id := range []storage.AppID{p.App, p.With} {
		if n, err := r.tx.Pairs.Count(storage.PairQuery{Of: id}); serious(err) != nil || n > 0 {
			return nil, err
		}
	}
	return p, nil
}

// end stores the app and compares the snapshots.
func (r *rejoining) end() error {
	if r.now.ID == 0 || r.was.ID == 0 {
		return nil
	}
	app, older := r.now, r.was
	if r.was.LastSynced > r.now.LastSynced {
		app, older = older, app
	}
	app.FirstSeen = min(app.FirstSeen, older.FirstSeen)
	app.SyncCount = r.now.SyncCount + r.was.SyncCount
	if len(r.shared) > 0 {
		app.SyncCount = max(r.was.SyncCount, r.now.SyncCount+r.observed)
	}
	app.ChangesAcknowledgedAt = max(app.ChangesAcknowledgedAt, older.ChangesAcknowledgedAt)
	app.ChangesSnoozedUntil = max(app.ChangesSnoozedUntil, older.ChangesSnoozedUntil)
	app.UnstableUntil = max(app.UnstableUntil, older.UnstableUntil)
	if app.LabelDigest.IsZero() {
		app.LabelDigest, app.Footprint, app.HasPrivacyDetails = older.LabelDigest, older.Footprint, older.HasPrivacyDetails
		app.CategoryCount, app.TrackCount = older.CategoryCount, older.TrackCount
		app.LinkedCount, app.UnlinkedCount = older.LinkedCount, older.UnlinkedCount
	}
	if app.CurrentVersion == "" {
		app.CurrentVersion, app.VersionUpdatedAt, app.WhatsNew = older.CurrentVersion, older.VersionUpdatedAt, older.WhatsNew
	}
	app.Archive = cmp.Or(app.Archive, older.Archive)
	if err := r.shown(&app); err != nil {
		return err
	}
	verdict, _, err := find(r.tx.Verdicts, storage.VerdictID{App: app.ID, Origin: storage.OriginUser})
	if err != nil {
		return err
	}
	app.Decision = verdict.Decision
	app.ChangeCount, app.Pending = r.now.ChangeCount, r.now.Pending
	if waiting, err := r.waiting(app.ChangesAcknowledgedAt); err != nil {
		return err
	} else if waiting > 0 && r.was.ChangeCount > 0 {
		app.ChangeCount += min(waiting, r.was.ChangeCount)
		app.Pending |= r.was.Pending
	}
	if err := r.compare(&app); err != nil {
		return err
	}
	return r.tx.Apps.Put(app)
}

// shown stores the features of the page that was read last, with which the next refresh compares.
func (r *rejoining) shown(app *storage.App) error {
	from := r.now
	if r.was.SyncCount > 0 && (r.now.SyncCount == 0 || r.was.LastSynced > r.now.LastSynced) {
		from = r.was
		there, err := storage.Collect(r.tx.Features.List(storage.FeatureQuery{App: app.ID}))
		if serious(err) != nil {
			return err
		}
		for _, f := range there {
			if _, err := r.tx.Features.Delete(storage.Key(f)); err != nil {
				return err
			}
		}
		if err := r.tx.Features.Put(r.features...); serious(err) != nil {
			return err
		}
	}
	app.AccessibilityCount, app.HasAccessibilityLabels, app.Accessibility = from.AccessibilityCount, from.HasAccessibilityLabels, from.Accessibility
	return nil
}

// waiting returns how many of the snapshots that came back the feed shows as not acknowledged.
func (r *rejoining) waiting(acknowledged storage.Time) (n int, err error) {
	for _, id := range r.back {
		if id.At <= acknowledged {
			continue
		}
		s, err := r.tx.Snapshots.Get(id)
		if err != nil {
			return 0, err
		}
		if s.Changed {
			n++
		}
	}
	return n, nil
}

// compare compares each snapshot again that now follows another one than before, and counts those of
// refreshes that the feed shows because of that, or no longer, in the app.
func (r *rejoining) compare(app *storage.App) error {
	if len(r.back) == 0 {
		return nil
	}
	notes, err := timeline.NotesOn(r.tx, app.ID)
	if err != nil {
		return err
	}
	came := make(map[storage.SnapshotID]bool)
	for _, id := range r.back {
		came[id] = true
	}
	all, err := storage.Collect(r.tx.Snapshots.List(storage.SnapshotQuery{App: app.ID, Reverse: true}))
	if err != nil {
		return err
	}
	var last, known storage.SnapshotID // the snapshot before, and the last one before with a label
	for _, s := range all {
		other := func(id storage.SnapshotID) bool { return id.App != 0 && !r.shared[id] && came[id] != came[s.ID] }
		if other(last) || other(known) {
			if err := r.recompare(s, app); err != nil {
				return err
			}
		}
		if last = s.ID; !s.Label.IsZero() {
			known = s.ID
		}
	}
	return notes.Follow(r.tx, app.ID)
}

func (r *rejoining) recompare(s storage.Snapshot, app *storage.App) error {
	if err := timeline.Recompare(r.tx, s); err != nil {
		return err
	}
	now, err := r.tx.Snapshots.Get(s.ID)
	if err != nil || now.Changed == s.Changed || s.Source != storage.SourceLive || s.ID.At <= app.ChangesAcknowledgedAt {
		return err
	}
	if !now.Changed {
		app.ChangeCount = max(0, app.ChangeCount-1)
		return nil
	}
	app.ChangeCount++
	for c, err := range r.tx.Changes.List(storage.ChangeQuery{App: app.ID, From: s.ID.At, To: s.ID.At}) {
		if err != nil {
			return err
		}
		app.Pending |= changelog.Pending([]storage.Entry{c.Entry})
	}
	return nil
}
