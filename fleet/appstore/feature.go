package appstore

import (
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// rawFeature is an accessibility feature in the page's own words. The page has
// no identifier for it, but a symbol that is the same in all languages.
type rawFeature struct{ title, description, symbol string }

const symbolScheme = "systemimage://"

// featureWords are the features that there are, by symbol.
func featureWords() map[string]string {
	return map[string]string{
		"voiceover":                         "VoiceOver",
		"voice.control":                     "Voice Control",
		"textformat.size":                   "Larger Text",
		"appearance.darkmode":               "Dark Interface",
		"xmark.triangle.circle.square.fill": "Differentiate Without Color Alone",
		"circle.lefthalf.filled.inverse":    "Sufficient Contrast",
		"circle.dotted.and.circle":          "Reduced Motion",
		"captions.bubble":                   "Captions",
		"ear":                               "Audio Descriptions",
	}
}

// newFeatures names each feature once. The first mention gives its texts, and a
// later one what that left out. The result is nil when one of them cannot be told,
// or there are more than can be: some of them would look like a change.
func newFeatures(raws []rawFeature, english bool) *[]storage.Feature {
	if len(raws) > 2*maxParts { // each may be named on two shelves
		return nil
	}
	known := featureWords()
	features := []storage.Feature{}
	for _, raw := range raws {
		f := newFeature(raw, known, english)
		if f.Identifier == "" {
			return nil
		}
		i := slices.IndexFunc(features, func(g storage.Feature) bool { return g.Identifier == f.Identifier })
		if i < 0 {
			f.Position = len(features)
			features = append(features, f)
			continue
		}
		if g := &features[i]; g.Description == "" {
			g.Description = f.Description
		}
	}
	if len(features) > maxParts {
		return nil
	}
	return &features
}

func newFeature(raw rawFeature, known map[string]string, english bool) storage.Feature {
	f := storage.Feature{Title: term(raw.title, maxTitle), IconTemplate: storage.Text(line(raw.symbol, maxTitle))}
	if english {
		f.Description = storage.Text(line(raw.description, maxDetail))
	}
	symbol := strings.TrimPrefix(string(f.IconTemplate), symbolScheme)
	title, ok := known[symbol]
	switch {
	case ok:
		f.Identifier = slug(title)
		if !english || f.Title == "" {
			f.Title = title
		}
	case english && slug(f.Title) != "":
		f.Identifier = slug(f.Title)
	default:
		f.Identifier = slug(symbol)
		if f.Identifier == "" {
			f.Identifier = slug(f.Title)
		}
	}
	if f.Title == "" {
		f.Title = f.Identifier
	}
	return f
}
