package ui

import (
	"context"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Purpose returns what the installation is for: one of the purposes of the settings.
func (k *Kit) Purpose(ctx context.Context) (string, error) {
	return storage.View(ctx, k.Store, func(tx *storage.Tx) (string, error) {
		shown, err := settings.Text(tx, settings.Purpose)
		if shown == "" {
			shown = settings.PurposeUnasked
		}
		return shown, err
	})
}
