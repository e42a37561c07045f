package appstore_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestParse_identifiersAreWrittenAsTheStoreWritesThem: one that is written in any
// other way is not understood, whatever it looks like.
func TestParse_identifiersAreWrittenAsTheStoreWritesThem(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("A", 256)
	tests := []struct {
		identifier string // within JSON
		want       string // empty: not identified
	}{
		{"A", "A"},
		{"DATA_SOLD_2", "DATA_SOLD_2"},
		{`  AROUND\u00a0\n`, "AROUND"},
		{"WITH-DASH", ""},
		{"WITH SPACE", ""},
		{"DOT.X", ""},
		{"Ä", ""},
		{"lower", ""},
		{"Mixed", ""},
		{"_", ""},
		{"1A", ""},
		{"<script>/&", ""},
		{`DATA_LINKED_TO_YOU\u200b`, ""},
		{`\ufeffDATA_LINKED_TO_YOU`, ""},
		{`DATA_LINKED\u00ad_TO_YOU`, ""},
		{"ＤＡＴＡ_LINKED_TO_YOU", ""},
		{long, long},
		{long + "X", ""},
		{"", ""},
		{" ", ""},
		{`A\u0000B`, ""},
		{`A\nB`, ""},
		{`A\u0085B`, ""},
	}
	for _, tt := range tests {
		for place, item := range map[string]string{
			"type":     `{"identifier": "%s", "title": "?", "categories": [{"identifier": "C"}]}`,
			"category": `{"identifier": "T", "categories": [{"identifier": "%s", "title": "?"}]}`,
			"purpose":  `{"identifier": "T", "purposes": [{"identifier": "%s", "title": "?", "categories": [{"identifier": "C"}]}]}`,
		} {
			label := parse(t, island(`{"privacyTypes": {"items": [`+fmt.Sprintf(item, tt.identifier)+`]}}`), 1).Label
			if tt.want == "" {
				if label != nil {
					t.Errorf("%s %q: label %+v, want none: half of one is none", place, tt.identifier, label)
				}
				continue
			}
			if label == nil {
				t.Errorf("%s %q: no label", place, tt.identifier)
				continue
			}
			checkLabel(t, *label)
			ty := label.Types[0]
			got := map[string]string{"type": ty.Identifier}
			if place == "category" {
				got[place] = ty.Categories[0].Identifier
			}
			if place == "purpose" {
				got[place] = ty.Purposes[0].Identifier
			}
			if got[place] != tt.want {
				t.Errorf("%s %q = %q, want %q", place, tt.identifier, got[place], tt.want)
			}
		}
	}
}
