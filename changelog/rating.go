package changelog

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// DiffAgeRating returns one entry if the age rating changed, otherwise none. The ratings are
// texts of the App Store, such as "4+" or, in Brazil, "A12", and must be from the same kind
// of response. They differ if their ages differ or, if one has no age, if the texts differ.
// An empty rating is unknown and never a change.
//
// The entry is StoreWide if the change follows from the App Store's new scale of 2025, which
// replaced the ages 4, 9, 12 and 17 by 4, 9, 13, 16 and 18: from 12 to 13, or from 17 to 16
// or 18, and back. It is also StoreWide if only the form of the age changed, such as from
// "12+" to "A12".
func DiffAgeRating(older, newer string) []storage.Entry {
	older, newer = strings.TrimSpace(older), strings.TrimSpace(newer)
	if older == "" || newer == "" || older == newer {
		return nil
	}
	was, is := minimumAge(older), minimumAge(newer)
	if was != 0 && was == is {
		return nil
	}
	was, is = cmp.Or(was, onlyAge(older)), cmp.Or(is, onlyAge(newer))
	return []storage.Entry{{
		Type:        storage.EntryModified,
		Description: fmt.Sprintf("Age rating changed from %s to %s", older, newer),
		Category:    storage.CategoryAgeRating,
		Subject:     storage.Subject{From: older, To: newer},
		StoreWide:   was != 0 && was == is || rescaled(was, is) || rescaled(is, was),
	}}
}

// rescaled reports whether one age replaced the other when the scale changed.
func rescaled(was, is int) bool {
	switch was {
	case 12:
		return is == 13
	case 17:
		return is == 16 || is == 18
	}
	return false
}

// minimumAge returns the age of a rating, 1 to 99: the first number with a plus after it,
// else the first with a plus before it, else 0.
func minimumAge(rating string) int {
	const digits = "0123456789"
	parts := strings.Split(rating, "+")
	for _, before := range parts[:len(parts)-1] {
		if age := before[len(strings.TrimRight(before, digits)):]; age != "" {
			return validAge(age)
		}
	}
	after := slices.IndexFunc(parts[1:], func(s string) bool { return strings.TrimLeft(s, digits) != s })
	if after < 0 {
		return 0
	}
	part := parts[1:][after]
	return validAge(part[:len(part)-len(strings.TrimLeft(part, digits))])
}

// onlyAge returns the age in a rating with one number, such as "A12", else 0.
func onlyAge(rating string) int {
	numbers := strings.FieldsFunc(rating, func(r rune) bool { return r < '0' || r > '9' })
	if len(numbers) != 1 {
		return 0
	}
	return validAge(numbers[0])
}

func validAge(digits string) int {
	if age, err := strconv.Atoi(digits); err == nil && age <= 99 {
		return age
	}
	return 0
}
