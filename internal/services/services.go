package services

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// Set is all services, over the one store of Env. Every field is required.
type Set struct {
	storage.Env

	Fleet      *tracked.Service
	History    *history.Service
	Imports    *imports.Service
	Runs       *runner.Engine // has the jobs of Fleet, History, Policies and Imports
	Policies   *policy.Service
	Models     *llm.Models
	Manual     *manual.Service
	Changelog  *changelog.Reader
	Inbox      *notify.Inbox
	Outbox     *notify.Outbox
	Reviews    *review.Service
	Devices    *device.Service
	ReadTokens *readtoken.Service
	Bundles    *bundle.Service
	Datasets   *dataset.Service
	Backup     *backup.Service
	Snapshots  *snapshots.Service
}

// Check returns an error for each service that is missing. Only the logger may be.
func (s Set) Check() error {
	var missing []error
	for field, value := range reflect.ValueOf(s).Fields() {
		if field.Anonymous {
			continue
		}
		if value.IsZero() {
			missing = append(missing, fmt.Errorf("no %s", field.Name))
		}
	}
	return errors.Join(append(missing, s.Env.Check())...)
}
