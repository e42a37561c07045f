package digest

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// anyDate stands for a date on which a policy was changed or began to be in force.
const anyDate = "2000-01-01"

// The bounds of what is read around a date.
const (
	nearWords   = 8   // on each side, for the words of a change
	aroundWords = 14  // on each side, for what names the policy
	maxDates    = 500 // in a text
)

// withOneDate writes all whole dates in sentences on when the policy changed as one.
func withOneDate(words []string) {
	f := lists()
	for i, seen := 0, 0; i < len(words) && seen < maxDates; i++ {
		n, rest := f.dateAt(words[i:])
		if n == 0 {
			continue
		}
		seen++
		if !ownDate(words[max(0, i-aroundWords):i], rest, words[i+n:min(len(words), i+n+aroundWords)]) {
			i += n - 1
			continue
		}
		words[i] = anyDate + rest
		for k := i + 1; k < i+n; k++ {
			words[k] = ""
		}
		i += n - 1
	}
}

// dateAt returns of how many words the date is that a text begins with, or 0, and what follows
// it in the last of them.
func (f *filter) dateAt(words []string) (n int, rest string) {
	if end := wholeDate(words[0]); end > 0 {
		return 1, words[0][end:]
	}
	hasDigit := func(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) }
	if !hasDigit(words[0]) && (len(words) < 3 || !hasDigit(words[1]) || !f.isMonth(words[0])) {
		return 0, ""
	}
	day, month := false, false
	for i, word := range words[:min(len(words), 6)] {
		name := bare(word)
		digits := strings.TrimRight(strings.TrimPrefix(name, "ב-"), "strndhºae"+dateUnits+"에부터")
		switch {
		case f.isMonth(word), strings.Contains(word, "월"):
			month = true
		case isYear(name) && day && month:
			return i + 1, word[strings.Index(word, name)+len(name):]
		case isYear(strings.TrimSuffix(name, "년")) && strings.HasSuffix(name, "년") && i == 0:
		case strings.Contains(word, "일") && i == 2 && month && strings.HasSuffix(words[0], "년"):
			return i + 1, word[strings.Index(word, "일")+len("일"):]
		case len(digits) > 0 && len(digits) <= 2 && !notDigits(digits):
			day = true
		case i > 0 && (name == "de" || name == "of" || name == "del"):
		default:
			return 0, ""
		}
	}
	return 0, ""
}

// isMonth reports whether a word is a month, with the preposition of Hebrew or not.
func (f *filter) isMonth(word string) bool {
	name := bare(word)
	return f.months[name] && (name != "may" || isMay(word)) || f.months[strings.TrimPrefix(name, "ב")]
}

func notDigits(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// wholeDate returns the end of the date of three numbers that a word begins with, or 0.
func wholeDate(word string) (end int) {
	numbers, digits, year := 0, 0, false
	for i, r := range word {
		switch {
		case '0' <= r && r <= '9':
			if digits++; digits > 4 {
				return 0
			}
			if numbers == 2 {
				end = i + 1
			}
		case digits > 0 && strings.ContainsRune("-./"+dateUnits, r):
			year = year || digits == 4
			if numbers++; numbers == 3 {
				if strings.ContainsRune("日일", r) {
					end = i + len("日")
				}
				return dateIf(end, year)
			}
			digits = 0
		default:
			return dateIf(end, year || digits == 4)
		}
	}
	return dateIf(end, year || digits == 4)
}

func dateIf(end int, year bool) int {
	if !year {
		return 0
	}
	return end
}

// ownDate reports whether a date between words is that on which the policy changed or began to
// be in force.
func ownDate(before []string, rest string, after []string) bool {
	before, after = slices.Clone(before), append([]string{rest}, after...)
	for i := len(before) - 1; i >= 0; i-- {
		if endsSentence(before[i]) {
			before = before[i+1:]
			break
		}
	}
	for i, word := range after {
		if endsSentence(word) && len([]rune(word)) > 2 {
			after = after[:i+1]
			break
		}
	}
	head := clause(strings.Join(before[max(0, len(before)-nearWords):], " "), true)
	tail := clause(strings.Join(after[:min(len(after), nearWords)], " "), false)
	near := func(list []string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return strings.Contains(head, s) || strings.Contains(tail, s) })
	}
	if near(inForce) {
		return true
	}
	sentence := strings.ToLower(strings.Join(before, " ") + " " + strings.Join(after, " "))
	return near(changes) && slices.ContainsFunc(policies, func(s string) bool { return strings.Contains(sentence, s) })
}

func endsSentence(word string) bool {
	last := strings.TrimRight(word, ")")
	return strings.HasSuffix(last, ".") && strings.Trim(last, ".0123456789") != "" || strings.HasSuffix(last, "。") || strings.HasSuffix(last, "!") || strings.HasSuffix(last, "?")
}

// clause returns the part of a text that is next to a date, in lower case: up to a comma, an
// "and", or another number.
func clause(text string, before bool) string {
	const marks = ",;，、；。0123456789"
	text = ands.Replace(strings.ToLower(" " + text + " "))
	if before {
		if at := strings.LastIndexAny(text, marks); at >= 0 {
			_, size := utf8.DecodeRuneInString(text[at:])
			return text[at+size:]
		}
		return text
	}
	if at := strings.IndexAny(text, marks); at >= 0 {
		return text[:at]
	}
	return text
}

// ands makes commas of the words for "and" and "or".
var ands = strings.NewReplacer(" and ", ",", " or ", ",", " und ", ",", " oder ", ",", " et ", ",", " ou ", ",", " y ", ",", " o ", ",", " e ", ",", " и ", ",", " ve ", ",", " i ", ",", " och ", ",")

// inForce are words next to the date on which a text was changed last or is in force from.
var inForce = []string{
	"last updat", "last revis", "last modif", "last amend", "last chang", "date of the last", "effective date", "into effect", "into force",
	"letzte aktualisierung", "letzten aktualisierung", "letzte änderung", "gültig ab", "gültig seit", "in kraft",
	"dernière mise à jour", "en vigueur", "última actualización", "en vigor", "ultimo aggiornamento", "in vigore", "última atualização", "em vigor",
	"laatste update", "laatst gewijzigd", "laatst bijgewerkt", "van kracht", "最終更新", "最后更新", "最近更新", "最後更新", "施行", "生效", "改定日", "시행", "마지막",
	"последнего обновления", "последнее обновление", "в силу", "son güncelleme", "yürürlü", "w życie", "obowiązuje",
}

// changes are words on a change, next to a date.
var changes = []string{
	"updat", "revis", "modif", "amend", "effective", "changed", "dated", "publish", "aktualis", "geändert", "stand", "gilt", "mise à jour", "actualiz", "aggiorn", "atualiz",
	"bijgewerkt", "gewijzigd", "更新", "改定", "改訂", "修订", "修訂", "制定", "업데이트", "개정", "обновлен", "обновлён", "изменен", "güncellen", "تحديث", "עודכנ", "ostatnio zmien", "aktualiz", "uppdater", "ændret", "oppdater",
}

// policies are words by which policies name themselves.
var policies = []string{
	"policy", "notice", "statement", "erklärung", "richtlinie", "hinweise", "politique", "déclaration", "charte", "política", "aviso", "informativa", "politica", "declaração", "verklaring", "beleid",
	"ポリシー", "方針", "规定", "政策", "声明", "聲明", "방침", "политик", "положени", "politika", "سياسة", "מדיניות", "polityk", "policyn",
}
