package appstore_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// storefrontPage is the page of an app in a storefront: its rating, and rows of
// information.
func storefrontPage(storefront, language string, value any, rows ...string) []byte {
	return islandOf(fmt.Sprintf(`{"intent": {"id": "1", "storefront": %q, "language": %q}, "data": {"title": "One",
		"lockup": {"adamId": "1", "offerDisplayProperties": {"adamId": "1", "contentRating": %v}},
		"shelfMapping": {"information": {"items": [%s]}}}}`, storefront, language, value, strings.Join(rows, ",")))
}

// ratingRow is the row of an age rating; first is what its details begin with.
func ratingRow(title, summary, first, descriptors string) string {
	return fmt.Sprintf(`{"$kind": "Annotation", "title": %q, "summary": %q, "items": [], "items_V3": [%s, {"$kind": "spacer"},
		{"$kind": "linkableText", "linkableText": {"styledText": {"rawText": %q}}}],
		"linkAction": {"pageUrl": "https://apps.apple.com/xx/iphone/story/id1825160725?l=en"}}`, title, summary, first, descriptors)
}

// ratings are the facts of a listing that this file is about.
type ratings struct {
	Text, Language string
	Value          int64
	Descriptors    *storage.RatingDescriptors
	Background     *bool
}

func ratingsOf(l fleet.Listing) ratings {
	return ratings{value(l.AgeRating), l.AgeRatingLanguage, value(l.AgeRatingValue), l.AgeRatingDescriptors, l.BackgroundLocation}
}

func descriptors(language string, pairs ...[2]string) *storage.RatingDescriptors {
	d := &storage.RatingDescriptors{Language: language, Items: []storage.RatingDescriptor{}}
	for _, p := range pairs {
		d.Items = append(d.Items, storage.RatingDescriptor{Heading: p[0], Text: p[1]})
	}
	return d
}

// TestParse_storefrontRatings has cuts of the pages of one app in four storefronts, of
// September 2026.
func TestParse_storefrontRatings(t *testing.T) {
	t.Parallel()
	capsule := func(text string) string { return fmt.Sprintf(`{"$kind": "textEncapsulation", "text": %q}`, text) }
	tests := []struct {
		name string
		page []byte
		want ratings
	}{
		{"United States", storefrontPage("us", "en-US", 100, `{"title": "Category"}`,
			ratingRow("Age Rating", "4+", capsule("4+"), "**Contains**\nAdvertising")),
			ratings{"4+", "en-us", 100, descriptors("en-us", [2]string{"Contains", "Advertising"}), new(false)}},
		{"Australia", storefrontPage("au", "en-AU", 100,
			ratingRow("Age Classification", "4+", capsule("4+"), "**Contains**\nAdvertising"), `{"title": "Location", "items": [{"text": "It may."}]}`),
			ratings{"4+", "en-au", 100, descriptors("en-au", [2]string{"Contains", "Advertising"}), new(true)}},
		{"Brazil", storefrontPage("br", "pt-BR", 300, `{"title": "Localização"}`,
			ratingRow("Idade", "A12", `{"$kind": "artwork", "artwork": {"template": "resource://br.12"}}`, "**Contém**\nPublicidade")),
			ratings{"A12", "pt-br", 300, descriptors("pt-br", [2]string{"Contém", "Publicidade"}), new(true)}},
		{"Korea", storefrontPage("kr", "ko", 100, `{"title": "위치"}`, ratingRow("연령 등급", "전체", capsule("전체"), "**다음이 포함됨**\n광고")),
			ratings{"전체", "ko", 100, descriptors("ko", [2]string{"다음이 포함됨", "광고"}), new(true)}},
		{"Japan, whose title of the location is not known", storefrontPage("jp", "ja", 100, ratingRow("年齢", "4+", capsule("4+"), "")),
			ratings{"4+", "ja", 100, descriptors("ja"), nil}},
		{"Japan", storefrontPage("jp", "ja", 100, `{"title": "販売元", "items": [{"text": "Acme K.K."}]}`, ratingRow("年齢", "4+", capsule("4+"), ""),
			`{"title": "位置情報", "items": [{"text": "このAppを開いていないときでも位置情報を利用することがあり、バッテリーの消耗が早くなることがあります。"}]}`,
			`{"title": "著作権", "items": [{"text": "© Acme"}]}`),
			ratings{"4+", "ja", 100, descriptors("ja"), new(true)}},
		{"Japan, without the location", storefrontPage("jp", "ja", 100, `{"title": "販売元", "items": [{"text": "Acme International Holdings Private Co. Ltd."}]}`,
			`{"title": "互換性", "items": [{"text": "iOS 17.0以降が必要です。"}]}`, `{"title": "言語", "items": [{"text": "日本語"}]}`, ratingRow("年齢", "4+", capsule("4+"), ""),
			`{"title": "アプリ内課金", "summary": "あり", "items": [{"textPairs": [["Coins", "¥100"]]}]}`, `{"title": "著作権", "items": [{"text": "© Acme"}]}`),
			ratings{"4+", "ja", 100, descriptors("ja"), new(false)}},
		{"China, before the rating, in the other form of rows", storefrontPage("cn", "zh-Hans-CN", 100, `{"title": "供应商"}`,
			`{"title": "?", "items_V3": [{"$kind": "linkableText", "linkableText": {"styledText": {"rawText": "此 App 即使在未打开时也可能会使用你的位置，这可能会缩短电池续航时间。"}}}]}`,
			ratingRow("年龄分级", "4+", capsule("4+"), "")),
			ratings{"4+", "zh-hans-cn", 100, descriptors("zh-hans-cn"), new(true)}},
		{"Taiwan, by the symbol", storefrontPage("tw", "zh-Hant-TW", 100, ratingRow("年齡分級", "4+", capsule("4+"), ""),
			`{"title": "?", "items_V3": [{"$kind": "artwork", "artwork": {"template": "systemimage://location.fill"}}]}`),
			ratings{"4+", "zh-hant-tw", 100, descriptors("zh-hant-tw"), new(true)}},
		{"by the symbol under another title", storefrontPage("us", "en-US", 100, ratingRow("Age Rating", "4+", capsule("4+"), ""),
			`{"title": "Background", "leadingArtwork": {"template": "systemimage://location"}}`),
			ratings{"4+", "en-us", 100, descriptors("en-us"), new(true)}},
		{"another symbol", storefrontPage("us", "en-US", 100, ratingRow("Age Rating", "4+", capsule("4+"), ""),
			`{"title": "Background", "artwork": {"template": "systemimage://location.slash"}, "items": [{"artwork": {"template": "systemimage://locationpin"}}]}`),
			ratings{"4+", "en-us", 100, descriptors("en-us"), new(false)}},
		{"a long text that may be a sentence", storefrontPage("th", "th", 100, `{"title": "1"}`, ratingRow("อายุ", "4+", capsule("4+"), ""),
			`{"title": "2", "items": [{"text": "แอปนี้อาจใช้ตำแหน่งที่ตั้งของคุณแม้จะไม่ได้เปิดแอปอยู่ซึ่งอาจทำให้แบตเตอรี่หมดเร็วขึ้นกว่าปกติได้"}]}`, `{"title": "3", "items": [{"text": "© Acme"}]}`),
			ratings{"4+", "th", 100, descriptors("th"), nil}},
		{"several groups, one rewritten with invisible characters", storefrontPage("us", "en-US", `"200"`,
			ratingRow("Age Rating", "9+", capsule("9+"), "**Infrequent**\nContests\n\n**Contains**\r\nAdver\u00adtising\nMessaging\u00a0and Chat\n")),
			ratings{"9+", "en-us", 200, descriptors("en-us", [2]string{"Infrequent", "Contests"}, [2]string{"Contains", "Advertising"},
				[2]string{"Contains", "Messaging and Chat"}), new(false)}},
		{"the text is in the details only", storefrontPage("us", "en-US", 100, ratingRow("Age Rating", "", capsule("4+"), "")),
			ratings{"4+", "en-us", 100, descriptors("en-us"), new(false)}},
		{"a word without a number", storefrontPage("kr", "ko", "null", ratingRow("연령 등급", "전체", capsule("전체"), "")),
			ratings{"", "", 0, descriptors("ko"), new(false)}},
		{"Arabic digits without a number", storefrontPage("sa", "ar-SA", "null", `{"title": "البائع"}`, ratingRow("العمر", "+٤", capsule("+٤"), ""), `{"title": "حقوق", "items": [{"text": "© Acme"}]}`),
			ratings{"+٤", "ar-sa", 0, descriptors("ar-sa"), new(false)}},
		{"a number that none is", storefrontPage("us", "en-US", -100, ratingRow("Age Rating", "4+", capsule("4+"), "")),
			ratings{"4+", "en-us", 0, descriptors("en-us"), new(false)}},
		{"a row without a link", storefrontPage("us", "en-US", 100, `{"title": "Age Rating", "summary": "4+"}`),
			ratings{"4+", "en-us", 100, nil, new(false)}},
		{"a row without a link in Australia", storefrontPage("au", "en-AU", 100, `{"title": "Age Classification", "summary": "4+"}`),
			ratings{"4+", "en-au", 100, nil, new(false)}},
		{"a title in another language without a link", storefrontPage("kr", "ko", 100, `{"title": "연령 등급", "summary": "전체"}`), ratings{}},
		{"another row about ages", storefrontPage("us", "en-US", 100, `{"title": "Age Rating", "summary": "17+"}`,
			ratingRow("Suitable for", "4+", capsule("4+"), "")), ratings{"4+", "en-us", 100, descriptors("en-us"), new(false)}},
		{"details of another kind", storefrontPage("us", "en-US", 100, ratingRow("Age Rating", "4+", `{"$kind": "table"}`, "**Contains**\nAdvertising")),
			ratings{"4+", "en-us", 100, nil, new(false)}},
		{"a damaged row", storefrontPage("us", "en-US", 100, ratingRow("Age Rating", "4+", `7, {"$kind": "artwork"}`, "")),
			ratings{"4+", "en-us", 100, nil, new(false)}},
		{"a damaged shelf", storefrontPage("us", "en-US", 100, ratingRow("Age Rating", "4+", capsule("4+"), ""), `7`),
			ratings{"4+", "en-us", 100, descriptors("en-us"), nil}},
		{"text outside of groups", storefrontPage("us", "en-US", 100, ratingRow("Age Rating", "4+", capsule("4+"), "All ages\n****\n**\n**Contains** ads")),
			ratings{"4+", "en-us", 100, descriptors("en-us"), new(false)}},
		{"more than a page has", storefrontPage("us", "en-US", 100,
			ratingRow("Age Rating", "4+", capsule("4+"), "**Contains**\n"+strings.Repeat("Ads\n", 65))), ratings{"4+", "en-us", 100, nil, new(false)}},
		{"longer than a page", storefrontPage("us", "en-US", 100,
			ratingRow("Age Rating", "4+", capsule("4+"), "**Contains**\n"+strings.Repeat("a", 16<<10))), ratings{"4+", "en-us", 100, nil, new(false)}},
		{"the number of another app", islandOf(`{"intent": {"id": "1", "language": "en"}, "data": {
			"lockup": {"adamId": "2", "offerDisplayProperties": {"contentRating": 600}}, "titleOfferDisplayProperties": {"adamId": "1", "contentRating": 100},
			"shelfMapping": {"informationRibbon": {"items": [{"key": "contentRating", "content": {"contentRating": "4+"}}]}}}}`),
			ratings{Text: "4+", Language: "en", Value: 100}},
		{"an incomplete page", islandOf(`{"intent": {"id": "1", "language": "en"}, "data": {"isIncomplete": true, "shelfMapping": {"information": {"items": [` +
			ratingRow("Age Rating", "4+", capsule("4+"), "") + `]}}}}`), ratings{"4+", "en", 0, descriptors("en"), nil}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, ratingsOf(parse(t, tt.page, 1))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestParse_ratingsOfOlderPages: boxes have the number and the use of the location.
func TestParse_ratingsOfOlderPages(t *testing.T) {
	t.Parallel()
	record := `{"id": "1", "attributes": {"contentRatingsBySystem": {"appsApple": {"name": %q, "value": 300, "rank": 3, "advisories": ["Mild"]}},
		"usesLocationBackgroundMode": %s}}`
	for _, tt := range []struct {
		name, location string
		want           ratings
	}{
		{"12+", "true", ratings{Text: "12+", Language: "en-us", Value: 300, Background: new(true)}},
		{"A12", "false", ratings{Text: "A12", Language: "en-us", Value: 300, Background: new(false)}},
		{"전체", "null", ratings{Text: "전체", Language: "en-us", Value: 300}},
		{"", `"yes"`, ratings{}},
	} {
		r := fmt.Sprintf(record, tt.name, tt.location)
		for id, text := range map[string]string{
			"shoebox-media-api-cache-apps": `{"a": {"d": [` + r + `]}}`, "shoebox-ember-data-store": `{"1": {"data": ` + r + `}}`,
		} {
			if diff := cmp.Diff(tt.want, ratingsOf(parse(t, box(id, []byte(text)), 1))); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", id, tt.name, diff)
			}
		}
	}
	cards := pageOf(t, fakestore.App{ID: 1, AgeRating: "12+", Format: fakestore.Cards})
	for _, title := range []string{"Age Rating", "Age Classification"} {
		l := parse(t, bytes.ReplaceAll(cards, []byte("<dt>Age Rating<"), []byte("<dt>"+title+"<")), 1)
		if diff := cmp.Diff(ratings{Text: "12+", Language: l.AgeRatingLanguage}, ratingsOf(l)); diff != "" {
			t.Errorf("cards with the title %s (-want +got):\n%s", title, diff)
		}
	}
}

// TestParse_accessibility: that nothing was indicated is not that nothing is supported.
func TestParse_accessibility(t *testing.T) {
	t.Parallel()
	const feature = `{"features": [{"title": "VoiceOver", "artwork": {"template": "systemimage://voiceover"}}]}`
	tests := []struct {
		name, language, platform, text string
		features                       string
		want                           *storage.Accessibility
	}{
		{"as captured", "en-US", "", "The developer has not yet indicated which accessibility features this app supports. Learn More", "",
			&storage.Accessibility{Status: storage.AccessibilityNotIndicated, Devices: []string{}}},
		{"none", "en-US", "", "The developer indicated that this app doesn’t support accessibility features on iPhone and Apple Watch.", "",
			&storage.Accessibility{Status: storage.AccessibilityNone, Devices: []string{"iphone", "watch"}}},
		{"none, of the page's platform", "en-GB", "mac", "This app does not support any accessibility features on macOS.", "",
			&storage.Accessibility{Status: storage.AccessibilityNone, Devices: []string{"mac"}}},
		{"none, of a platform that is not known", "en-GB", "fridge", "This app does not support any accessibility features.", "",
			&storage.Accessibility{Status: storage.AccessibilityNone, Devices: []string{}}},
		{"another sentence", "en-US", "", "Something about accessibility.", "", nil},
		{"another language", "fr-FR", "", "Le développeur n’a pas encore indiqué les fonctionnalités.", "", nil},
		{"declared", "fr-FR", "", "Fonctionnalités sur l’iPad\u00a0:", feature,
			&storage.Accessibility{Status: storage.AccessibilityDeclared, Devices: []string{"ipad"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := parse(t, islandOf(fmt.Sprintf(`{"intent": {"id": "1", "language": %q, "platform": %q}, "data": {"shelfMapping": {
				"accessibilityHeader": {"items": [{"text": {"styledText": {"rawText": %q}}}], "seeAllAction": null},
				"accessibilityFeatures": {"items": [%s]}}}}`, tt.language, tt.platform, tt.text, tt.features)), 1)
			if diff := cmp.Diff(tt.want, l.Accessibility); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if declared := tt.features != ""; l.Features == nil || len(*l.Features) > 0 != declared {
				t.Errorf("features %v, want some: %v", l.Features, declared)
			}
		})
	}
	if l := parse(t, island(`{}`), 1); l.Accessibility != nil || l.Features != nil {
		t.Errorf("no section: %+v", l.Accessibility)
	}
}
