package profile

import (
	"encoding/json"
	"slices"
)

// Retention is how long a person accepts that data is retained. Empty means no
// preference.
type Retention string

// The tolerances.
const (
	RetentionAny     Retention = "any"
	RetentionLimited Retention = "limited"
	RetentionNone    Retention = "none"
)

// retentionOf parses a retention; an invalid one means no preference.
func retentionOf(text json.RawMessage) Retention {
	var r Retention
	if json.Unmarshal(text, &r) != nil || !slices.Contains([]Retention{RetentionAny, RetentionLimited, RetentionNone}, r) {
		return ""
	}
	return r
}

// The ratings of data retention in the summary of a policy.
const (
	RatingFavorable  = "favorable"
	RatingMixed      = "mixed"
	RatingConcerning = "concerning"
	RatingUnclear    = "unclear"
)

// Exceeded reports whether a policy exceeds the preference, given the rating of its
// section on data retention: limited accepts all ratings but concerning, none only
// favorable. An unclear or unknown rating never exceeds it.
func (r Retention) Exceeded(rating string) bool {
	switch rating {
	case RatingConcerning:
		return r == RetentionLimited || r == RetentionNone
	case RatingMixed:
		return r == RetentionNone
	}
	return false
}
