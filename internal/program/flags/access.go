package flags

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
)

// Complete reads the token from its file, unless the token itself is given, and checks the
// combination of the settings about who may do what.
func (s *Settings) Complete(r *Reader) error {
	if err := s.readToken(r.Name("admin-token"), r.Name("admin-token-file")); err != nil {
		return err
	}
	if r.faults["trusted-header"] != nil || r.faults["trusted-proxies"] != nil {
		return nil // a setting that was not understood is not missing
	}
	return s.checkAccess(r.Name)
}

// readToken reads the token from its file. A flag takes precedence over a variable. It is an
// error to give both flags or both variables.
func (s *Settings) readToken(token, file string) error {
	isFlag := func(name string) bool { return strings.HasPrefix(name, "-") }
	switch {
	case s.AdminTokenFile == "":
		return nil
	case s.AdminToken != "" && isFlag(token) == isFlag(file):
		return fmt.Errorf("%s and %s: give one of them", token, file)
	case s.AdminToken != "" && isFlag(token):
		s.AdminTokenFile = ""
		return nil
	}
	secret, err := readTokenFile(s.AdminTokenFile)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	s.AdminToken = secret
	return nil
}

// checkAccess checks the settings about who may do what. Name returns the name under which the
// setting of a flag was given, for the errors.
func (s *Settings) checkAccess(name func(flag string) string) error {
	var errs []error
	refuse := func(flag, instead string) { errs = append(errs, fmt.Errorf("%s: %s", name(flag), instead)) }
	if strings.ContainsFunc(s.AdminToken, unicode.IsControl) {
		refuse("admin-token", "the token has control characters, which a request cannot send")
	}
	if s.RequireToken != "" && s.AdminToken == "" && s.TrustedHeader == "" {
		refuse("require-token", "set AUDITOR_ADMIN_TOKEN too, or nothing could be read")
	}
	if s.TrustedHeader != "" && len(s.TrustedProxies) == 0 {
		refuse("trusted-header", "set SERVICE_TRUSTED_PROXIES too, the addresses from which the header counts")
	}
	if s.TrustedHeader == "" && len(s.TrustedProxies) > 0 {
		refuse("trusted-proxies", "set SERVICE_TRUSTED_HEADER too")
	}
	if s.TrustedHeader == "" && len(s.TrustedAdmins) > 0 {
		refuse("trusted-admins", "set SERVICE_TRUSTED_HEADER too")
	}
	return errors.Join(errs...)
}

// maxTokenFile is the maximum size of a token file, in bytes.
const maxTokenFile = 4 << 10

// readTokenFile returns the token in a file, without trailing line breaks, and without the byte
// order mark that editors of Windows begin a file with. A blank one is an error: without a
// token everything would be open.
func readTokenFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxTokenFile+1))
	if err != nil {
		return "", err
	}
	token := strings.TrimPrefix(string(bytes.TrimRight(text, "\r\n")), "\uFEFF")
	switch {
	case len(text) > maxTokenFile:
		return "", fmt.Errorf("%s is longer than %d bytes", path, maxTokenFile)
	case strings.TrimSpace(token) == "":
		return "", fmt.Errorf("%s is blank", path)
	case strings.ContainsFunc(token, unicode.IsControl):
		return "", fmt.Errorf("%s must have the token on one line, and nothing else", path)
	}
	return token, nil
}
