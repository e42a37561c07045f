package storeaddress_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/storeaddress"
)

func TestIsPackage(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"com.whatsapp": true, "org.example.notes": true, "com.net": true, "signal.messenger": true,
		"Booking.com": false, "monday.com": false, "Notes": false, "1.2": false, "Mr. Jump": false,
	} {
		if got := storeaddress.IsPackage(text); got != want {
			t.Errorf("IsPackage(%q) = %v", text, got)
		}
	}
}
