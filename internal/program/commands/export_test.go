package commands_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/privacylabels/auditor/internal/program/commands"
)

// An export that cannot be written says so, and does not blame the service.
func TestExportToFullDisk(t *testing.T) {
	t.Parallel()
	answers := map[string]string{"json": `{"apps":[` + strings.Repeat(`{"id":1},`, 10_000) + `{"id":1}]}`, "csv": "App Name,\nMaps,\n"}
	for format, answer := range answers {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			get := func(context.Context, string) (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader(answer)), nil
			}
			err := commands.Export{File: "-", Format: format}.Do(t.Context(), &commands.Env{Get: get, Out: fullDisk{}})
			if !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "not an export") {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

// fullDisk refuses all that is written.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }
