package flags

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/privacylabels/auditor/internal/program/cmdline"
	"github.com/privacylabels/auditor/internal/streams"
)

// readToken reads the token from its file. A flag takes precedence over a variable. It is an
// error to give both flags or both variables.
func (s *Settings) readToken(p *cmdline.Program) error {
	token, file := p.Flag("admin-token"), p.Flag("admin-token-file")
	switch {
	case s.AdminTokenFile == "":
		return nil
	case s.AdminToken != "" && token.FromVariable() == file.FromVariable():
		return fmt.Errorf("%s and %s: give one of them", token.Source(), file.Source())
	case s.AdminToken != "" && file.FromVariable():
		s.AdminTokenFile = ""
		return nil
	}
	secret, err := readTokenFile(s.AdminTokenFile)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Source(), err)
	}
	s.AdminToken = secret
	return nil
}

// checkAccess checks the combination of the settings about who may do what. A setting that was
// given and not understood is not missing.
func (s *Settings) checkAccess(p *cmdline.Program) error {
	var errs []error
	refuse := func(flag, instead string, others ...string) {
		for _, other := range others {
			if p.Flag(other).Err() != nil {
				return
			}
		}
		errs = append(errs, fmt.Errorf("%s: %s", p.Flag(flag).Source(), instead))
	}
	switch {
	case strings.ContainsFunc(s.AdminToken, unicode.IsControl):
		refuse("admin-token", "the token has control characters, which a request cannot send")
	case len(s.AdminToken) > maxTokenFile:
		refuse("admin-token", fmt.Sprintf("the token is longer than %d bytes", maxTokenFile))
	}
	if s.RequireToken != "" && s.AdminToken == "" && s.TrustedHeader == "" {
		refuse("require-token", "set AUDITOR_ADMIN_TOKEN too, or nothing could be read", "admin-token", "trusted-header")
	}
	if s.TrustedHeader != "" && len(s.TrustedProxies) == 0 {
		refuse("trusted-header", "set SERVICE_TRUSTED_PROXIES too, the addresses from which the header counts", "trusted-proxies")
	}
	if s.TrustedHeader == "" && len(s.TrustedProxies) > 0 {
		refuse("trusted-proxies", "set SERVICE_TRUSTED_HEADER too", "trusted-header")
	}
	if s.TrustedHeader == "" && len(s.TrustedAdmins) > 0 {
		refuse("trusted-admins", "set SERVICE_TRUSTED_HEADER too", "trusted-header")
	}
	return errors.Join(errs...)
}

// maxTokenFile is the maximum size of a token and of its file, in bytes.
const maxTokenFile = 4 << 10

// tokenFileTimeout is how long the token may take to come through a pipe.
const tokenFileTimeout = 10 * time.Second

var errNoToken = fmt.Errorf("nothing has written the token to it for %s", tokenFileTimeout)

// readTokenFile returns the token in a file, without trailing line breaks, and without the byte
// order mark that editors of Windows begin a file with. A blank one is an error: without a
// token everything would be open.
func readTokenFile(path string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(context.Background(), tokenFileTimeout, errNoToken)
	defer cancel()
	f, _, err := streams.Open(ctx, path)
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
	case strings.ContainsFunc(token, unicode.IsControl), token != strings.TrimSpace(token):
		return "", fmt.Errorf("%s must have the token on one line, and nothing else", path)
	}
	return token, nil
}
