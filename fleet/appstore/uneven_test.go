package appstore_test

import "testing"

// TestParse_unevenDetail: detail that one part of a label has and another lacks was
// lost there.
func TestParse_unevenDetail(t *testing.T) {
	t.Parallel()
	const purposes = `{"identifier": "DATA_LINKED_TO_YOU", "purposes": [{"identifier": "ANALYTICS", "categories": [{"identifier": "OTHER", "dataTypes": ["Other Data Types"]}]}]}`
	for _, items := range []string{
		`{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"identifier": "OTHER", "dataTypes": ["Other Data Types"]}, {"identifier": "CONTACTS", "dataTypes": null}]}`,
		`{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"identifier": "OTHER", "dataTypes": ["Other Data Types"]}, {"identifier": "CONTACTS"}]}`,
		purposes + `, {"identifier": "DATA_NOT_LINKED_TO_YOU", "categories": [{"identifier": "OTHER", "dataTypes": ["Other Data Types"]}]}`,
		`{"identifier": "DATA_LINKED_TO_YOU", "categories": [{"identifier": "OTHER"}], "purposes": [{"identifier": "ANALYTICS", "categories": []}]}`,
	} {
		if label := parse(t, island(`{"privacyTypes": {"items": [`+items+`]}}`), 1).Label; label != nil {
			t.Errorf("%s: label %+v, want none", items, *label)
		}
	}
}
