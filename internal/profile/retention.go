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
