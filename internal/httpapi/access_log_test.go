package httpapi_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

func TestRequestsAreLoggedAtDebug(t *testing.T) {
	t.Parallel()
	for level, want := range map[slog.Level][]string{
		slog.LevelInfo: nil,
		slog.LevelDebug: {
			"method=GET route=/api/apps status=200 bytes=3 client=127.0.0.1",
			"method=GET route=/api/apps/{id}/history-stats status=404 bytes=56 client=127.0.0.1",
			`method=GET route="" status=404 bytes=105 client=127.0.0.1`,
		},
	} {
		t.Run(level.String(), func(t *testing.T) {
			t.Parallel()
			var log strings.Builder
			a := newFleetAPI(t, func(cfg *httpapi.Config) {
				cfg.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
					if a.Key == slog.TimeKey || a.Key == slog.LevelKey || a.Key == "duration" {
						return slog.Attr{}
					}
					return a
				}}))
			})
			for _, path := range []string{"/api/apps", "/api/apps/7/history-stats", "/api/nowhere/7"} {
				a.do("GET", path, peer("127.0.0.1:9"))
			}
			var got []string
			for line := range strings.Lines(log.String()) {
				if access, ok := strings.CutPrefix(strings.TrimSpace(line), "msg=request "); ok {
					got = append(got, access)
				}
			}
			equal(t, want, got, "access log")
		})
	}
}
