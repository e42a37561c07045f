package bundle_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/bundle"
)

// A program that passes nothing to read or write gets an error, and no panic.
func TestNothingToReadOrWrite(t *testing.T) {
	t.Parallel()
	h := inMemory(t)
	_, opened := bundle.Open(nil, 1, bundle.OpenOptions{})
	for what, err := range map[string]error{
		"open": opened, "export": h.Export(t.Context(), nil, bundle.Options{}),
		"JSON": h.WriteJSON(t.Context(), nil), "CSV": h.WriteCSV(t.Context(), nil),
	} {
		if err == nil || !strings.Contains(err.Error(), "is nil") {
			t.Errorf("%s: error %v, want one that says what is nil", what, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	const fine = `"exported_at":"2026-09-20T00:00:00Z","apps":[],"annotations":[]`
	of := func(apps string) string {
		return `{"version":2,"exported_at":"2026-09-20T00:00:00Z","annotations":[],"apps":[` + apps + `]}`
	}
	noted := func(list, text string) string { return `{"version":2,` + fine + `,"` + list + `":` + text + `}` }
	note := func(text string) string {
		return `{"version":2,"exported_at":"2026-09-20T00:00:00Z","apps":[],"annotations":[{"app_id":"1","content":` + text + `}]}`
	}
	for text, want := range map[string]string{
		"": "not valid JSON", "  ": "not valid JSON", "\xff": "not valid JSON", "{": "not valid JSON", `{"version":2`: "not valid JSON",
		`{"version":2,` + fine: "not valid JSON", `{"version":2,` + fine + `}x`: "not valid JSON", `{"version":2,` + fine + `}{}`: "not valid JSON",
		`{"version":2,` + fine + `,}`: "not valid JSON", `{"version" 2}`: "not valid JSON", `{"apps":[1 2]}`: "not valid JSON", `{"apps":[1}`: "not valid JSON",
		`[]`: "must be a JSON object", `null`: "must be a JSON object", `"{}"`: "must be a JSON object", `7`: "must be a JSON object",

		`{` + fine + `}`:                                              "version must be a number",
		`{"version":"2",` + fine + `}`:                                "version must be a number",
		`{"version":null,` + fine + `}`:                               "version must be a number",
		`{"version":3,` + fine + `}`:                                  "version 3 of the format",
		`{"version":3,"app_version":"9.9"}`:                           "written by version 9.9",
		`{"version":2}`:                                               "has no exported_at",
		`{"version":2,"exported_at":"x"}`:                             "has no apps",
		`{"version":2,"exported_at":1,"apps":{}}`:                     "has no annotations",
		`{"version":2,"exported_at":1,"apps":{},"annotations":{}}`:    "exported_at must be a text",
		`{"version":2,"exported_at":"","apps":{},"annotations":{}}`:   "exported_at must be a text",
		`{"version":2,"exported_at":null,"apps":{},"annotations":{}}`: "exported_at must be a text",
		`{"version":2,"exported_at":"` + strings.Repeat("x", 101) + `","apps":[],"annotations":[]}`: "exported_at must be a text",
		`{"version":2,"exported_at":"yesterday","apps":[],"annotations":[]}`:                        `exported_at is "yesterday", but must be a date or time of ISO 8601, such as 2006-01-02T15:04:05.000Z`,
		`{"version":2,"exported_at":"2026-02-30","apps":[],"annotations":[]}`:                       `exported_at is "2026-02-30", but must be`,
		`{"version":2,"exported_at":"x\u0000","apps":[],"annotations":[]}`:                          "exported_at must be a text",
		`{"version":2,"exported_at":"2026-09-20","apps":{},"annotations":{}}`:                       "apps must be a list",
		`{"version":2,"exported_at":"2026-09-20","apps":null,"annotations":[]}`:                     "apps must be a list",
		`{"version":2,"exported_at":"2026-09-20","apps":[1],"annotations":"none"}`:                  "annotations must be a list",
		`{"version":2,` + fine + `,"verdicts":{}}`:                                                  "verdicts must be a list",
		`{"version":2,` + fine + `,"apps":[]}`:                                                      "has apps twice",

		of(arriving(1, "") + "," + arriving(2, `,"last_synced":-5`)):       "apps[1].last_synced: a time before 1970 or after the year 9999",
		of(arriving(1, `,"last_synced":253402300800000`)):                  "apps[0].last_synced: a time before 1970",
		of(arriving(1, `,"last_synced":1e400`)):                            "apps[0].last_synced: a time before 1970",
		of(arriving(1, `,"policy_summary":{"fetched_at":-0.5}`)):           "apps[0].policy_summary.fetched_at: a time before 1970",
		of(arriving(1, `,"policy_summary":{"generated_at":1e300}`)):        "apps[0].policy_summary.generated_at: a time before 1970",
		note(`"x","created_at":-1`):                                        "annotations[0].created_at: a time before 1970",
		note(`"x","updated_at":9007199254740991`):                          "annotations[0].updated_at: a time before 1970",
		noted("verdicts", `[{"app_id":"1","verdict":"safe","set_at":-1}]`): "verdicts[0].set_at: a time before 1970",

		of(`1`):                                             "apps[0] must be an object",
		of(`null`):                                          "apps[0] must be an object",
		of(arriving(1, "") + `,[]`):                         "apps[1] must be an object",
		of(`{"name":"x"}`):                                  "apps[0].id: missing, or not an app ID",
		of(`{"id":"","name":"x"}`):                          "apps[0].id: missing, or not an app ID",
		of(`{"id":"org x","name":"x"}`):                     "apps[0].id: missing, or not an app ID",
		of(`{"id":"org.example","name":"x"}`):               "apps[0].id: missing, or not an app ID",
		of(`{"id":"0","name":"x"}`):                         "apps[0].id: missing, or not an app ID",
		of(`{"id":"-1","name":"x"}`):                        "apps[0].id: missing, or not an app ID",
		of(`{"id":1e3,"name":"x"}`):                         "apps[0].id: missing, or not an app ID",
		of(`{"id":"9007199254740992"}`):                     "apps[0].id: missing, or not an app ID",
		of(`{"id":"7","privacy_types":0}`):                  "apps[0].privacy_types: wrong type",
		of(`{"id":"7"}`):                                    "apps[0].name: missing (app 7)",
		of(`{"id":"7","name":7}`):                           "apps[0].name: wrong type",
		of(`{"id":"7","name":"x"}`):                         "apps[0].privacy_types: must be a list (app 7)",
		of(`{"id":"7","name":"x","privacy_types":null}`):    "apps[0].privacy_types: must be a list (app 7)",
		of(`{"id":"7","name":"x","privacy_types":[1]}`):     "apps[0].privacy_types: wrong type",
		of(arriving(7, `,"price_amount":"free"`)):           "apps[0].price_amount: wrong type",
		of(arriving(7, `,"price_amount":9007199254740993`)): "apps[0]: a value cannot be stored",
		of(arriving(7, `,"price_amount":-1e17`)):            "apps[0]: a value cannot be stored",
		of(arriving(7, `,"developer":"a\u0000b"`)):          "apps[0]: a value cannot be stored",
		of(arriving(7, `,"accessibility_features":[{"identifier":"\u0000","declared":true}]`)): "apps[0]: a value cannot be stored",
		of(arriving(7, `,"accessibility_features":[`+repeated(`{}`, 65)+`]`)):                  "apps[0]: a list has more than 64 elements (app 7)",
		of(`{"id":"7","name":"x","privacy_types":[` + repeated(`{}`, 65) + `]}`):               "apps[0]: a list has more than 64 elements (app 7)",
		of(`{"id":"7","name":"x","privacy_types":[{"identifier":"\u0000"}]}`):                  "apps[0]: a value cannot be stored",
		of(arriving(7, `,"developer":"`+"\xff"+`"`)):                                           "not UTF-8",
		of(arriving(7, `,"x":`+strings.Repeat("[", 64)+strings.Repeat("]", 64))):               "nested too deep",
		of(arriving(7, `,"x":"`+strings.Repeat("x", 1<<20)+`"`)):                               "larger than",

		note(`7`):          "annotations[0].content: wrong type",
		note(`"a\u0000b"`): "annotations[0]: a value cannot be stored",
		note(`"` + strings.Repeat("é", 8001) + `"`):                 "annotations[0].content: more than 8000",
		noted("verdicts", `[[]]`):                                   "verdicts[0] must be an object",
		noted("verdicts", `[{"rationale":7}]`):                      "verdicts[0].rationale: wrong type",
		noted("recommender_profile", `[]`):                          "recommender_profile must be",
		noted("recommender_profile", `"strict"`):                    "recommender_profile must be",
		noted("recommender_name", `{}`):                             "recommender_name must be a text",
		noted("recommender_name", `"a\u0000"`):                      "recommender_name contains a NUL",
		noted("unknown", strings.Repeat("[", 100_000)):              "nested too deep|not valid",
		noted("unknown", `"`+strings.Repeat("x", 2<<20)):            "larger than",
		noted("recommender_name", `"`+strings.Repeat("x", 201)+`"`): "more than 200 characters",
	} {
		b, err := open(text)
		var refusal *bundle.FormatError
		if !errors.As(err, &refusal) || b != nil {
			t.Errorf("%.100q: %v, %v", text, b, err)
			continue
		}
		fits := false
		for way := range strings.SplitSeq(want, "|") {
			fits = fits || strings.Contains(refusal.Reason, way)
		}
		if !fits {
			t.Errorf("%.100q is refused as %q, want %q", text, refusal.Reason, want)
		}
	}
}

func repeated(text string, n int) string {
	return strings.TrimSuffix(strings.Repeat(text+",", n), ",")
}

func TestAccepted(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"annotations":[],"exported_at":"2026-09-20","version":2,"apps":[]}`,
		` {"version" : 1 , "exported_at":"2026-09-20T10:11:12.123456+00:00", "apps" :  [ ] , "annotations":` + strings.Repeat(" ", 500) + `[]} ` + "\n",
		`{"version":0,"exported_at":"2026-09-20T10:11:12.123456+00:00","apps":[],"annotations":[],"verdicts":null,"recommender_name":null,"recommender_profile":null}`,
		`{"version":-1.5,"exported_at":"2026-09-20T10:11:12.123456+00:00","apps":[],"annotations":[],"apps2":{},"more":[[1],{"x":[2]},null,"t"],"more":1,"app_version":7,"exported_by_audience":[]}`,
		bundleOf(arriving(1, `,"id":"1","x":`+strings.Repeat("[", 62)+strings.Repeat("]", 62)), "", "", ""),
	} {
		if _, err := open(text); err != nil {
			t.Errorf("%.200q: %v", text, err)
		}
	}
	// What only a version of the form would say.
	for _, text := range []string{`{"version":3,"exported_at":"2026-09-20T10:11:12.123456+00:00","apps":[],"annotations":[]}`, `{"exported_at":"2026-09-20T10:11:12.123456+00:00","apps":[],"annotations":[]}`} {
		if _, err := bundle.Open(strings.NewReader(text), int64(len(text)), bundle.OpenOptions{AnyVersion: true}); err != nil {
			t.Errorf("%s of any version: %v", text, err)
		}
	}
}

// failing is a file whose disk breaks at an offset.
type failing struct {
	io.ReaderAt
	at  int64
	err error
}

func (f failing) ReadAt(p []byte, offset int64) (int, error) {
	if offset+int64(len(p)) > f.at {
		return 0, f.err
	}
	return f.ReaderAt.ReadAt(p, offset)
}

func TestReadError(t *testing.T) {
	t.Parallel()
	text := bundleOf(repeated(arriving(1, ""), 100), "", "", "")
	broken := errors.New("the disk is broken")
	for _, at := range []int64{0, 100, 5000} {
		_, err := bundle.Open(failing{strings.NewReader(text), at, broken}, int64(len(text)), bundle.OpenOptions{})
		if !errors.Is(err, broken) || isFormatError(err) {
			t.Errorf("broken at %d: %v", at, err)
		}
	}
}

// changing is a file that is another one the second time.
type changing struct{ io.ReaderAt }

func TestFileChanges(t *testing.T) {
	t.Parallel()
	h := onSQLite(t).furnish()
	before := h.contents()
	good := bundleOf(repeated(arriving(9, ""), 50), "", "", "")
	file := &changing{strings.NewReader(good)}
	b, err := bundle.Open(file, int64(len(good)), bundle.OpenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	at := strings.LastIndex(good, `"name"`)
	file.ReaderAt = strings.NewReader(good[:at] + `!` + good[at+1:])
	if _, err := h.Import(t.Context(), b, false); !isFormatError(err) {
		t.Errorf("the error is %v", err)
	}
	if diff := cmp.Diff(before, h.contents()); diff != "" {
		t.Errorf("the store changed (-want +got):\n%s", diff)
	}
}

func TestImportURLs(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://apps.apple.com/de/app/x/id7?mt=8#top": "https://apps.apple.com/de/app/x/id7", "http://itunes.apple.com/app/id7": "http://itunes.apple.com/app/id7",
		"https://APPS.apple.com/DE/app/id7": "https://APPS.apple.com/DE/app/id7",
		"https://apps.apple.com/app/id8":    "", "https://apps.apple.com/app/id77": "", "https://evil.example/app/id7": "", "https://apps.apple.com:8443/app/id7": "",
		"https://u@apps.apple.com/app/id7": "", "javascript:alert(7)": "", "": "", "https://apps.apple.com.evil.example/id7": "",
	} {
		h := inMemory(t)
		h.mustTake(bundleOf(arriving(7, fmt.Sprintf(`,"url":%q`, address)), "", "", ""))
		if want == "" {
			want = "https://apps.apple.com/app/id7"
		}
		if got := h.contents().Apps[0].URL; got != want {
			t.Errorf("%q is stored as %q, want %q", address, got, want)
		}
	}
	for address, stored := range map[string]bool{
		"https://dev.example/privacy?x=1#y": true, "http://dev.example": true, "https://93.184.216.34/": true, "https://[2606:2800:220:1::1]/": true,
		"https://localhost/": false, "https://a.localhost./": false, "https://127.0.0.1/": false, "https://127.1/": false, "https://2130706433/": false,
		"https://0x7f.1/": false, "https://10.0.0.1/": false, "https://[::1]/": false, "https://[::ffff:10.0.0.1]/": false, "https://[fe80::1]/": false,
		"https://[fd00:ec2::254]/": false, "https://169.254.169.254/": false, "https://metadata.google.internal/": false, "https://metadata/": false,
		"https://100.64.0.1/": false, "https://240.0.0.1/": false, "https://0.0.0.0/": false, "ftp://dev.example/": false, "https://u:p@dev.example/": false,
		"https://[64:ff9b::7f00:1]/": false, "//dev.example/": false, "https://dev.example/" + strings.Repeat("x", 2048): false, "": false,
	} {
		h := inMemory(t)
		h.mustTake(bundleOf(arriving(7, fmt.Sprintf(`,"privacy_policy_url":%q,"icon_url":%q`, address, address)), "", "", ""))
		a := h.contents().Apps[0]
		if got := a.PrivacyPolicyURL != ""; got != stored || a.IconURL != a.PrivacyPolicyURL {
			t.Errorf("%.80q is stored as %q and %q", address, a.PrivacyPolicyURL, a.IconURL)
		}
	}
}
