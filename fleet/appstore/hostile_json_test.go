package appstore_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/cost"
)

// listOf is a list of as many elements as fit between two texts within limit bytes.
func listOf(limit int, before, element, after string) string {
	n := (limit - len(before) - len(after)) / (len(element) + 1)
	return before + strings.TrimSuffix(strings.Repeat(element+",", n), ",") + after
}

// membersOf is listOf for the members of an object: each # is a number.
func membersOf(limit int, before, member, after string) string {
	var b strings.Builder
	b.WriteString(before)
	for i := 0; b.Len() < limit-len(after)-len(member)-16; i++ {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(strings.ReplaceAll(member, "#", itoa(i)))
	}
	return b.String() + after
}

// elements are what a list is filled with, whatever it is a list of.
func elements() map[string]string {
	return map[string]string{
		"objects": "{}", "numbers": "0", "escapes": `"\u0000\ud800"`,
		"items": `{"identifier":"a","categories":[{}],"purposes":[{}],"items":[{}],"features":[{}],"data":[{}],"relationships":{"":{"data":[{}]}}}`,
	}
}

// lists are where lists are found in the JSON of a page: what is before and after
// their elements, by the script that they are in.
func lists() map[string][2]string {
	const (
		shelves  = `{"data":[{"intent":{"id":"1","language":"en"},"data":{"title":"One","shelfMapping":{`
		endShelf = `]}}}}]}`
		ember    = `{"data":{"id":"1","attributes":{"name":"One",`
	)
	return map[string][2]string{
		"serialized-server-data pages":           {`{"data":[`, `]}`},
		"serialized-server-data pages alone":     {`[`, `]`},
		"serialized-server-data types":           {shelves + `"privacyTypes":{"items":[`, endShelf},
		"serialized-server-data categories":      {shelves + `"privacyTypes":{"items":[{"identifier":"DATA_LINKED_TO_YOU","categories":[`, `]}` + endShelf},
		"serialized-server-data data types":      {shelves + `"privacyTypes":{"items":[{"identifier":"DATA_LINKED_TO_YOU","categories":[{"identifier":"OTHER","dataTypes":[`, `]}]}` + endShelf},
		"serialized-server-data details":         {shelves + `"privacyHeader":{"seeAllAction":{"pageData":{"shelves":[{"contentType":"privacyType","items":[`, `]}]}},"items":[` + endShelf},
		"serialized-server-data shelves":         {shelves + `"privacyHeader":{"seeAllAction":{"pageData":{"shelves":[`, `]}},"items":[` + endShelf},
		"serialized-server-data ribbon":          {shelves + `"informationRibbon":{"items":[`, endShelf},
		"serialized-server-data related":         {shelves + `"similarItems":{"items":[`, endShelf},
		"serialized-server-data features":        {shelves + `"accessibilityFeatures":{"items":[{"features":[`, `]}` + endShelf},
		"serialized-server-data links":           {shelves + `"notPurchasedLinks":{"items":[`, endShelf},
		"shoebox-media-api-cache-apps records":   {`{"a":{"d":[{"id":"1"},`, `]}}`},
		"shoebox-media-api-cache-apps versions":  {`{"a":{"d":[{"id":"1","attributes":{"versionHistory":[`, `]}}]}}`},
		"shoebox-ember-data-store records":       {`{"data":[{"id":"1"},`, `]}`},
		"shoebox-ember-data-store keyed":         {`{"1":{"data":[{"id":"1"},`, `]}}`},
		"shoebox-ember-data-store included":      {`{"data":{"id":"1"},"included":[`, `]}`},
		"shoebox-ember-data-store relationships": {`{"data":{"id":"1","relationships":{"developerOtherApps":{"data":[`, `]}}}}`},
		"shoebox-ember-data-store types":         {ember + `"privacy":{"privacyTypes":[`, `]}}}}`},
		"shoebox-ember-data-store data types":    {ember + `"privacy":{"privacyTypes":[{"identifier":"DATA_LINKED_TO_YOU","dataCategories":[{"identifier":"OTHER","dataTypes":[`, `]}]}]}}}}`},
		"application/ld+json offers":             {`{"@type":"A Application","offers":[`, `]}`},
		"application/ld+json more than its list": {`{"@type":"A","offers":[],"x":[`, `]}`},
	}
}

// scriptOf is a page of app 1 with a script, which is one of linked data for a type.
func scriptOf(script, text string) string {
	attribute := "id"
	if strings.Contains(script, "/") {
		attribute = "type"
	}
	return canonicalLink + `<script ` + attribute + `="` + script + `">` + text + `</script>`
}

// TestParse_hostileLists fills each list of each kind of page with each of the
// elements.
func TestParse_hostileLists(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 84 pages of 4 MiB")
	}
	for place, around := range lists() {
		script, _, _ := strings.Cut(place, " ")
		for name, element := range elements() {
			t.Run(place+" of "+name, func(t *testing.T) {
				cost.SkipMost(t, 12)
				page := scriptOf(script, listOf(pageCap-256, around[0], element, around[1]))
				measure(t, func() { _, _ = appstore.Parse([]byte(page), 1) })
			})
		}
	}
}

// TestParse_hostileJSON are other forms of what scripts can hold.
func TestParse_hostileJSON(t *testing.T) {
	const limit = pageCap - 256
	platforms := membersOf(limit/2, `{"data":{"id":"1","relationships":{"developerOtherApps":{"data":[`+strings.Repeat(`{"id":"2"},`, 64)+
		`{"id":"2"}]}}},"included":[{"id":"2","attributes":{"name":"Two","platformAttributes":{`, `"#":{}`, `}}}]}`)
	forms := map[string][2]string{
		"deep lists":         {"serialized-server-data", strings.Repeat("[", limit)},
		"deep objects":       {"shoebox-ember-data-store", strings.Repeat(`{"data":`, limit/8)},
		"deep, in the box":   {"shoebox-media-api-cache-apps", `{"a":"` + strings.Repeat("[", limit-10) + `"}`},
		"a long number":      {"serialized-server-data", `{"data":[{"intent":{"id":` + strings.Repeat("1", limit-100) + `}}]}`},
		"a long exponent":    {"application/ld+json", `{"@type":"Application","offers":{"price":1e` + strings.Repeat("9", limit-100) + `}}`},
		"a long fraction":    {"application/ld+json", `{"@type":"Application","offers":{"price":0.` + strings.Repeat("3", limit-100) + `}}`},
		"a long text":        {"serialized-server-data", `{"data":[{"intent":{"id":"1"},"data":{"title":"` + strings.Repeat("\ufdfa", limit/3-100) + `"}}]}`},
		"escapes":            {"serialized-server-data", `{"data":[{"intent":{"id":"1"},"data":{"title":"` + strings.Repeat(`\ud800`, limit/6-100) + `"}}]}`},
		"notes":              {"serialized-server-data", `{"data":[{"intent":{"id":"1"},"data":{"shelfMapping":{"mostRecentVersion":{"items":[{"primarySubtitle":"1","secondarySubtitle":"` + strings.Repeat("2", limit/2) + `","text":"` + strings.Repeat(`\n`, limit/4-200) + `"}]}}}}]}`},
		"members":            {"serialized-server-data", membersOf(limit, "{", `"#":{}`, "}")},
		"members, in a box":  {"shoebox-media-api-cache-apps", membersOf(limit, "{", `"#":{}`, "}")},
		"texts, in a box":    {"shoebox-media-api-cache-apps", membersOf(limit, "{", `"#":"{\"d\":[{},{},{},{},{},{},{},{}]}"`, "}")},
		"relationships":      {"shoebox-ember-data-store", membersOf(limit, `{"data":{"id":"1","relationships":{`, `"#":{}`, "}}}")},
		"platforms":          {"shoebox-ember-data-store", platforms},
		"twice the same":     {"serialized-server-data", listOf(limit, `{`, `"data":[{}]`, `}`)},
		"links, one by one":  {"serialized-server-data", membersOf(limit, `{"data":[{"intent":{"id":"1"},"data":{"shelfMapping":{"privacyHeader":{"items":[{"bodyText":{"linkedSubstrings":{`, `"#":{"url":"a"}`, `}}}]}}}}]}`)},
		"escaped for markup": {"shoebox-ember-data-store", `{&quot;data&quot;:[` + strings.Repeat("{},", limit/3-20) + `{}]}`},
		"distinct types":     {"serialized-server-data", membersOf(limit, `{"data":[{"intent":{"id":"1"},"data":{"shelfMapping":{"privacyTypes":{"items":[`, `{"identifier":"#"}`, `]}}}}]}`)},
		"distinct purposes":  {"serialized-server-data", membersOf(limit, `{"data":[{"intent":{"id":"1"},"data":{"shelfMapping":{"privacyTypes":{"items":[{"identifier":"DATA_LINKED_TO_YOU","purposes":[`, `{"identifier":"#"}`, `]}]}}}}]}`)},
		"not UTF-8":          {"serialized-server-data", `{"data":[{"intent":{"id":"1"},"data":{"title":"` + strings.Repeat("\xff", limit-200) + `"}}]}`},
	}
	for name, f := range forms {
		t.Run(name, func(t *testing.T) {
			page := scriptOf(f[0], f[1])
			if len(page) > pageCap {
				t.Fatalf("the page has %d bytes, more than may be", len(page))
			}
			measure(t, func() { _, _ = appstore.Parse([]byte(page), 1) })
		})
	}
	t.Run("all boxes at once", func(t *testing.T) {
		page := canonicalLink
		for _, script := range []string{"serialized-server-data", "shoebox-media-api-cache-apps", "shoebox-ember-data-store"} {
			page += `<script id="` + script + `">` + listOf(limit/3-100, `{"a":{"d":[`, "{}", `]},"data":[]}`) + `</script>`
		}
		measure(t, func() { _, _ = appstore.Parse([]byte(page), 1) })
	})
}

// TestResults_hostile: nor do answers to lookups, searches and for charts.
func TestResults_hostile(t *testing.T) {
	const result = `{"wrapperType":"software","trackId":1,"trackName":"a","version":"1","releaseNotes":"a\nb","trackViewUrl":"https://apps.apple.com/app/id1"}`
	const entry = `{"id":{"attributes":{"im:id":"1"}},"im:name":{"label":"a"},"im:image":[{"label":"https://a/b"}]}`
	answers := map[string]string{
		"results":            listOf(answerCap, `{"results":[`, result, `]}`),
		"notes":              `{"results":[` + strings.Replace(result, `a\nb`, strings.Repeat(`\n`, answerCap/2-200), 1) + `]}`,
		"notes of lines":     `{"results":[` + strings.Replace(result, `a\nb`, strings.Repeat(`a\n`, answerCap/3-200), 1) + `]}`,
		"price of digits":    `{"results":[{"trackId":1,"kind":"software","price":` + strings.Repeat("7", answerCap-100) + `}]}`,
		"entries":            listOf(answerCap, `{"feed":{"entry":[`, entry, `]}}`),
		"images":             listOf(answerCap, `{"feed":{"entry":{"id":{"attributes":{"im:id":"1"}},"im:image":[`, `{"label":"https://a/b"}`, `]}}}`),
		"distinct entries":   membersOf(answerCap, `{"feed":{"entry":[`, `{"id":{"attributes":{"im:id":"#"}}}`, `]}}`),
		"deep":               strings.Repeat("[", answerCap),
		"members":            membersOf(answerCap, "{", `"#":{}`, "}"),
		"white space":        strings.Repeat(" ", answerCap),
		"duplicate members":  listOf(answerCap, "{", `"results":[{}]`, "}"),
		"unterminated texts": `{"results":["` + strings.Repeat(`\"`, answerCap/2-20),
	}
	for name, element := range elements() {
		answers["results of "+name] = listOf(answerCap, `{"results":[`, element, `]}`)
		answers["entries of "+name] = listOf(answerCap, `{"feed":{"entry":[`, element, `]}}`)
	}
	for name, text := range answers {
		t.Run(name, func(t *testing.T) {
			measure(t, func() { _, _ = appstore.ParseResults([]byte(text), "us") })
			measure(t, func() { _, _ = appstore.ParseChart([]byte(text), "us") })
		})
	}
}
