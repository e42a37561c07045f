package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// network is the way that a request seems to have come. It is told whether or not
// a proxy is trusted, and nothing is decided by it.
type network struct {
	Host           storage.Text `json:"host"`
	ForwardedHost  storage.Text `json:"forwardedHost"`
	ForwardedProto storage.Text `json:"forwardedProto"`
	ForwardedFor   bool         `json:"forwardedForPresent"`
	RealIP         bool         `json:"realIpPresent"`
	Proxy          bool         `json:"proxyDetected"`
	Protocol       string       `json:"protocol"` // http, https, unknown
	Local          bool         `json:"localOnlyHost"`
	BeyondLocal    bool         `json:"lanOrDomainHost"`
}

// networkRequest is a request that is about itself.
type networkRequest struct{ network network }

func (in *networkRequest) decode(r *request) error {
	first := func(name string) string {
		value, _, _ := strings.Cut(r.Header.Get(name), ",")
		return strings.ToValidUTF8(strings.TrimSpace(value), "")
	}
	n := network{
		Host:           storage.Text(strings.ToValidUTF8(r.Host, "")),
		ForwardedHost:  storage.Text(first("X-Forwarded-Host")),
		ForwardedProto: storage.Text(strings.ToLower(first("X-Forwarded-Proto"))),
		ForwardedFor:   r.Header.Get("X-Forwarded-For") != "",
		RealIP:         r.Header.Get("X-Real-Ip") != "",
	}
	if len(n.ForwardedHost) > maxHost {
		n.ForwardedHost = n.ForwardedHost[:maxHost]
	}
	if len(n.ForwardedProto) > len("https") {
		n.ForwardedProto = "unknown"
	}
	n.Proxy = n.ForwardedHost != "" || n.ForwardedProto != "" || n.ForwardedFor || n.RealIP ||
		r.Header.Get("X-Forwarded-Port") != "" || r.Header.Get("X-Forwarded-Ssl") != ""
	n.Protocol = protocol(r.Request, string(n.ForwardedProto))
	if n.ForwardedHost != "" {
		n.Host = n.ForwardedHost
	}
	if at, ok := parseAuthority(string(n.Host)); ok {
		n.Local = isLoopback(at.host)
		n.BeyondLocal = !n.Local
	}
	in.network = n
	return nil
}

// protocol says how the client came, as far as is known.
func protocol(r *http.Request, forwarded string) string {
	switch {
	case r.TLS != nil, forwarded == "https", strings.EqualFold(r.Header.Get("X-Forwarded-Ssl"), "on"):
		return "https"
	case forwarded == "http":
		return "http"
	}
	return "unknown"
}

// ambiguous says whether an address to listen on leaves open who reaches it: a
// wildcard, or a name that is not this machine's own.
func ambiguous(bind string) bool {
	if bind == "" {
		return false
	}
	host, _, err := net.SplitHostPort(bind)
	if err != nil {
		host = strings.Trim(bind, "[]")
	}
	if host == "" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return !isLoopback(strings.ToLower(host))
	}
	return addr.IsUnspecified()
}
