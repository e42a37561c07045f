package pagetext

import (
	"bytes"
	"slices"
	"strings"
)

// addressed reports whether a node has an address or a number to call.
func (b *builder) addressed(at int32) bool {
	for c := range b.below(at) {
		if n := &b.nodes[c]; n.form == words && addressed(b.text[n.from:n.to]) {
			return true
		}
	}
	return false
}

func addressed(text []byte) bool {
	return mailed(text) || digitsToCall(text) > 5
}

// mailed reports whether a text has an address of mail, which has something on each side of its "@",
// unlike the name of an account.
func mailed(text []byte) bool {
	for at := bytes.IndexByte(text, '@'); at >= 0; {
		if at > 0 && at+1 < len(text) && !white(text[at-1]) && !white(text[at+1]) && text[at-1] != '(' {
			return true
		}
		next := bytes.IndexByte(text[at+1:], '@')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return false
}

// digitsToCall counts the digits of a text that may be of a number to call or of a postal
// address: not those of years, dates, times, amounts and what programs write, nor numbers of two
// digits that each stand alone.
func digitsToCall(text []byte) (count int) {
	const least = 3 // digits of words next to each other
	if !bytes.ContainsAny(text, "0123456789") {
		return 0
	}
	run, longest := 0, 0
	for word := range bytes.FieldsSeq(text) {
		if !bytes.ContainsAny(word, "0123456789") {
			run = 0
			continue
		}
		word := strings.Trim(string(word), ".,;:!?()[]")
		if isClock(word) || isSpan(word) || isDate(word) || isNetworkAddress(word) || isIdentifier(word) || isAmount(word) {
			continue
		}
		for len(word) > 0 {
			digits := len(word) - len(strings.TrimLeft(word, "0123456789"))
			if digits == 0 {
				word = word[1:]
				continue
			}
			if !isYear(word[:digits]) {
				count += digits
				run += digits
				longest = max(longest, run)
			}
			word = word[digits:]
		}
	}
	if longest < least {
		return 0
	}
	return count
}

// isAmount reports whether a word is a sum of money, a fraction, or two short groups of digits with
// a point or a comma between, or more of them with commas.
func isAmount(word string) bool {
	const most = 3 // digits of a group
	number := strings.Trim(word, "%+-$€£¥₹₽₩")
	if money := len(number) < len(strings.Trim(word, "%+-")); money || strings.HasPrefix(number, "0.") {
		return !notDigits(grouping.Replace(strings.TrimRight(number, "KMkm")))
	}
	mark := ","
	if strings.Count(number, ".") == 1 && !strings.Contains(number, ",") {
		mark = "."
	}
	groups := strings.Split(number, mark)
	return len(groups) > 1 && !slices.ContainsFunc(groups, func(group string) bool { return len(group) > most || notDigits(strings.ReplaceAll(group, "/", "")) })
}

// isSpan reports whether a word is two times of day with a dash between.
func isSpan(word string) bool {
	from, to, both := strings.Cut(strings.ReplaceAll(word, "–", "-"), "-")
	return both && isClock(from) && isClock(to)
}
