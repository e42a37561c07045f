package fetch_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
)

// A policy is long enough whatever its script, and its words are counted so that
// a number of them says the same.
func TestWordsOfEveryScript(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		words      int
		policy     bool
	}{
		{"English", strings.Repeat("we collect your co-op's data, ever ", 100), 600, true},
		{"Arabic", strings.Repeat("نحن نجمع البيانات الشخصية منك ", 100), 500, true},
		{"Hebrew", strings.Repeat("אנו אוספים מידע אישי עליך ", 100), 500, true},
		{"Japanese", strings.Repeat("当社は個人情報を取得し利用します。", 80), 640, true},
		{"Chinese, little", strings.Repeat("我们收集您的个人信息。", 60), 300, false},
		{"Korean", strings.Repeat("당사는 이용자의 개인정보를 수집하고 이용합니다 ", 100), 500, true},
		{"Thai", strings.Repeat("เราเก็บรวบรวมข้อมูลส่วนบุคคลของคุณ ", 80), 544, true},
		{"Hindi", strings.Repeat("हम आपकी व्यक्तिगत जानकारी एकत्र करते हैं ", 80), 560, true},
		{"Russian", strings.Repeat("мы собираем персональные данные ", 130), 520, true},
		{"rules", strings.Repeat("— * | · ", 2000) + "we collect", 2, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := fetch.Judge(fetch.Document{Text: tt.text}, "")
			if (err == nil) != tt.policy || err != nil && !errors.Is(err, fetch.ErrTooShort) || tt.policy && got.Words != tt.words {
				t.Errorf("%d words, %v, want %d", got.Words, err, tt.words)
			}
		})
	}
}

// A text that calls itself a policy is one when it speaks of any side of one.
func TestSidesOfAPolicy(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("the quick brown fox jumps over the lazy dog ", 60)
	for _, word := range []string{
		"personal data", "how we use", "advertising", "third parties", "cookies", "your rights", "retention", "children",
		"données personnelles", "реклама", "第三方", "ילדים",
	} {
		if _, err := fetch.Judge(fetch.Document{Text: "# Privacy policy\n\n" + filler + word}, ""); err != nil {
			t.Errorf("%s: %v", word, err)
		}
	}
}
