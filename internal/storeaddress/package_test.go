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

func TestPackage(t *testing.T) {
	t.Parallel()
	const page = "https://play.google.com/store/apps/details?id=org.example.notes"
	for address, want := range map[string]string{
		page: "org.example.notes", page + "&hl=de&gl=DE&referrer=utm_source%3Dx": "org.example.notes", "market://search?q=pname%3Aorg.example.notes": "org.example.notes",
		"https://play.google.com/store/search?q=pname:org.example.notes&c=apps": "org.example.notes", "https://play.google.com/apps/testing/org.example.notes": "org.example.notes",
		"https://www.google.com/url?q=https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3Fid%3Dorg.example.notes&sa=D": "org.example.notes",
		"https://web.archive.org/web/2023/https://play.google.com/store/apps/details?id=org.example.notes":                  "org.example.notes",
		"https://play.google.com/store/search?q=notes&c=apps":                                                               "", "https://play.google.com/store/apps/developer?id=Notes+LLC": "", "market://search?q=notes": "",
		"https://www.google.com/url?q=https://example.com/store/apps/details?id=org.example.notes": "", "https://apps.apple.com/app/id1": "",
	} {
		if got := storeaddress.Package(address); got != want {
			t.Errorf("Package(%q) = %q, want %q", address, got, want)
		}
	}
	for text, want := range map[string]bool{"com.whatsapp": true, "COM.WHATSAPP": true, "com.WhatsApp": true, "Com.Whatsapp": false, "booking.com": false, "ME.Time": false} {
		if got := storeaddress.BeginsAsPackage(text); got != want {
			t.Errorf("BeginsAsPackage(%q) = %v", text, got)
		}
	}
}
