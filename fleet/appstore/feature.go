package appstore

import (
	"cmp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// rawFeature is an accessibility feature as the page names it. The page has
// no identifier for it, but a symbol that is the same in all languages.
type rawFeature struct{ title, description, symbol string }

const symbolScheme = "systemimage://"

// knownSymbols are the identifiers of the known features, by symbol.
func knownSymbols() map[string]string {
	return map[string]string{
		"voiceover":                         "voiceover",
		"voice.control":                     "voice_control",
		"textformat.size":                   "larger_text",
		"appearance.darkmode":               "dark_interface",
		"xmark.triangle.circle.square.fill": "differentiate_without_color_alone",
		"circle.lefthalf.filled.inverse":    "sufficient_contrast",
		"circle.dotted.and.circle":          "reduced_motion",
		"captions.bubble":                   "captions",
		"ear":                               "audio_descriptions",
	}
}

// deviceNames are the families of devices, whose names are the same in all languages.
func deviceNames() []word {
	return []word{
		{"iphone", "iPhone"}, {"ipad", "iPad"}, {"mac", "Mac"}, {"tv", "Apple TV"}, {"watch", "Apple Watch"}, {"vision", "Apple Vision"},
	}
}

// deviceFamilies returns the families that a text names or, if it names none, the
// platform that the page is for. It returns an empty list if neither is known.
func deviceFamilies(text, platform string) []string {
	devices := []string{}
	for _, w := range deviceNames() {
		if mentions := strings.Split(text, w.title); slices.ContainsFunc(mentions[1:], startsNoWord) {
			devices = append(devices, w.id)
		}
	}
	if len(devices) == 0 && slices.ContainsFunc(deviceNames(), func(w word) bool { return w.id == platform }) {
		devices = append(devices, platform)
	}
	return devices
}

// startsNoWord reports whether a text does not go on the word before it, as in "macOS".
func startsNoWord(rest string) bool {
	return rest == "" || !('a' <= rest[0]|0x20 && rest[0]|0x20 <= 'z')
}

// newFeatures returns each feature once, with the texts of its first mention, completed
// by later ones. It returns nil if one is not understood or there are too many, since a
// part of the list would be taken for a change.
func newFeatures(raws []rawFeature, english bool) *[]storage.Feature {
	if len(raws) > 2*maxParts { // each may be named on two shelves
		return nil
	}
	n := newNaming(raws, english)
	features := []storage.Feature{}
	for _, raw := range raws {
		f := n.feature(raw)
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

// naming gives the features of a page their identifiers, which are the same in all
// languages.
type naming struct {
	english bool
	known   map[string]string // identifiers, by symbol
	title   map[string]string // on this page, by symbol; empty: the symbol stands for several
	symbol  map[string]string // on this page, by title
}

func newNaming(raws []rawFeature, english bool) naming {
	n := naming{english, knownSymbols(), make(map[string]string), make(map[string]string)}
	for _, raw := range raws {
		title, symbol := fold(raw.title), symbolOf(raw)
		if title == "" || symbol == "" {
			continue
		}
		if other, seen := n.title[symbol]; seen && other != title {
			title = ""
		} else {
			n.symbol[title] = symbol
		}
		n.title[symbol] = title
	}
	return n
}

// symbolOf returns the symbol of a feature, empty if it has none.
func symbolOf(raw rawFeature) string {
	return strings.TrimPrefix(line(raw.symbol, maxTitle), symbolScheme)
}

// feature returns a feature. Its identifier is that of its symbol, if this is a known one that
// stands for one feature, else of its title, if this is a known one, else the symbol, else the title
// in English. It has none if the page names it in another language only: a translation would be
// taken for another feature.
func (n naming) feature(raw rawFeature) storage.Feature {
	f := storage.Feature{Title: term(raw.title, maxTitle), IconTemplate: storage.Text(line(raw.symbol, maxTitle))}
	if n.english {
		f.Description = storage.Text(line(raw.description, maxDetail))
	}
	symbol := symbolOf(raw)
	if symbol == "" {
		symbol = n.symbol[fold(raw.title)]
	}
	identifier, known := n.known[symbol]
	several := n.title[symbol] == "" && f.Title != ""
	byTitle := slug(f.Title)
	_, knownTitle := vocabulary.Feature.Known(byTitle)
	switch {
	case known && !several:
		f.Identifier = identifier
	case knownTitle:
		f.Identifier = byTitle
	case symbol != "" && !several:
		f.Identifier = slug(symbol)
	case n.english:
		f.Identifier = byTitle
	}
	f.Title = vocabulary.Feature.Name(f.Identifier, cmp.Or(f.Title, f.Identifier))
	return f
}
