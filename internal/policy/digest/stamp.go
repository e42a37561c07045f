package digest

import (
	"slices"
	"strings"
)

// A program writes a time of day with seconds after the date on which a page was made, or on which a
// visitor agreed to something. No text has one.

// betweenStamp are words between a date and the time of day, and afterClock those after that.
var (
	betweenStamp = set(strings.Fields("at um à a las alle om"))
	afterClock   = set(strings.Fields("am pm uhr utc gmt est edt cst cdt mst mdt pst pdt bst cet cest eet eest msk ist jst kst mez mesz wib"))
)

// longestDate is how many words a date before a time of day has at most, with what is between them.
const longestDate = 8

// withoutStamps drops dates with a time of day that has seconds. It returns its own result unchanged:
// a word that would make such a date with those kept before it is dropped with them.
func withoutStamps(words []string) []string {
	f := lists()
	kept := words[:0]
	stamped := false // the word before was dropped as that of a stamp
	for _, word := range words {
		name := bare(word)
		if stamped && (isZone(name) || hasSeconds(name)) {
			continue
		}
		stamped = false
		if hasSeconds(name) {
			if n := f.dateBefore(kept); n > 0 {
				kept, stamped = kept[:len(kept)-n], true
				continue
			}
		}
		kept = append(kept, word)
	}
	return kept
}

// dateBefore returns of how many words the whole date is with which words end, perhaps before a word
// such as "at", or 0.
func (f *filter) dateBefore(words []string) int {
	end := len(words)
	for between := 0; between < 2 && end > 0 && betweenStamp[bare(words[end-1])]; between++ {
		end--
	}
	for n := 1; n <= min(longestDate, end); n++ {
		if got, rest := f.dateAt(words[end-n : end]); got == n && !slices.ContainsFunc([]rune(rest), meaningful) {
			return n + len(words) - end
		}
	}
	return 0
}

// hasSeconds reports whether a word is a time of day with seconds, as in "10:11:12".
func hasSeconds(word string) bool {
	parts := strings.Split(word, ":")
	return len(parts) == 3 && !slices.ContainsFunc(parts, func(part string) bool {
		return part == "" || len(part) > 2 || notDigits(part)
	})
}

// isZone reports whether a word is half of a day or a time zone, as in "GMT+1".
func isZone(word string) bool {
	name, offset, _ := strings.Cut(strings.ReplaceAll(word, "-", "+"), "+")
	return afterClock[name] && !notDigits(strings.ReplaceAll(offset, ":", ""))
}
