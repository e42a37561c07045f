package appstore

import "github.com/privacylabels/auditor/storage"

// detailed reports whether each mention of a category has data types, as on all
// details that the App Store ever published.
func detailed(raws []rawType) bool {
	_, without := mentions(raws)
	return without == 0
}

// evenlyDetailed reports whether detail is there for all of a label or for none of
// it: one category without data types among others that have them, or one type without
// purposes, has lost them. Tracking has no purposes.
func evenlyDetailed(raws []rawType) bool {
	if with, without := mentions(raws); with > 0 && without > 0 {
		return false
	}
	with, without := 0, 0
	for _, t := range raws {
		switch w, _ := typeLexicon.resolve(t.identifier, t.title, true); {
		case w.id == storage.DataUsedToTrackYou:
		case len(t.purposes) > 0:
			with++
		default:
			without++
		}
	}
	return with == 0 || without == 0
}

// mentions counts the mentions of categories with data types and of those without.
func mentions(raws []rawType) (with, without int) {
	count := func(all []rawCategory) {
		for _, c := range all {
			if len(c.dataTypes) > 0 {
				with++
			} else {
				without++
			}
		}
	}
	for _, t := range raws {
		count(t.categories)
		for _, p := range t.purposes {
			count(p.categories)
		}
	}
	return with, without
}
