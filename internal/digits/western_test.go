package digits_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/digits"
)

func TestWestern(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1.299,50 €": "1.299,50 €", "١٬٢٩٩٫٥٠": "1٬299.50", "۴۹۹": "499", "६७": "67", "６００円": "600円", "½ Ⅳ ①": "½ Ⅳ ①",
	} {
		if got := strings.Map(digits.Western, text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
