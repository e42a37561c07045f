package clientgen

import (
	"strings"
	"unicode"
)

// capitalized returns a word as Go writes it: initialisms in capitals.
func capitalized(word string) string {
	switch word {
	case "Id", "Url", "Api", "Ai", "Ip", "Db", "Iap", "Cpu", "Csv", "Json", "Os", "Rss", "Wal", "Shm", "Mac":
		return strings.ToUpper(word)
	case "Ids", "Urls":
		return strings.ToUpper(word[:len(word)-1]) + "s"
	}
	return word
}

// goName returns the exported name of a member.
func goName(name string) string {
	var out strings.Builder
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' }) {
		for _, word := range words(strings.ToUpper(part[:1]) + part[1:]) {
			out.WriteString(capitalized(word))
		}
	}
	return out.String()
}

// words splits a name before each capital.
func words(name string) []string {
	var all []string
	begin := 0
	for i, r := range name {
		if i > begin && unicode.IsUpper(r) {
			all, begin = append(all, name[begin:i]), i
		}
	}
	return append(all, name[begin:])
}
