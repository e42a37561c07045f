package storage_test

import (
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func TestParseAppKey(t *testing.T) {
	t.Parallel()
	want := storage.Number(storage.SourcePlay, "org.example.app", 0)
	if !want.IsNumber() || want > storage.MaxAppID {
		t.Errorf("the number %d is out of range", want)
	}
	for text, id := range map[string]storage.AppID{"org.example.app": want, "310633997": 310633997} {
		if got, err := storage.ParseAppKey(text); got != id || err != nil {
			t.Errorf("ParseAppKey(%q) = %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "org", "org.", ".org", "org..app", "org.1app", "org.ex-ample", "org.example app", "1.5", "münchen.app"} {
		if got, err := storage.ParseAppKey(text); err == nil {
			t.Errorf("ParseAppKey(%q) = %d", text, got)
		}
	}
}
