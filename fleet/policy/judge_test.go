package policy_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy"
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

// The text of an address that belongs to no app is judged, and nothing is kept.
func TestReadOfAnyAddress(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	refused := &policy.FetchError{Cause: policy.ErrRefused, Status: 403, FinalURL: "https://b.example/"}
	b.sites.show("https://a.example/", policyText("you")+"\n\n\x00")
	b.sites.fail("https://b.example/", refused)
	b.sites.show("https://c.example/", "We collect personal data.")
	b.sites.show("https://d.example/", strings.Repeat("personal data ", 1<<19))
	for url, want := range map[string]struct {
		status storage.PolicyStatus
		cause  error
	}{
		" https://a.example/ ": {storage.PolicySourceReady, nil},
		"https://b.example/":   {storage.PolicyFetchError, policy.ErrRefused},
		"https://c.example/":   {storage.PolicyTooShort, policy.ErrTooShort},
		"https://d.example/":   {storage.PolicyFetchError, policy.ErrTooLarge},
	} {
		source, err := b.reader.Read(t.Context(), url)
		if got := policy.StatusOf(err); got != want.status || !errors.Is(err, want.cause) {
			t.Errorf("%s: %q, %v, want %q, %v", url, got, err, want.status, want.cause)
		}
		if err != nil {
			continue
		}
		text := strings.TrimSpace(policyText("you"))
		want := policy.Source{
			Document: policy.Document{
				Text: text, Title: "Privacy", FinalURL: "https://a.example/#end", ContentType: "text/html", Origin: storage.PolicyDirect, Extractor: "test/1",
			},
			Hash: policy.Digest(text), Words: 545, Length: len(text),
		}
		if source != want {
			t.Errorf("source %+v, want %+v", source, want)
		}
	}
	if kept := all(t, b.store, storage.Tx.PolicyAnalyses); len(kept) != 0 {
		t.Errorf("kept %v", kept)
	}
	ctx, gone := context.WithCancel(t.Context())
	gone()
	if _, err := b.reader.Read(ctx, "https://a.example/"); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits any more: %v", err)
	}
}
