package serving

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/privacylabels/auditor/internal/terminal"
)

// jsonFormat is the format of a log each line of which is read as JSON.
const jsonFormat = "json"

// NewLogger returns a log in a format, text or json, of what has at least a level. It is safe to
// show on a terminal.
func NewLogger(w io.Writer, format string, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == jsonFormat {
		return slog.New(slog.NewJSONHandler(terminal.NewJSONWriter(w), options))
	}
	return slog.New(slog.NewTextHandler(terminal.NewWriter(w), options))
}

// Warn logs the warnings of settings.
func Warn(ctx context.Context, log *slog.Logger, warnings []string) {
	for _, warning := range warnings {
		log.WarnContext(ctx, warning)
	}
}

// ReportSettings writes why the settings of a program are refused: an error on each line or, if
// a program reads all that this one writes, a line of a log in JSON.
func ReportSettings(ctx context.Context, w io.Writer, program string, inJSON bool, err error) {
	if inJSON {
		NewLogger(w, jsonFormat, slog.LevelError).ErrorContext(ctx, "settings not valid", "error", err)
		return
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(w, "%s: %s\n", program, terminal.Printable(line))
	}
	fmt.Fprintln(w, "Run with --help for all commands and settings.")
}
