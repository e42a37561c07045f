package tracked

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// sources holds the main source and the further ones.
type sources struct {
	all    []guarded // the main one first
	byHost map[string]guarded
}

func newSources(main fleet.Scraper, others []fleet.Source, log *slog.Logger) sources {
	s := sources{all: []guarded{{scraper: main, log: log}}, byHost: make(map[string]guarded)}
	for _, other := range others {
		source := guarded{other.Name, other.Scraper, log}
		s.all = append(s.all, source)
		for _, name := range other.Hosts {
			s.byHost[netguard.HostOf("https://"+name)] = source
		}
	}
	return s
}

func (s *sources) main() guarded     { return s.all[0] }
func (s *sources) others() []guarded { return s.all[1:] }

// that returns the sources whose scrapers have a property.
func (s *sources) that(has func(guarded) bool) []guarded {
	return slices.DeleteFunc(slices.Clone(s.all), func(g guarded) bool { return !has(g) })
}

// named returns the source of a name.
func (s *sources) named(name string) (guarded, error) {
	for _, known := range s.all {
		if known.name == name {
			return known, nil
		}
	}
	return guarded{}, &fleet.ScrapeError{Cause: fleet.ErrNotSupported, Err: fmt.Errorf("unknown source %q", name)}
}

// place returns the place of a source, that of the main one if the name is unknown.
func (s *sources) place(name string) int {
	return max(slices.IndexFunc(s.all, func(known guarded) bool { return known.name == name }), 0)
}

// resolve returns the app that a URL names, according to the source of its host. If the
// source does not identify apps by numbers, the app has no ID yet; see [number].
func (s *sources) resolve(address string) (fleet.Target, error) {
	source, other := s.byHost[netguard.HostOf(address)]
	if !other {
		t, err := s.main().Resolve(address)
		if err != nil {
			if named, ok := s.byAppName(address); ok {
				return s.resolve(named)
			}
		}
		if err == nil && t.ID == 0 {
			return numbered("", t)
		}
		t.Identifier, t.Source = "", ""
		return t, err
	}
	t, err := source.Resolve(strings.TrimSpace(address))
	if err != nil {
		return fleet.Target{}, err
	}
	if s.byHost[netguard.HostOf(t.URL)].name != source.name { // the app could not be read again
		return fleet.Target{}, &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: fmt.Errorf("it resolves to %.80q", t.URL), Source: source.name}
	}
	return numbered(source.name, t)
}

// byAppName returns the URL of the app that a text names, if it is a name in one of the sources.
func (s *sources) byAppName(text string) (address string, ok bool) {
	for _, source := range s.others() {
		if address, ok := source.Address(strings.TrimSpace(text)); ok && s.byHost[netguard.HostOf(address)].name == source.name {
			return address, true
		}
	}
	return "", false
}

// numbered converts a target of a further source: an ID of the source becomes the Identifier,
// because IDs of different sources may be equal.
func numbered(source string, t fleet.Target) (fleet.Target, error) {
	if t.Identifier == "" && t.ID > 0 {
		t.Identifier = t.ID.String()
	}
	record := storage.Identifier{App: storage.Number("", "", 0), Source: storage.Text(source), Identifier: t.Identifier}
	if err := storage.Validate(record); err != nil {
		return fleet.Target{}, &fleet.ScrapeError{Cause: fleet.ErrAddress, Err: err, Source: source}
	}
	t.ID, t.Source = 0, source
	return t, nil
}

// scrape reads an app by the scraper of its source.
func (s *sources) scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	source, err := s.named(t.Source)
	if err != nil {
		return fleet.Listing{}, err
	}
	if t.Source == "" && !t.ID.IsNumber() { // the ID is that of the source
		return source.Scrape(ctx, t)
	}
	own, err := source.Resolve(t.URL)
	if err != nil {
		return fleet.Listing{}, ofSource(t.Source, scrapeErrorIn(ctx, err))
	}
	own.ID, own.Country = cmp.Or(own.ID, t.ID), t.Country
	listing, err := source.Scrape(ctx, own)
	if err == nil && listing.ID != own.ID {
		err = &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: fmt.Errorf("the listing is of app %d", listing.ID), Source: t.Source}
	}
	listing.ID = t.ID
	return listing, err
}

// number returns the ID of an app that its source identifies by something other than a
// number of the App Store. It is derived from the identifier, so that it is the same in
// every process and installation, unless another app already has it.
func number(tx *storage.Tx, source, identifier string) (storage.AppID, error) {
	for known, err := range tx.Identifiers.List(storage.IdentifierQuery{Identifier: identifier}) {
		if err != nil {
			return 0, err
		}
		if string(known.Source) == source {
			return known.App, nil
		}
	}
	for attempt := 0; ; attempt++ {
		id := storage.Number(source, identifier, attempt)
		free, err := isFree(tx, id)
		if err != nil || free {
			return id, err
		}
	}
}

func isFree(tx *storage.Tx, id storage.AppID) (bool, error) {
	_, taken, err := storage.Find(tx.Identifiers, id)
	if err == nil && !taken {
		_, taken, err = storage.Find(tx.Apps, id)
	}
	return !taken, err
}

// setNumber sets the ID of a target that has none.
func setNumber(tx *storage.Tx, t *fleet.Target) (err error) {
	if t.ID == 0 {
		t.ID, err = number(tx, t.Source, t.Identifier)
	}
	return err
}

// add prepares that the app is tracked. One that was removed and can be restored comes back with its record,
// so that it goes on from there: then add returns it.
func add(tx *storage.Tx, t fleet.Target) (app storage.App, back bool, err error) {
	if err := register(tx, t); err != nil {
		return app, false, err
	}
	return appdata.Back(tx, t.ID)
}

// register stores the ID of a new app, if it was assigned by [number].
func register(tx *storage.Tx, t fleet.Target) error {
	if t.Identifier == "" {
		return nil
	}
	id, err := number(tx, t.Source, t.Identifier)
	if err != nil {
		return err
	}
	if id != t.ID {
		return fmt.Errorf("number %d of %.80q: %w: another app took it meanwhile", t.ID, t.Identifier, storage.ErrConflict)
	}
	return tx.Identifiers.Put(storage.Identifier{App: id, Source: storage.Text(t.Source), Identifier: t.Identifier})
}

// numberAll sets the IDs of listings that a source found, and drops those without any
// identifier. It stores nothing.
func (s *Service) numberAll(ctx context.Context, source string, found []fleet.Listing) ([]fleet.Listing, error) {
	if source == "" && !slices.ContainsFunc(found, func(l fleet.Listing) bool { return l.ID == 0 }) {
		return found, nil
	}
	return storage.View(ctx, s.store, func(tx *storage.Tx) ([]fleet.Listing, error) {
		numbered := make([]fleet.Listing, 0, len(found))
		for _, l := range found {
			if source != "" || l.ID == 0 {
				identifier := l.Identifier
				if identifier == "" && l.ID > 0 {
					identifier = l.ID.String()
				}
				if identifier == "" || len(identifier) > storage.MaxIdentifier {
					continue
				}
				id, err := number(tx, source, identifier)
				if err != nil {
					return nil, err
				}
				l.ID = id
			}
			numbered = append(numbered, l)
		}
		return numbered, nil
	})
}

// relate sets the IDs of the related apps of a listing of a further source. Related apps
// whose URLs name no app are dropped.
func (s *Service) relate(ctx context.Context, listing fleet.Listing) (fleet.Listing, error) {
	if listing.Related == nil {
		return listing, nil
	}
	var targets []*fleet.Target
	var shown []storage.RelatedApp
	for _, related := range *listing.Related {
		if t, err := s.sources.resolve(related.URL); err == nil {
			targets, shown = append(targets, &t), append(shown, related)
		}
	}
	if err := s.located(ctx, targets...); err != nil {
		return listing, err
	}
	for i := range shown {
		shown[i].Related = targets[i].ID
	}
	listing.Related = &shown
	return listing, nil
}

// isOfOther reports whether an app is from another source than a target.
func isOfOther(app storage.AppOrigin, t fleet.Target) bool {
	return app.ID != 0 && string(app.Source) != t.Source
}

// categoryOf returns the category of requests to a source, which has cooldowns of its
// own.
func categoryOf(category, source string) string {
	if source == "" {
		return category
	}
	return category + "." + source
}

// sourceOf returns the source of a result of categoryOf.
func sourceOf(category string) string {
	_, source, _ := strings.Cut(category, ".")
	return source
}
