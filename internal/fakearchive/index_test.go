package fakearchive_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/fakearchive"
)

func indexed() *fakearchive.Archive {
	return fakearchive.New(
		fakearchive.Capture{URL: address, At: day(2022, 1, 1), Page: []byte("b")},
		fakearchive.Capture{URL: "http://www.apps.apple.com:80/US/app/one/id1/", At: day(2021, 1, 1), Page: []byte("a")},
		fakearchive.Capture{URL: address + "?mt=8&L=en", At: day(2021, 6, 1), Status: 301, Type: "unk"},
		fakearchive.Capture{URL: address + "2", At: day(2021, 7, 1)},
		fakearchive.Capture{URL: address, At: day(2023, 1, 1), Revisit: true},
		fakearchive.Capture{URL: "https://apps.apple.com/us/app/two/id1", At: day(2021, 2, 1)},
	)
}

// times lists the moments of a text answer, and what follows its empty line.
func times(body string) (list []string, next string) {
	rows, next, _ := strings.Cut(body, "\n\n")
	for line := range strings.Lines(rows) {
		list = append(list, strings.Fields(line)[1])
	}
	return list, strings.TrimSpace(next)
}

func TestIndex(t *testing.T) {
	t.Parallel()
	const one = "url=apps.apple.com/us/app/one/id1"
	tests := []struct {
		query string
		want  []string // years and months
	}{
		{one, []string{"202101", "202201", "202301"}},
		{"url=https://www.APPS.apple.com/us/App/one/id1/", []string{"202101", "202201", "202301"}},
		{one + "&matchType=prefix", []string{"202101", "202201", "202301", "202107", "202106"}},
		{one + "*", []string{"202101", "202201", "202301", "202107", "202106"}},
		{one + "%3Fl%3Den%26mt%3D8", []string{"202106"}},
		{one + "&from=2022", []string{"202201", "202301"}},
		{one + "&from=20220101120000&to=20220101120000", []string{"202201"}},
		{one + "&from=20220101120001&to=2022", nil},
		{one + "&to=2022", []string{"202101", "202201"}},
		{one + "&limit=1", []string{"202101"}},
		{one + "&limit=-1", []string{"202301"}},
		{"url=example.com", nil},
	}
	for _, tt := range tests {
		w := get(indexed(), "/cdx/search/cdx?"+tt.query)
		got, next := times(w.Body.String())
		for i := range got {
			got[i] = got[i][:6]
		}
		if diff := cmp.Diff(tt.want, got); w.Code != 200 || diff != "" || next != "" {
			t.Errorf("%s: %d, next %q (-want +got):\n%s", tt.query, w.Code, next, diff)
		}
	}
	if w := get(indexed(), "/cdx/search/cdx"); w.Code != 400 {
		t.Errorf("without an address: %d, want 400", w.Code)
	}
}

func TestIndex_rows(t *testing.T) {
	t.Parallel()
	got := get(indexed(), "/cdx/search/cdx?matchType=prefix&url=apps.apple.com/us/app/one/id1").Body.String()
	want := []string{
		"com,apple,apps)/us/app/one/id1 20210101120000 http://www.apps.apple.com:80/US/app/one/id1/ text/html 200 Q336IN72UWT7ZYK5DXOLT2XK5I3XMZ5Y 1",
		"com,apple,apps)/us/app/one/id1 20220101120000 https://apps.apple.com/us/app/one/id1 text/html 200 5HLR6XXHZEWW3SPJF7622F5YXVEUDD4Y 1",
		"com,apple,apps)/us/app/one/id1 20230101120000 https://apps.apple.com/us/app/one/id1 warc/revisit - 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ 582",
		"com,apple,apps)/us/app/one/id12 20210701120000 https://apps.apple.com/us/app/one/id12 text/html 200 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ 0",
		"com,apple,apps)/us/app/one/id1?l=en&mt=8 20210601120000 https://apps.apple.com/us/app/one/id1?mt=8&L=en unk 301 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ 0",
	}
	if diff := cmp.Diff(want, strings.Split(strings.TrimSpace(got), "\n")); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// TestIndex_resume goes through the list page by page.
func TestIndex_resume(t *testing.T) {
	t.Parallel()
	a := indexed()
	for _, limit := range []string{"1", "2", "5", "9"} {
		query := url.Values{"url": {"apps.apple.com/us/app/one/id1"}, "matchType": {"prefix"}, "limit": {limit}, "showResumeKey": {"true"}}
		var got []string
		for range 9 {
			list, next := times(get(a, "/cdx/search/cdx?"+query.Encode()).Body.String())
			got = append(got, list...)
			if next == "" {
				break
			}
			if !strings.HasPrefix(next, "com%2Capple%2Capps%29%2Fus") {
				t.Fatalf("the key is %q", next)
			}
			query.Set("resumeKey", next)
		}
		want := []string{"20210101120000", "20220101120000", "20230101120000", "20210701120000", "20210601120000"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s at a time (-want +got):\n%s", limit, diff)
		}
	}
}

func TestIndex_json(t *testing.T) {
	t.Parallel()
	tests := []struct {
		query string
		want  [][]string // but for digest and length
	}{
		{"url=example.com", [][]string{}},
		{"url=apps.apple.com/us/app/one/id1&limit=1&showResumeKey=true", [][]string{
			{"urlkey", "timestamp", "original", "mimetype", "statuscode"},
			{"com,apple,apps)/us/app/one/id1", "20210101120000", "http://www.apps.apple.com:80/US/app/one/id1/", "text/html", "200"},
			{},
			{"com%2Capple%2Capps%29%2Fus%2Fapp%2Fone%2Fid1+20210101120001"},
		}},
	}
	for _, tt := range tests {
		var got [][]string
		if err := json.Unmarshal(get(indexed(), "/cdx/search/cdx?output=json&"+tt.query).Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		for i := range got {
			got[i] = got[i][:min(5, len(got[i]))]
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.query, diff)
		}
	}
}
