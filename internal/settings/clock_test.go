package settings_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
)

func TestTimeOfDayIsEachMinute(t *testing.T) {
	t.Parallel()
	for minute := range 24 * 60 {
		text := fmt.Sprintf("%02d:%02d", minute/60, minute%60)
		if at, ok := settings.TimeOfDay(text); !ok || at != time.Duration(minute)*time.Minute {
			t.Errorf("%s is %v, %t", text, at, ok)
		}
	}
}

// What is a time of day is what the form says, and nothing else.
func FuzzTimeOfDay(f *testing.F) {
	for _, text := range []string{"", "22:30", "24:00", "9:000", "009:0", "09:60", "+9:00", "09.00", "09:0x", "٠٩:٠", "-1:00", " 9:00"} {
		f.Add(text)
	}
	form := regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)
	f.Fuzz(func(t *testing.T, text string) {
		at, ok := settings.TimeOfDay(text)
		if ok != form.MatchString(text) {
			t.Fatalf("%q is a time of day: %t", text, ok)
		}
		if again := fmt.Sprintf("%02d:%02d", int(at.Hours()), int(at.Minutes())%60); ok && again != text {
			t.Fatalf("%q is %v, which is %s", text, at, again)
		}
	})
}

func TestTimeZoneIsTheNamedOneOrUTC(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"":                       "UTC",
		"UTC":                    "UTC",
		"Europe/Berlin":          "Europe/Berlin",
		"America/New_York":       "America/New_York",
		"Australia/Lord_Howe":    "Australia/Lord_Howe",
		"Local":                  "UTC", // the machine's is not asked
		"Mars/Olympus":           "UTC",
		"../Europe/Berlin":       "UTC",
		"a\x00b":                 "UTC",
		strings.Repeat("z", 1e6): "UTC",
	} {
		if got := settings.TimeZone(name); got.String() != want {
			t.Errorf("%.30q is %v, want %s", name, got, want)
		}
	}
}
