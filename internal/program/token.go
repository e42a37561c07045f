package program

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
)

// maxTokenFile is the maximum size of a token file, in bytes.
const maxTokenFile = 4 << 10

// readToken reads the token from its file, unless the token itself is given. A flag takes
// precedence over a variable. It is an error to give both flags or both variables.
func readToken(c *config, token, file string) error {
	isFlag := func(name string) bool { return strings.HasPrefix(name, "-") }
	switch {
	case strings.ContainsFunc(c.AdminToken, unicode.IsControl):
		return fmt.Errorf("%s: the token has control characters, which a request cannot send", token)
	case c.AdminTokenFile == "":
		return nil
	case c.AdminToken != "" && isFlag(token) == isFlag(file):
		return fmt.Errorf("%s and %s: give one of them", token, file)
	case c.AdminToken != "" && isFlag(token):
		c.AdminTokenFile = ""
		return nil
	}
	secret, err := readSecretFile(c.AdminTokenFile)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if strings.ContainsFunc(secret, unicode.IsControl) {
		return fmt.Errorf("%s: %s must have the token on one line, and nothing else", file, c.AdminTokenFile)
	}
	c.AdminToken = secret
	return nil
}

// readSecretFile returns the content of a file without trailing line breaks, and without the
// byte order mark that editors of Windows begin a file with.
func readSecretFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxTokenFile+1))
	if err != nil {
		return "", err
	}
	secret := strings.TrimPrefix(string(bytes.TrimRight(text, "\r\n")), "\uFEFF")
	switch {
	case len(text) > maxTokenFile:
		return "", fmt.Errorf("%s is longer than %d bytes", path, maxTokenFile)
	case strings.TrimSpace(secret) == "":
		return "", fmt.Errorf("%s is blank", path)
	}
	return secret, nil
}

// checkAccess checks the combination of the settings about access. Its errors use the names
// under which the settings were given.
func checkAccess(c config, name func(flag string) string) error {
	switch {
	case c.RequireToken != "" && c.AdminToken == "" && c.TrustedHeader == "":
		return fmt.Errorf("%s: set AUDITOR_ADMIN_TOKEN too, or nothing could be read", name("require-token"))
	case c.TrustedHeader != "" && len(c.TrustedProxies) == 0:
		return fmt.Errorf("%s: set SERVICE_TRUSTED_PROXIES too, the addresses from which the header counts", name("trusted-header"))
	case c.TrustedHeader == "" && len(c.TrustedProxies) > 0:
		return fmt.Errorf("%s: set SERVICE_TRUSTED_HEADER too", name("trusted-proxies"))
	case c.TrustedHeader == "" && len(c.TrustedAdmins) > 0:
		return fmt.Errorf("%s: set SERVICE_TRUSTED_HEADER too", name("trusted-admins"))
	}
	return nil
}
