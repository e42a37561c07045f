package serving

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
)

// Announce writes one line with the address at which requests are accepted: to the log if
// its format is json, else to w.
func Announce(ctx context.Context, address, logFormat string, log *slog.Logger, w io.Writer) error {
	if logFormat == jsonFormat {
		log.InfoContext(ctx, "listening", "url", "http://"+address)
		return nil
	}
	_, err := fmt.Fprintf(w, "listening on http://%s\n", address)
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
