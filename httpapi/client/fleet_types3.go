// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// ProfileComparison is a part of [ShortlistSource]. The comparison of a label with a privacy profile.
type ProfileComparison struct {
	Count         int64      `json:"count"`         // The number of mismatches
	Mismatches    []Mismatch `json:"mismatches"`    // The mismatches, widest gap first, then by category
	ProfileActive bool       `json:"profileActive"` // Whether the privacy profile limits anything
	TotalGap      int64      `json:"totalGap"`      // The sum of the severity gaps of the mismatches
}
