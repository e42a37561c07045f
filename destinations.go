package auditor

import (
	"fmt"
	"net/url"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/notify"
)

// addresses checks the URLs of destinations: http guards web addresses, mail the rest.
type addresses struct{ http, mail *netguard.Guard }

// check returns an error if messages to this URL can never be delivered.
func (a addresses) check(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("%w: not a URL", netguard.ErrForbidden)
	}
	guard := a.mail
	if u.Scheme == "http" || u.Scheme == "https" {
		guard = a.http
	}
	port := u.Port()
	if port == "" {
		port = notify.StandardPort(u.Scheme)
	}
	return guard.CheckDial(u.Hostname(), port)
}
