package serving

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor"
)

// Access is what a program's settings say about who may do what.
type Access struct {
	AdminToken     string
	RequireToken   string // "all": reading needs a token too
	TrustedHeader  string
	TrustedProxies []netip.Prefix
	TrustedAdmins  []string
	AllowedHosts   []string
	NetworkExposed bool
	TrustProxy     bool
}

// Check checks the combination of the settings. Name returns the name under which the setting
// of a flag was given, for the errors.
func (a Access) Check(name func(flag string) string) error {
	var errs []error
	refuse := func(flag, instead string) { errs = append(errs, fmt.Errorf("%s: %s", name(flag), instead)) }
	if strings.ContainsFunc(a.AdminToken, unicode.IsControl) {
		refuse("admin-token", "the token has control characters, which a request cannot send")
	}
	if a.RequireToken != "" && a.AdminToken == "" && a.TrustedHeader == "" {
		refuse("require-token", "set AUDITOR_ADMIN_TOKEN too, or nothing could be read")
	}
	if a.TrustedHeader != "" && len(a.TrustedProxies) == 0 {
		refuse("trusted-header", "set SERVICE_TRUSTED_PROXIES too, the addresses from which the header counts")
	}
	if a.TrustedHeader == "" && len(a.TrustedProxies) > 0 {
		refuse("trusted-proxies", "set SERVICE_TRUSTED_HEADER too")
	}
	if a.TrustedHeader == "" && len(a.TrustedAdmins) > 0 {
		refuse("trusted-admins", "set SERVICE_TRUSTED_HEADER too")
	}
	return errors.Join(errs...)
}

// Options returns the options of an auditor with the settings.
func (a Access) Options() []auditor.Option {
	options := []auditor.Option{
		auditor.WithAdminToken(a.AdminToken),
		auditor.WithRequireTokenToRead(a.RequireToken == "all"),
		auditor.WithTrustedAdmins(a.TrustedAdmins...),
		auditor.WithAllowedHosts(a.AllowedHosts...),
		auditor.WithNetworkExposed(a.NetworkExposed),
		auditor.WithTrustProxy(a.TrustProxy),
	}
	if a.TrustedHeader != "" {
		options = append(options, auditor.WithTrustedHeader(a.TrustedHeader, a.TrustedProxies...))
	}
	return options
}

// ParseNetworks parses networks such as 10.0.0.0/24. A single address is a network of one.
func ParseNetworks(list []string) (networks []netip.Prefix, err error) {
	for _, item := range list {
		network, bad := netip.ParsePrefix(item)
		if addr, single := netip.ParseAddr(item); single == nil && addr.Zone() == "" {
			network, bad = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if bad != nil {
			err = errors.Join(err, fmt.Errorf("%.80q is not an address or a network such as 10.0.0.0/24", item))
		}
		networks = append(networks, network.Masked())
	}
	return networks, err
}

// maxTokenFile is the maximum size of a token file, in bytes.
const maxTokenFile = 4 << 10

// ReadToken returns the token in a file, without trailing line breaks, and without the byte
// order mark that editors of Windows begin a file with. A blank one is an error: without a
// token everything would be open.
func ReadToken(path string) (string, error) {
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
