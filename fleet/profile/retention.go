package profile

import "encoding/json"

// Retention is how long a person accepts that data is kept. Empty is no
// preference.
type Retention string

// The tolerances.
const (
	RetentionAny     Retention = "any"
	RetentionLimited Retention = "limited"
	RetentionNone    Retention = "none"
)

// retentionOf reads a tolerance; what is none is no preference.
func retentionOf(text json.RawMessage) Retention {
	var r Retention
	if json.Unmarshal(text, &r) != nil {
		return ""
	}
	switch r {
	case RetentionAny, RetentionLimited, RetentionNone:
		return r
	}
	return ""
}

// The ratings that a summary of a policy gives its section on data retention.
const (
	RatingFavorable  = "favorable"
	RatingMixed      = "mixed"
	RatingConcerning = "concerning"
	RatingUnclear    = "unclear"
)

// Exceeded says whether a policy goes beyond the tolerance, by the rating of what
// it says on data retention: limited bears all that is not concerning, none only
// what is favorable. A policy that is unclear, or whose rating is not known, is
// never held against an app.
func (r Retention) Exceeded(rating string) bool {
	switch rating {
	case RatingConcerning:
		return r == RetentionLimited || r == RetentionNone
	case RatingMixed:
		return r == RetentionNone
	}
	return false
}
