package serving

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
)

// Announce writes one line with the URL at which this machine can reach a listener, which for
// one on all addresses it says: to the log if its format is json, else to w.
func Announce(ctx context.Context, bound net.Addr, logFormat string, log *slog.Logger, w io.Writer) error {
	url, others := "http://"+bound.String(), ""
	if Wildcard(bound) {
		_, port, err := net.SplitHostPort(bound.String())
		if err != nil {
			return err
		}
		url, others = "http://"+net.JoinHostPort("127.0.0.1", port), ", and on all other addresses of this machine"
	}
	if logFormat == jsonFormat {
		log.InfoContext(ctx, "listening", "url", url, "address", bound.String())
		return nil
	}
	_, err := fmt.Fprintf(w, "listening on %s%s\n", url, others)
	return err
}

// WarnIfOpen logs a warning if a listener without protection is on all addresses.
func WarnIfOpen(ctx context.Context, bound net.Addr, log *slog.Logger) {
	if Wildcard(bound) {
		log.WarnContext(ctx, "listening on all addresses without an admin token: everyone who can reach this machine can change everything")
	}
}

// Wildcard reports whether an address stands for all of the machine.
func Wildcard(a net.Addr) bool {
	ap, err := netip.ParseAddrPort(a.String())
	return err == nil && ap.Addr().IsUnspecified()
}
