package fetch

import (
	"slices"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/internal/policy/digest"
)

// The limits of what may be excluded.
const (
	maxExclusions = 100
	maxExclusion  = 2000 // bytes
)

// exclusions are the parts of a page that a person marked as not part of the policy.
type exclusions struct {
	elements []string  // "#id" and ".class"
	words    []wording // of paragraphs and headings
	starts   []wording // of such words
}

// wording is an exclusion by words.
type wording struct {
	exclusion string // as a person wrote it
	words     string // with all numbers as 0
}

// exclusionsOf parses exclusions. It ignores empty ones, and those beyond the limits.
func exclusionsOf(list []string) (out exclusions) {
	for _, text := range list[:min(len(list), maxExclusions)] {
		text = strings.TrimSpace(text)
		if text == "" || len(text) > maxExclusion {
			continue
		}
		if NamesElements(text) {
			out.elements = append(out.elements, text)
			continue
		}
		start, cut := strings.CutSuffix(text, "…")
		switch words := maskedWords(start); {
		case words == "":
		case cut:
			out.starts = append(out.starts, wording{text, words})
		default:
			out.words = append(out.words, wording{text, words})
		}
	}
	return out
}

// NamesElements reports whether an exclusion is "#id" or ".class".
func NamesElements(exclusion string) bool {
	return len(exclusion) > 1 && (exclusion[0] == '#' || exclusion[0] == '.') && !strings.ContainsFunc(exclusion, unicode.IsSpace)
}

// Excludes reports whether an exclusion, as [Client.Fetch] takes it, leaves something out of a page
// with this text. "#id" and ".class" may: a text does not say which elements its page has.
func Excludes(exclusion, text string) bool {
	out := exclusionsOf([]string{exclusion})
	if len(out.elements) > 0 {
		return true
	}
	doc := Document{Text: text, LeftOut: out.none()}
	out.apply(&doc)
	return doc.Text != text
}

// maskedWords returns the words of a text with each number as 0.
func maskedWords(text string) string {
	var b strings.Builder
	number := false
	for _, r := range digest.Normal(text) {
		switch {
		case unicode.IsDigit(r):
			if !number {
				b.WriteByte('0')
			}
			number = true
		case number && (r == '.' || r == ','):
		default:
			number = false
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isEmpty reports whether nothing is excluded.
func (out exclusions) isEmpty() bool {
	return len(out.elements) == 0 && len(out.words) == 0 && len(out.starts) == 0
}

// apply moves excluded paragraphs and sections of a document from its text to what is
// beside it.
func (out exclusions) apply(doc *Document) {
	if len(out.words) == 0 && len(out.starts) == 0 {
		return
	}
	var within, beside []string
	below := 0 // the level of the heading of the excluded section; 0: none
	for part := range strings.SplitSeq(doc.Text, "\n\n") {
		level := headingLevel(part)
		if level > 0 && level <= below {
			below = 0
		}
		by, excluded := "", below > 0
		if !excluded {
			if by, excluded = out.has(part); excluded {
				doc.LeftOut[by]++
			}
		}
		if excluded && level > 0 && below == 0 {
			below = level
		}
		if excluded {
			beside = append(beside, part)
		} else {
			within = append(within, part)
		}
	}
	if len(beside) > 0 {
		doc.Text = strings.Join(within, "\n\n")
		doc.Aside = strings.TrimSpace(strings.Join(beside, "\n\n") + "\n\n" + doc.Aside)
	}
}

// has returns what excludes a paragraph, and whether anything does.
func (out exclusions) has(part string) (exclusion string, excluded bool) {
	words := maskedWords(part)
	for _, w := range out.words {
		if words == w.words {
			return w.exclusion, true
		}
	}
	for _, w := range out.starts {
		if strings.HasPrefix(words, w.words) {
			return w.exclusion, true
		}
	}
	return "", false
}

// none returns [Document.LeftOut] of a document from which nothing is left out yet.
func (out exclusions) none() map[string]int {
	if out.isEmpty() {
		return nil
	}
	counts := make(map[string]int)
	for _, e := range out.elements {
		counts[e] = 0
	}
	for _, w := range slices.Concat(out.words, out.starts) {
		counts[w.exclusion] = 0
	}
	return counts
}

// headingLevel returns the level of a heading, or 0 for any other paragraph.
func headingLevel(part string) int {
	rest := strings.TrimLeft(part, "#")
	level := len(part) - len(rest)
	if level > 6 || !strings.HasPrefix(rest, " ") {
		return 0
	}
	return level
}
