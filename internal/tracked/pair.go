package tracked

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// ErrPair means that two apps cannot be paired. Its text says why.
var ErrPair = errors.New("these apps cannot be paired")

// PairError is why two apps cannot be paired. It wraps [ErrPair].
type PairError struct{ Reason string }

func (e *PairError) Error() string { return e.Reason }

// Unwrap returns [ErrPair].
func (e *PairError) Unwrap() error { return ErrPair }

// PairedApp is one app of a pair.
type PairedApp struct {
	ID        storage.AppID `json:"id"`        // the ID
	Name      string        `json:"name"`      // the name; empty: the app is not tracked any more
	Developer storage.Text  `json:"developer"` // the developer; null: not known
	// The source that the app is from; null: the App Store.
	AppSource storage.Text `json:"appSource"`
	Tracked   bool         `json:"tracked"` // whether the app is tracked
}

// Difference is what a developer declares about an app in one store and not in the other.
type Difference struct {
	Name     string `json:"name"`     // the kind of data in plain words
	AppStore string `json:"appStore"` // what is declared in the App Store, as a sentence
	Play     string `json:"play"`     // what is declared in Google Play, as a sentence
	// Where the definitions of the two stores differ; left out: they agree.
	Note  string       `json:"note,omitempty"`
	Since storage.Time `json:"since"` // when the difference was first seen

	// The identifiers of the data types of it that each label declares.
	AppStoreTypes []string `json:"-"`
	PlayTypes     []string `json:"-"` // that are collected
	PlayShared    []string `json:"-"`
}

// ShownPair is the same app in two stores, and what is declared differently there.
type ShownPair struct {
	AppStore  PairedApp    `json:"appStore"`  // the app in the App Store
	Play      PairedApp    `json:"play"`      // the app on Google Play
	CreatedAt storage.Time `json:"createdAt"` // when the apps were paired
	// Whether both labels are known now, so that they can be compared.
	Compared    bool         `json:"compared"`
	Differences []Difference `json:"differences"` // what is declared in only one of the stores
	// Where the two stores define their data types.
	Definitions PairDefinitions `json:"definitions"`
}

// PairDefinitions are the pages on which the stores define their data types.
type PairDefinitions struct {
	AppStore string `json:"appStore"` // the URL of the App Store's
	Play     string `json:"play"`     // the URL of Google Play's
}

// PairState is the pair of an app and, if it has none, the apps that may be the same.
type PairState struct {
	Pair        *ShownPair   `json:"pair"`        // the pair; null: the app has none
	Suggestions []Suggestion `json:"suggestions"` // tracked apps of the other store that may be the same, the likeliest first
}

// PairOf returns the pair of an app or suggestions. The error wraps storage.ErrNotFound if the app is
// not tracked.
func (s *Service) PairOf(ctx context.Context, id storage.AppID) (PairState, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (state PairState, err error) {
		state.Suggestions = []Suggestion{}
		app, err := tx.Apps.Get(id)
		if err != nil {
			return state, err
		}
		pair, found, err := pairWith(tx, id)
		if err != nil {
			return state, err
		}
		if found {
			shown, err := showPair(tx, pair)
			state.Pair = &shown
			return state, err
		}
		state.Suggestions, err = suggest(tx, app)
		return state, err
	})
}

// PairWithTold is [Service.PairOf] and, for a pair, what is declared in both stores.
func (s *Service) PairWithTold(ctx context.Context, id storage.AppID) (state PairState, alike []Difference, err error) {
	if state, err = s.PairOf(ctx, id); err != nil || state.Pair == nil {
		return state, nil, err
	}
	pair := storage.PairOf(state.Pair.AppStore.ID, state.Pair.Play.ID)
	told, err := storage.View(ctx, s.store, func(tx *storage.Tx) ([]changelog.Told, error) {
		told, _, err := toldOf(tx, pair)
		return told, err
	})
	for _, t := range told {
		if !t.Differs() {
			alike = append(alike, differenceOf(t, 0))
		}
	}
	return state, alike, err
}

// MaxPairs is the largest number of pairs of a page.
const MaxPairs = 500

// Pairs returns a page of the pairs that the query selects, by the ID of the app in the App Store, and
// the ID after which the next page begins; zero: there is none. A limit that is not from 1 to
// [MaxPairs] is that.
func (s *Service) Pairs(ctx context.Context, q storage.PairQuery) (all []ShownPair, next storage.AppID, err error) {
	if q.Limit <= 0 || q.Limit > MaxPairs {
		q.Limit = MaxPairs
	}
	size := q.Limit
	q.Limit++ // one more, to see whether there is a next page
	err = s.store.View(ctx, func(tx *storage.Tx) error {
		all, next = []ShownPair{}, 0
		for pair, err := range tx.Pairs.List(q) {
			if err != nil {
				return err
			}
			if len(all) == size {
				next = all[size-1].AppStore.ID
				break
			}
			shown, err := showPair(tx, pair)
			if err != nil {
				return err
			}
			all = append(all, shown)
		}
		return nil
	})
	return all, next, err
}

// Pair records that two tracked apps are one app in two stores. Pairing two apps again changes
// nothing. The error wraps storage.ErrNotFound if one is not tracked, or is a [*PairError].
func (s *Service) Pair(ctx context.Context, a, b storage.AppID) (ShownPair, error) {
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (ShownPair, error) {
		pair, err := s.pair(tx, a, b)
		if err != nil {
			return ShownPair{}, err
		}
		return showPair(tx, pair)
	})
}

// PairAhead records pairs of apps that need not be tracked yet. They are compared when both are. It
// returns why some are refused; the others are recorded.
func (s *Service) PairAhead(ctx context.Context, pairs [][2]fleet.Target) (refused []error, err error) {
	err = s.store.Update(ctx, func(tx *storage.Tx) error {
		refused = nil
		for _, both := range pairs {
			_, err := s.pairTargets(tx, both)
			if errors.Is(err, ErrPair) {
				refused, err = append(refused, err), nil
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return refused, err
}

func (s *Service) pairTargets(tx *storage.Tx, both [2]fleet.Target) (storage.Pair, error) {
	var apps [2]storage.App
	for i, t := range both {
		if err := setNumber(tx, &t); err != nil {
			return storage.Pair{}, err
		}
		app, tracked, err := storage.Find(tx.Apps, t.ID)
		if err != nil {
			return storage.Pair{}, err
		}
		if !tracked {
			app = storage.App{ID: t.ID, Name: cmp.Or(t.Identifier, "app "+t.ID.String()), Source: storage.Text(t.Source)}
		}
		apps[i] = app
	}
	if apps[0].ID > apps[1].ID {
		apps[0], apps[1] = apps[1], apps[0]
	}
	return s.pairApps(tx, apps[0], apps[1])
}

func (s *Service) pair(tx *storage.Tx, a, b storage.AppID) (storage.Pair, error) {
	pair := storage.PairOf(a, b)
	one, err := tx.Apps.Get(pair.App)
	if err != nil {
		return pair, err
	}
	other, err := tx.Apps.Get(pair.With)
	if err != nil {
		return pair, err
	}
	return s.pairApps(tx, one, other)
}

// pairApps pairs two apps in the order of their IDs, unless they are paired already.
func (s *Service) pairApps(tx *storage.Tx, one, other storage.App) (storage.Pair, error) {
	pair := storage.PairOf(one.ID, other.ID)
	if one.Source != "" || other.Source != vocabulary.Play {
		return pair, &PairError{"A pair is an app of the App Store and one of Google Play."}
	}
	for _, app := range []storage.App{one, other} {
		known, found, err := pairWith(tx, app.ID)
		switch {
		case err != nil:
			return pair, err
		case found && known.App == pair.App && known.With == pair.With:
			return known, nil
		case found:
			partner, _, err := storage.Find(tx.Apps, known.Partner(app.ID))
			if err != nil {
				return pair, err
			}
			if partner.Name == "" {
				partner.Name = "app " + known.Partner(app.ID).String()
			}
			if partner.Source == "" && known.Partner(app.ID) == known.With {
				partner.Source = vocabulary.Play
			}
			return pair, &PairError{fmt.Sprintf("%s is already paired with %s. Remove that pair first.", nameIn(app), nameIn(partner))}
		}
	}
	pair.CreatedAt = s.stamp()
	if err := compare(tx, &pair, pair.CreatedAt); err != nil {
		return pair, err
	}
	return pair, tx.Pairs.Put(pair)
}

// nameIn returns the name of an app with its store: apps of a pair often have the same name.
func nameIn(app storage.App) string {
	return fmt.Sprintf("%s (%s)", app.Name, vocabulary.SourceName(string(app.Source)))
}

// Unpair removes the pair of an app, and reports whether it had one. The error wraps
// [storage.ErrNotFound] if the app is not tracked.
func (s *Service) Unpair(ctx context.Context, id storage.AppID) (removed bool, err error) {
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (bool, error) {
		pair, found, err := pairWith(tx, id)
		if err != nil {
			return false, err
		}
		if !found {
			_, err := tx.Apps.Get(id)
			return false, err
		}
		_, err = tx.Pairs.Delete(pair.App)
		return true, err
	})
}

// Paired reports whether an app is paired with one in another store.
func (s *Service) Paired(ctx context.Context, id storage.AppID) (paired bool, err error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (bool, error) {
		_, paired, err := pairWith(tx, id)
		return paired, err
	})
}

// pairWith returns the pair of an app.
func pairWith(tx *storage.Tx, id storage.AppID) (pair storage.Pair, found bool, err error) {
	for pair, err := range tx.Pairs.List(storage.PairQuery{Of: id, Limit: 1}) {
		return pair, err == nil, err
	}
	return pair, false, nil
}

// compare sets the differences of a pair to those of the labels that are known now. What is not
// compared keeps the last ones.
func compare(tx *storage.Tx, pair *storage.Pair, now storage.Time) error {
	told, ok, err := toldOf(tx, *pair)
	if err != nil || !ok {
		return err
	}
	was := pair.Open
	pair.Open = nil
	for _, t := range told {
		if !t.Differs() {
			continue
		}
		gap := storage.Gap{Name: t.Name, ToldTo: pair.With, Since: now}
		if t.AppStore {
			gap.ToldTo = pair.App
		}
		for _, old := range was {
			if old.Name == gap.Name && old.ToldTo == gap.ToldTo {
				gap.Since = old.Since
			}
		}
		pair.Open = append(pair.Open, gap)
	}
	pair.Compared, pair.Differs = true, len(pair.Open) > 0
	return nil
}

// toldOf returns what is declared in the two stores, and whether it can be compared.
func toldOf(tx *storage.Tx, pair storage.Pair) ([]changelog.Told, bool, error) {
	var labels [2]storage.Label
	for i, id := range []storage.AppID{pair.App, pair.With} {
		app, tracked, err := storage.Find(tx.Apps, id)
		if err != nil || !tracked {
			return nil, false, err
		}
		if labels[i], err = labelOf(tx, app); err != nil {
			return nil, false, err
		}
	}
	told, ok := changelog.CompareStores(labels[0], labels[1])
	return told, ok, nil
}

// comparePair compares the pair of an app whose label changed, if it has one, and records what opened or
// closed on both apps. It returns the entries.
func (s *Service) comparePair(tx *storage.Tx, id storage.AppID, trigger storage.Trigger, now storage.Time) ([]storage.Entry, error) {
	pair, found, err := pairWith(tx, id)
	if errors.Is(err, storage.ErrNotSupported) || err == nil && !found {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	was := pair
	if err := compare(tx, &pair, now); err != nil {
		return nil, err
	}
	entries := changelog.DiffGaps(was.Open, pair.Open)
	if len(entries) == 0 && pair.Compared == was.Compared {
		return nil, nil
	}
	if err := tx.Pairs.Put(pair); err != nil {
		return nil, err
	}
	if !was.Compared || len(entries) == 0 { // the first comparison is no change
		return nil, nil
	}
	entries = changelog.WeighAll(entries)
	partners := slices.Clone(entries)
	if err := s.noteOn(tx, id, entries, trigger, now); err != nil {
		return nil, err
	}
	return entries, s.noteOn(tx, pair.Partner(id), partners, trigger, now)
}

// noteOn records entries on an app with a snapshot of its last known label. It marks those that are
// unstable.
func (s *Service) noteOn(tx *storage.Tx, id storage.AppID, entries []storage.Entry, trigger storage.Trigger, now storage.Time) error {
	app, tracked, err := storage.Find(tx.Apps, id)
	if err != nil || !tracked {
		return err
	}
	newest, err := timeline.Newest(tx, id)
	if err != nil {
		return err
	}
	if err := settle(tx, &app, app.LabelDigest, now, entries); err != nil {
		return err
	}
	snapshot := storage.Snapshot{
		ID: storage.SnapshotID{App: id, At: timeline.NextMoment(newest, now)}, Source: storage.SourceLive, TriggeredBy: trigger,
		Label: app.LabelDigest, Changed: newest.ID.App != 0, Entries: len(entries),
		AppVersion: app.CurrentVersion, AppVersionUpdatedAt: app.VersionUpdatedAt,
	}
	if err := timeline.Save(tx, snapshot, entries); err != nil {
		return err
	}
	app.ChangeCount++
	app.Pending |= changelog.Pending(entries)
	if err := tx.Apps.Put(app); err != nil {
		return err
	}
	return notify.Post(tx, now, s.random, notify.OfChanges(app, loud(entries))...)
}

func showPair(tx *storage.Tx, pair storage.Pair) (ShownPair, error) {
	shown := ShownPair{
		CreatedAt: pair.CreatedAt, Differences: []Difference{},
		Definitions: PairDefinitions{vocabulary.AppStoreDefinitions, vocabulary.PlayDefinitions},
	}
	for id, into := range map[storage.AppID]*PairedApp{pair.App: &shown.AppStore, pair.With: &shown.Play} {
		app, tracked, err := storage.Find(tx.Apps, id)
		if err != nil {
			return shown, err
		}
		*into = PairedApp{ID: id, Name: app.Name, Developer: app.Developer, AppSource: app.Source, Tracked: tracked}
	}
	if shown.Play.AppSource == "" {
		shown.Play.AppSource = vocabulary.Play
	}
	told, compared, err := toldOf(tx, pair)
	shown.Compared = compared
	for _, gap := range pair.Open {
		for _, t := range told { // none while a label is not known
			if t.Name == gap.Name {
				shown.Differences = append(shown.Differences, differenceOf(t, gap.Since))
			}
		}
	}
	return shown, err
}

func differenceOf(t changelog.Told, since storage.Time) Difference {
	return Difference{
		Name: t.Name, AppStore: t.AppStoreSays, Play: t.PlaySays, Note: t.Note, Since: since,
		AppStoreTypes: t.AppStoreTypes, PlayTypes: t.PlayTypes, PlayShared: t.PlayShared,
	}
}
