package changelog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// DiffAgeRating returns one entry when the age rating changed, else none. The
// ratings are the store's texts, such as "4+" or, in Brazil, "+4", both from the
// same of its answers. They differ when the ages they name do or, where one
// names none, the texts. An empty rating is not known and never read as a change.
//
// The entry is StoreWide when the change is one of the store's scale, which had
// the steps 4, 9, 12 and 17 and since 2025 has 4, 9, 13, 16 and 18: from 12 to
// 13, or from 17 to 16 or 18, and back.
func DiffAgeRating(older, newer string) []storage.Entry {
	older, newer = strings.TrimSpace(older), strings.TrimSpace(newer)
	if older == "" || newer == "" || older == newer {
		return nil
	}
	was, is := minimumAge(older), minimumAge(newer)
	if was != 0 && was == is {
		return nil
	}
	return []storage.Entry{{
		Type:        storage.EntryModified,
		Description: fmt.Sprintf("Age rating changed from %s to %s", older, newer),
		Category:    storage.CategoryAgeRating,
		StoreWide:   rescaled(was, is) || rescaled(is, was),
	}}
}

// rescaled says whether a step of the old scale became the given one of the new.
func rescaled(was, is int) bool {
	switch was {
	case 12:
		return is == 13
	case 17:
		return is == 16 || is == 18
	}
	return false
}

// minimumAge returns the age that a rating names, 1 to 99: the first number with
// a plus after it, else the first with a plus before it. It returns 0 when there
// is none.
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

func validAge(digits string) int {
	if age, err := strconv.Atoi(digits); err == nil && age <= 99 {
		return age
	}
	return 0
}
