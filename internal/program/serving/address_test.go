package serving_test

import (
	"log/slog"
	"net"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/program/serving"
)

func TestAnnounce(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]struct{ text, json string }{
		"127.0.0.1:3000":  {"listening on http://127.0.0.1:3000\n", `"url":"http://127.0.0.1:3000","address":"127.0.0.1:3000"`},
		"[2001:db8::1]:1": {"listening on http://[2001:db8::1]:1\n", `"url":"http://[2001:db8::1]:1","address":"[2001:db8::1]:1"`},
		"[::]:80":         {"listening on http://127.0.0.1:80\n", `"url":"http://127.0.0.1:80","address":"[::]:80"`},
		"0.0.0.0:80":      {"listening on http://127.0.0.1:80\n", `"url":"http://127.0.0.1:80","address":"0.0.0.0:80"`},
	} {
		t.Run(address, func(t *testing.T) {
			t.Parallel()
			bound, err := net.ResolveTCPAddr("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			var text, log strings.Builder
			logger := slog.New(slog.NewJSONHandler(&log, nil))
			for _, format := range []string{"text", "json"} {
				if err := serving.Announce(t.Context(), bound, format, logger, &text); err != nil {
					t.Fatal(err)
				}
			}
			if text.String() != want.text || !strings.Contains(log.String(), want.json) {
				t.Errorf("%q and %s; want %q and %s", &text, &log, want.text, want.json)
			}
		})
	}
}
