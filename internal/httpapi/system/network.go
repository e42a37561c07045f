package system

import (
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// maxHost is the maximum length of a host name (RFC 1035, section 2.3.4).
const maxHost = 253

// network is the path that a request seems to have taken, whether or not a proxy is
// trusted. It is informational: no decision depends on it.
type network struct {
	Host           storage.Text `json:"host"`                // the host name that the request names
	ForwardedHost  storage.Text `json:"forwardedHost"`       // the X-Forwarded-Host of the request; null: none
	ForwardedProto storage.Text `json:"forwardedProto"`      // the X-Forwarded-Proto of the request; null: none
	ForwardedFor   bool         `json:"forwardedForPresent"` // whether the request had X-Forwarded-For
	RealIP         bool         `json:"realIpPresent"`       // whether the request had X-Real-Ip
	Proxy          bool         `json:"proxyDetected"`       // whether the request came through a proxy
	Protocol       string       `json:"protocol"`            // "http", "https" or "unknown"
	Local          bool         `json:"localOnlyHost"`       // whether the host name belongs to this machine
	// Whether the host name belongs to a local network or a domain.
	BeyondLocal bool `json:"lanOrDomainHost"`
}

func networkOf(r *http.Request, isLocal func(host string) (local, ok bool)) network {
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
	n.Protocol = protocol(r, string(n.ForwardedProto))
	if n.ForwardedHost != "" {
		n.Host = n.ForwardedHost
	}
	if local, ok := isLocal(string(n.Host)); ok {
		n.Local, n.BeyondLocal = local, !local
	}
	return n
}

// protocol returns the protocol of the client, as far as it is known.
func protocol(r *http.Request, forwarded string) string {
	switch {
	case r.TLS != nil, forwarded == "https", strings.EqualFold(r.Header.Get("X-Forwarded-Ssl"), "on"):
		return "https"
	case forwarded == "http":
		return "http"
	}
	return "unknown"
}
