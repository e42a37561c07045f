package pagetext

import (
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

const (
	hiddenMail = "data-cfemail" // the attribute with an address that Cloudflare hides
	maxMail    = 1000           // bytes of it
)

// decodeMail returns the address in a hexadecimal text whose first byte is combined with
// each of the others by exclusive or.
func decodeMail(text string) (address string, ok bool) {
	coded, err := hex.DecodeString(text)
	if err != nil || len(coded) < 2 {
		return "", false
	}
	plain := coded[1:]
	for i := range plain {
		plain[i] ^= coded[0]
	}
	address = string(plain)
	return address, utf8.ValidString(address) && strings.Contains(address, "@") && !strings.ContainsAny(address, "\x00\n\r")
}
