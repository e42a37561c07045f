package serving

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
)

// Announce writes one line with the URL at which this machine can reach a listener: to the log
// if its format is json, else to w. The log also has its address if that stands for all.
func Announce(ctx context.Context, bound net.Addr, logFormat string, log *slog.Logger, w io.Writer) error {
	url := "http://" + bound.String()
	if Wildcard(bound) {
		_, port, err := net.SplitHostPort(bound.String())
		if err != nil {
			return err
		}
		url = "http://" + net.JoinHostPort("127.0.0.1", port)
	}
	if logFormat == jsonFormat {
		log.InfoContext(ctx, "listening", "url", url, "address", bound.String())
		return nil
	}
	if Wildcard(bound) {
		log.InfoContext(ctx, "listening on all addresses of this machine", "address", bound.String())
	}
	_, err := fmt.Fprintf(w, "listening on %s\n", url)
	return err
}

// WarnIfOpen logs a warning if a listener is on all addresses while nothing says that others
// can reach the service. With a token they cannot do everything.
func WarnIfOpen(ctx context.Context, bound net.Addr, token bool, log *slog.Logger) {
	switch {
	case !Wildcard(bound):
	case token:
		log.WarnContext(ctx, "listening on all addresses: everyone who can reach this machine can change what needs no token; set SERVICE_NETWORK_EXPOSED")
	default:
		log.WarnContext(ctx, "listening on all addresses without an admin token: everyone who can reach this machine can change everything")
	}
}

// Wildcard reports whether an address stands for all of the machine.
func Wildcard(a net.Addr) bool {
	ap, err := netip.ParseAddrPort(a.String())
	return err == nil && ap.Addr().IsUnspecified()
}
