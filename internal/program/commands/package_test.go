package commands

import "testing"

func TestIsPackage(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"com.whatsapp": true, "org.example.notes": true, "com.net": true, "signal.messenger": true,
		"Booking.com": false, "monday.com": false, "Notes": false, "1.2": false, "Mr. Jump": false,
	} {
		if got := isPackage(text); got != want {
			t.Errorf("isPackage(%q) = %v", text, got)
		}
	}
}
