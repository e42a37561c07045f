package appstore

import (
	"regexp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/digits"
)

// versionNumber returns a version without the word for it, which is before or behind the
// number, with or without a space, depending on the language. It is empty if there is only the
// word.
func versionNumber(s string) string {
	s = strings.Map(digits.Western, term(s, maxTitle))
	from, to := strings.IndexAny(s, western), strings.LastIndexAny(s, western)+1
	if from < 0 {
		return cut(withoutVersion(s), maxShort)
	}
	if from > 0 && isLatin(s[from-1]) && (from == 1 || s[from-2] == ' ') { // as in v3
		from--
	}
	if number := s[from:to]; strings.Count(number, "(") > strings.Count(number, ")") && strings.HasPrefix(s[to:], ")") {
		to++
	}
	number := s[from:to]
	if after := preRelease.FindStringSubmatch(s[to:]); after != nil {
		number += after[1]
	}
	return cut(number, maxShort)
}

// preRelease matches what is part of the number before it, as in "1.0b" and "1.2-beta".
var preRelease = regexp.MustCompile(`^((?i:-?(?:alpha|beta|rc)|[a-z]))(?:\PL|$)`)

func isLatin(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// withoutVersion returns a text that is without a number also without the word for a version,
// in the languages of the App Store.
func withoutVersion(s string) string {
	for _, word := range versionWords() {
		rest, ok := strings.CutPrefix(strings.ToLower(s), word)
		if ok && (rest == "" || strings.HasPrefix(rest, " ")) {
			return strings.TrimSpace(s[len(s)-len(rest):])
		}
	}
	if slices.Contains(versionWords(), strings.TrimRight(strings.ToLower(s), ".: ")) {
		return ""
	}
	return s
}

func versionWords() []string {
	return []string{
		"version", "versión", "versão", "versione", "versie", "versi", "versio", "versjon", "versió", "versiune", "verze", "verzia",
		"verzió", "verzija", "inačica", "wersja", "sürüm", "phiên bản", "έκδοση", "версия", "версія", "גרסה", "גירסה", "الإصدار",
		"संस्करण", "เวอร์ชัน", "เวอร์ชั่น", "버전", "バージョン", "版本",
	}
}
