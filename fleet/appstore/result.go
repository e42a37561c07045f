package appstore

import (
	"errors"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// result is an app in the answer of a lookup or a search. Numbers are integers,
// fractions or texts.
type result struct {
	Wrapper       string `json:"wrapperType"`
	Kind          string `json:"kind"`
	ID            loose  `json:"trackId"`
	Name          string `json:"trackName"`
	BundleID      string `json:"bundleId"`
	Developer     string `json:"artistName"`
	URL           string `json:"trackViewUrl"`
	Icon512       string `json:"artworkUrl512"`
	Icon100       string `json:"artworkUrl100"`
	Icon60        string `json:"artworkUrl60"`
	Version       string `json:"version"`
	Released      string `json:"currentVersionReleaseDate"`
	Notes         string `json:"releaseNotes"`
	Price         loose  `json:"price"`
	Currency      string `json:"currency"`
	Formatted     string `json:"formattedPrice"`
	GenreID       loose  `json:"primaryGenreId"`
	GenreName     string `json:"primaryGenreName"`
	Rating        string `json:"contentAdvisoryRating"`
	ContentRating string `json:"trackContentRating"`
}

// parseResults reads the answer of a lookup or a search, which begins with blank lines.
// It skips results that are not apps, such as developers. An app that is not among the results
// is not sold, so what may not be all of them is an error.
func parseResults(text []byte, country string) ([]fleet.Listing, error) {
	var answer struct {
		Count   loose        `json:"resultCount"`
		Results list[result] `json:"results"`
	}
	if err := new(jsonread.Budget).DecodeLenient(text, &answer); err != nil {
		return nil, err
	}
	results := answer.Results
	switch count, counted := answer.Count.Integer(); {
	case !results.Present && (results.Damaged || !counted || count != 0):
		return nil, errors.New("the answer has no list of results")
	case counted && count > 0 && len(results.Elements) == 0, results.Damaged && counted && int64(len(results.Elements)) < count:
		return nil, fmt.Errorf("%d of %d results can be read", len(results.Elements), count)
	}
	var all []fleet.Listing
	for _, r := range first(results.Elements, 2*maxFound) {
		id, ok := r.ID.Integer()
		software := r.Wrapper == "software" || strings.HasSuffix(r.Kind, "software")
		if !ok || id <= 0 || id > int64(storage.MaxAppID) || !software {
			continue
		}
		l := r.listing(storage.AppID(id))
		l.Country = country
		all = append(all, l)
	}
	return all, nil
}

func (r result) listing(id storage.AppID) fleet.Listing {
	l := fleet.Listing{
		ID:        id,
		Platform:  storage.ParsePlatform(r.Kind),
		Name:      text1(maxName, r.Name),
		URL:       storeURL(r.URL, id),
		BundleID:  text1(maxTitle, r.BundleID),
		Developer: text1(maxName, r.Developer),
		GenreName: text1(maxTitle, r.GenreName),
		Extractor: "lookup/1",
	}
	for _, icon := range []string{r.Icon512, r.Icon100, r.Icon60} {
		if l.IconURL = pictureURL(icon); l.IconURL != nil {
			break
		}
	}
	offer{amount: amount(r.Price), currency: r.Currency, text: r.Formatted}.settle(&l)
	if n, ok := r.GenreID.Integer(); ok {
		l.GenreID = &n
	}
	setVersion(&l, r.Version, r.Released, r.Notes)
	setRating(&l, rating{text: r.Rating})
	if l.AgeRating == nil {
		setRating(&l, rating{text: r.ContentRating})
	}
	if l.AgeRating != nil {
		l.AgeRatingSource = sourceLookup
	}
	return l
}
