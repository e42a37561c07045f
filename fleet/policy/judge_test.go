package policy_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// A policy is long enough whatever its script, and its words are counted so that
// a number of them says the same.
func TestWordsOfEveryScript(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		words      int
		status     storage.PolicyStatus
	}{
		{"English", strings.Repeat("we collect your co-op's data, ever ", 100), 600, storage.PolicySourceReady},
		{"Arabic", strings.Repeat("نحن نجمع البيانات الشخصية منك ", 100), 500, storage.PolicySourceReady},
		{"Hebrew", strings.Repeat("אנו אוספים מידע אישי עליך ", 100), 500, storage.PolicySourceReady},
		{"Japanese", strings.Repeat("当社は個人情報を取得し利用します。", 80), 640, storage.PolicySourceReady},
		{"Chinese, little", strings.Repeat("我们收集您的个人信息。", 60), 300, storage.PolicyTooShort},
		{"Korean", strings.Repeat("당사는 이용자의 개인정보를 수집하고 이용합니다 ", 100), 500, storage.PolicySourceReady},
		{"Thai", strings.Repeat("เราเก็บรวบรวมข้อมูลส่วนบุคคลของคุณ ", 80), 544, storage.PolicySourceReady},
		{"Hindi", strings.Repeat("हम आपकी व्यक्तिगत जानकारी एकत्र करते हैं ", 80), 560, storage.PolicySourceReady},
		{"Russian", strings.Repeat("мы собираем персональные данные ", 130), 520, storage.PolicySourceReady},
		{"rules", strings.Repeat("— * | · ", 2000) + "we collect", 2, storage.PolicyTooShort},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.track(t, 7)
			b.sites.show(address(7), tt.text)
			got := b.fetch(t, 7).Analysis
			if got.Status != tt.status || tt.status == storage.PolicySourceReady && got.WordCount != tt.words {
				t.Errorf("%q, %d words, want %q, %d", got.Status, got.WordCount, tt.status, tt.words)
			}
		})
	}
}

// A long text is a policy when it speaks of any side of one.
func TestSidesOfAPolicy(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("the quick brown fox jumps over the lazy dog ", 60)
	for _, word := range []string{
		"personal data", "how we use", "advertising", "third parties", "cookies", "your rights", "retention", "children",
		"données personnelles", "реклама", "第三方", "ילדים",
	} {
		b := newBench(t)
		b.track(t, 7)
		b.sites.show(address(7), filler+word)
		if got := b.fetch(t, 7).Analysis; got.Status != storage.PolicySourceReady {
			t.Errorf("%s: %q, %s", word, got.Status, got.Error)
		}
	}
}
