package jsonfiles

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// extractor names this reader in each snapshot.
const extractor = "jsonfiles/1"

// document is a file as it is written. Nil is what the file does not say.
type document struct {
	Name             *string              `json:"name"`
	Developer        *string              `json:"developer"`
	BundleID         *string              `json:"bundleId"`
	IconURL          *string              `json:"iconUrl"`
	Version          *string              `json:"version"`
	AgeRating        *string              `json:"ageRating"`
	PrivacyPolicyURL *string              `json:"privacyPolicyUrl"`
	Collects         *map[string][]string `json:"collects"` // categories by type
	Features         *[]string            `json:"features"`
}

// parse reads a file. It is strict, so that a misspelt member is found.
func parse(raw []byte) (fleet.Listing, error) {
	if !utf8.Valid(raw) {
		return fleet.Listing{}, errors.New("the file is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	var doc document
	if err := d.Decode(&doc); err != nil {
		return fleet.Listing{}, fmt.Errorf("decode app: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fleet.Listing{}, errors.New("unexpected data after the app")
	}
	if doc.Name == nil || *doc.Name == "" {
		return fleet.Listing{}, errors.New("the app has no name")
	}
	if doc.Collects != nil {
		if _, ok := (*doc.Collects)[""]; ok {
			return fleet.Listing{}, errors.New("what is collected has a type without a name")
		}
	}
	for _, text := range doc.texts() {
		if strings.IndexByte(text, 0) >= 0 {
			return fleet.Listing{}, fmt.Errorf("%.40q has a NUL in it", text)
		}
	}
	return fleet.Listing{
		Name: doc.Name, Developer: doc.Developer, BundleID: doc.BundleID, IconURL: doc.IconURL,
		Version: doc.Version, AgeRating: doc.AgeRating, AgeRatingSource: extractor,
		PrivacyPolicyURL: doc.PrivacyPolicyURL, Label: doc.label(), Features: doc.features(),
		Extractor: extractor,
	}, nil
}

// texts returns every text of the file.
func (d document) texts() []string {
	var all []string
	for _, t := range []*string{d.Name, d.Developer, d.BundleID, d.IconURL, d.Version, d.AgeRating, d.PrivacyPolicyURL} {
		if t != nil {
			all = append(all, *t)
		}
	}
	if d.Collects != nil {
		for identifier, categories := range *d.Collects {
			all = append(append(all, identifier), categories...)
		}
	}
	if d.Features != nil {
		all = append(all, *d.Features...)
	}
	return all
}

// label returns what the file says is collected, nil when it does not say.
func (d document) label() *storage.Label {
	if d.Collects == nil {
		return nil
	}
	var label storage.Label
	for _, identifier := range slices.Sorted(maps.Keys(*d.Collects)) {
		t := storage.PrivacyType{Identifier: identifier, Title: title(identifier)}
		for _, c := range once((*d.Collects)[identifier]) {
			t.Categories = append(t.Categories, storage.LabelCategory{Identifier: c, Title: title(c)})
		}
		label.Types = append(label.Types, t)
	}
	if !label.Known() {
		label.Types = []storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: title(storage.DataNotCollected)}}
	}
	return &label
}

// features returns what the file says is there, nil when it does not say.
func (d document) features() *[]storage.Feature {
	if d.Features == nil {
		return nil
	}
	features := []storage.Feature{}
	for i, identifier := range once(*d.Features) {
		features = append(features, storage.Feature{Identifier: identifier, Title: title(identifier), Position: i})
	}
	return &features
}

// once returns the texts that are not empty, each once, sorted.
func once(texts []string) []string {
	texts = slices.DeleteFunc(slices.Sorted(slices.Values(texts)), func(t string) bool { return t == "" })
	return slices.Compact(texts)
}

// title writes an identifier, such as CONTACT_INFO, in words.
func title(identifier string) string {
	words := strings.Fields(strings.ReplaceAll(strings.ToLower(identifier), "_", " "))
	for i, w := range words {
		_, size := utf8.DecodeRuneInString(w)
		words[i] = strings.ToUpper(w[:size]) + w[size:]
	}
	return strings.Join(words, " ")
}
