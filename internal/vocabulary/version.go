package vocabulary

// Version returns a version as sentences have it: v before a number. A developer may have
// put letters before it.
func Version(number string) string {
	if number == "" || number[0] < '0' || number[0] > '9' {
		return number
	}
	return "v" + number
}
