package pagetext

import (
	"bytes"
	"slices"
	"strings"
)

// A program writes into a page when it made it, for whom, and how long that took. Such lines
// are told by their values, in any language: they are not written into a text by hand.

// stamped reports whether the words of a line have a value that a program writes: a time of day
// with seconds or beside a date, an address of the network, an identifier, a time in
// milliseconds.
func stamped(words []string) bool {
	date, clock := false, false
	for i, word := range words {
		word = strings.Trim(word, "()[],;.#\"'")
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if isNetworkAddress(word) || isIdentifier(word) || isDuration(word, next) || strings.Count(word, ":") == 2 && isClock(word) {
			return true
		}
		day, hour, both := strings.Cut(word, "T") // as in ISO 8601
		if both && isDate(day) && isClock(hour[:min(len(hour), len("10:30"))]) {
			return true
		}
		date, clock = date || isDate(word) || isYear(word), clock || isClock(word)
	}
	return date && clock
}

// isClock reports whether a word is a time of day.
func isClock(word string) bool {
	if !strings.Contains(word, ":") {
		return false
	}
	parts := strings.Split(strings.TrimRight(word, "Z"), ":")
	return (len(parts) == 2 || len(parts) == 3) && !slices.ContainsFunc(parts, func(part string) bool { return notDigits(part) || len(part) > 2 })
}

// isDate reports whether a word is a date of three numbers, unlike the number "800-555-0100".
func isDate(word string) bool {
	if strings.Count(word, "-")+strings.Count(word, ".")+strings.Count(word, "/") < 2 {
		return false
	}
	parts := strings.FieldsFunc(word, func(r rune) bool { return r == '-' || r == '.' || r == '/' })
	if len(parts) != 3 || slices.ContainsFunc(parts, notDigits) {
		return false
	}
	first, month, last := len(parts[0]), len(parts[1]), len(parts[2])
	isYear := func(digits int) bool { return digits == 2 || digits == 4 }
	return month <= 2 && (first <= 2 && isYear(last) || isYear(first) && last <= 2)
}

// isNetworkAddress reports whether a word is an address of the Internet, as in "203.0.113.4", and
// no number to call, whose groups have two digits.
func isNetworkAddress(word string) bool {
	if strings.Count(word, ".") != 3 {
		return false
	}
	parts := strings.Split(word, ".")
	return !slices.ContainsFunc(parts, func(part string) bool { return notDigits(part) || len(part) > 3 }) &&
		slices.ContainsFunc(parts, func(part string) bool { return len(part) != 2 })
}

// isKey reports whether a long word has letters and digits in a random order, as in
// "k3J9sdPq0a8Zb1XyT7mQ==".
func isKey(word string) bool {
	const least, turns = 16, 4 // bytes; from a letter to a digit or back
	if word = strings.TrimRight(word, "="); len(word) < least {
		return false
	}
	turned, digit := 0, false
	for i, c := range []byte(word) {
		is := '0' <= c && c <= '9'
		if !is && !letter(c) && c != '-' && c != '_' {
			return false
		}
		if i > 0 && is != digit {
			turned++
		}
		digit = is
	}
	return turned >= turns
}

// isIdentifier reports whether a word is a key, or a number that programs write in hexadecimal digits, as
// in "7f03ab12", and no number of a register, which has its letters at one end.
func isIdentifier(word string) bool {
	if isKey(word) {
		return true
	}
	const least, turns = 6, 2 // bytes; from a letter to a digit or back
	if len(word) < least {
		return false
	}
	turned, letter := 0, false
	for i, c := range []byte(word) {
		switch {
		case c == '-':
			continue
		case '0' <= c && c <= '9', 'a' <= c && c <= 'f':
		default:
			return false
		}
		if is := c >= 'a'; i == 0 || is != letter {
			letter = is
			if i > 0 {
				turned++
			}
		}
	}
	return turned >= turns
}

// durations are the words for seconds, of which programs write fractions.
var durations = strings.Fields("s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi seconden")

// isDuration reports whether a word, with the next one, is a number of milliseconds or a
// fraction of a second.
func isDuration(word, next string) bool {
	if word == "" || word[0] < '0' || word[0] > '9' {
		return false
	}
	number := strings.TrimRight(word, "msµ")
	unit := word[len(number):]
	if unit == "" {
		unit = strings.ToLower(strings.Trim(next, ".,;)"))
	}
	if len(unit) == 0 || unit[0] != 'm' && unit[0] != 's' && unit != "µs" || number == "" || notDigits(grouping.Replace(number)) {
		return false
	}
	return unit == "ms" || unit == "µs" || strings.ContainsAny(number, ".,") && slices.Contains(durations, unit)
}

// clockUnits are the units of a clock that counts down, by their first letters.
var clockUnits = map[string]byte{
	"d": 'd', "day": 'd', "days": 'd', "tage": 'd', "jours": 'd', "días": 'd', "giorni": 'd', "dias": 'd', "h": 'h', "hr": 'h', "hrs": 'h', "hour": 'h', "hours": 'h', "std": 'h', "stunden": 'h', "heures": 'h', "horas": 'h', "ore": 'h',
	"m": 'm', "min": 'm', "mins": 'm', "minutes": 'm', "minuten": 'm', "minutos": 'm', "minuti": 'm', "s": 's', "sec": 's', "secs": 's', "seconds": 's', "sek": 's', "sekunden": 's', "secondes": 's', "segundos": 's', "secondi": 's',
}

// countsDown reports whether a line ends with the time of a clock that counts down: days, hours,
// minutes and seconds, of which three are there.
func countsDown(words []string) bool {
	const most, least = 16, 3
	if len(words) > most {
		return false
	}
	seen := make(map[byte]bool)
	for i, word := range words {
		unit := strings.TrimLeft(strings.Trim(word, ",.:"), "0123456789")
		if unit == word {
			continue
		}
		if unit == "" && i+1 < len(words) {
			unit = strings.Trim(words[i+1], ",.:")
		}
		if is, ok := clockUnits[unit]; ok {
			seen[is] = true
		}
	}
	return len(seen) >= least && seen['s']
}

// visitors are who looks at a page.
var visitors = strings.Fields("people person others visitors viewers users readers shoppers customers leute personen besucher nutzer leser kunden personnes visiteurs clients personas visitantes usuarios lectores persone visitatori utenti lettori pessoas usuários leitores")

// watching are words for what they do, or when.
var watching = strings.Fields("viewing viewed looking reading watching online browsing now sehen ansehen angesehen gerade regardent ligne viendo mirando línea ahora guardando visto adesso vendo agora")

// watched reports whether a line says how many people look at the page: it begins with their number.
func watched(words []string) bool {
	const most = 14
	if len(words) < 3 || len(words) > most || notDigits(strings.Trim(grouping.Replace(words[0]), "k+")) {
		return false
	}
	has := func(list, of []string) bool {
		return slices.ContainsFunc(of, func(word string) bool { return slices.Contains(list, strings.Trim(word, ".,!")) })
	}
	return has(visitors, words[1:min(len(words), 4)]) && has(watching, words[2:])
}

// touches are what a site did with a page, as the first word of a line.
var touches = strings.Fields("updated edited modified posted published revised aktualisiert bearbeitet veröffentlicht modifié publié " +
	"actualizado editado publicado aggiornato modificato pubblicato atualizado bijgewerkt")

// lately are words for when that was, without a date.
var lately = strings.Fields("ago yesterday today now gestern heute hier aujourd'hui ayer hoy ieri oggi ontem hoje gisteren vandaag")

// touched reports whether a short line says how long ago a site changed the page, with or without a number.
func touched(text []byte) bool {
	const most, long = 8, 80 // words; bytes
	if len(text) > long {
		return false
	}
	line := text
	if first, rest, _ := bytes.Cut(line, []byte(" ")); bytes.EqualFold(first, []byte("last")) {
		line = rest
	}
	first, rest, _ := bytes.Cut(line, []byte(" "))
	if bytes.HasSuffix(line, []byte(".")) || !slices.ContainsFunc(touches, func(word string) bool { return bytes.EqualFold(first, []byte(word)) }) {
		return false
	}
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(string(rest), "’", "'")))
	return len(words) < most && slices.ContainsFunc(words, func(word string) bool { return slices.Contains(lately, word) })
}

// elapsedWords are words with which a line says how long ago something was, in other languages.
var elapsedWords = strings.Fields("vor il hace fa há geleden")

// elapsed reports whether a short line says how long ago something was.
func elapsed(words []string) bool {
	const most = 8
	if len(words) > most || !slices.ContainsFunc(words, func(word string) bool { return !notDigits(word) }) {
		return false
	}
	if words[len(words)-1] != "ago" && !slices.ContainsFunc(words, func(word string) bool { return slices.Contains(elapsedWords, word) }) {
		return false
	}
	line := " " + strings.Join(words, " ") + " "
	return strings.HasSuffix(line, " ago ") || slices.ContainsFunc([]string{" vor ", " il y a ", " hace ", " fa ", " há ", " geleden "}, func(word string) bool {
		at := strings.Index(line, word)
		return at >= 0 && (word != " fa " && word != " geleden " || at+len(word) == len(line))
	})
}

// currencies are the signs and codes of money, and beside are the words beside it in a price.
var (
	currencies = strings.Fields("€ $ £ ¥ ₩ ₹ ₽ zł kč kr ft lei 円 元 원 eur usd gbp chf sek nok dkk pln czk jpy krw cad aud")
	beside     = set("from ab dès desde da a partir de now jetzt was statt inkl incl mwst ttc tva iva / - –")
)

func set(words string) map[string]bool {
	is := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		is[word] = true
	}
	return is
}

// priced reports whether a line is nothing but a price or two.
func priced(words []string) bool {
	const most = 8
	if len(words) > most {
		return false
	}
	money, number := false, false
	for _, word := range words {
		word = strings.Trim(word, "*()（）.,")
		for _, currency := range currencies {
			if rest := strings.TrimSuffix(strings.TrimPrefix(word, currency), currency); rest != word {
				money, word = true, strings.Trim(rest, "-–.,")
				break
			}
		}
		switch {
		case word == "", beside[word]:
		case notDigits(grouping.Replace(word)):
			return false
		default:
			number = true
		}
	}
	return money && number
}

// reserved are the words for rights of which an owner keeps all.
var reserved = []string{"rights reserved", "rechte vorbehalten", "droits réservés", "derechos reservados", "diritti riservati", "direitos reservados", "rechten voorbehouden"}

// ownedSince reports whether a line is a copyright without the word: years in a row and a name,
// or a year and that all rights are reserved.
func ownedSince(line string, words []string) bool {
	const most = 10
	year := func(word string) bool { return isYear(strings.Trim(word, ",.|")) }
	if len(words) > most {
		return false
	}
	if slices.ContainsFunc(reserved, func(s string) bool { return strings.Contains(line, s) }) && slices.ContainsFunc(words, year) {
		return true
	}
	if !isYear(words[0][:min(len(words[0]), len("2024"))]) {
		return false
	}
	first, last, both := strings.Cut(strings.ReplaceAll(words[0], "–", "-"), "-")
	return both && isYear(first) && isYear(last)
}
