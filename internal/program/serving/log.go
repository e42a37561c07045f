package serving

import (
	"io"
	"log/slog"
)

// jsonFormat is the format of a log each line of which is read as JSON.
const jsonFormat = "json"

// NewLogger returns a log in a format, text or json, of what has at least a level.
func NewLogger(w io.Writer, format string, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == jsonFormat {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
