package bundle

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/privacylabels/auditor/internal/viewstream"
	"github.com/privacylabels/auditor/storage"
)

// tableApp is an app of the JSON table.
type tableApp struct {
	storage.ShownApp
	PrivacyTypes          []storage.PrivacyType   `json:"privacyTypes"`
	PolicyAnalysis        *storage.PolicyAnalysis `json:"policyAnalysis"` // nil: the policy was never fetched
	AccessibilityFeatures []storage.Feature       `json:"accessibilityFeatures"`
}

// WriteJSON writes all apps with their labels and the state of their policies as
// one JSON object: exportedAt, and apps ordered by name and ID.
func (s *Service) WriteJSON(ctx context.Context, w io.Writer) error {
	now := storage.TimeOf(s.config.Now())
	return viewstream.Write(ctx, s.config.Store, w, func(tx *storage.Tx, out *bufio.Writer) error {
		if _, err := fmt.Fprintf(out, `{"exportedAt":%d,"apps":[`, now); err != nil {
			return err
		}
		enc := json.NewEncoder(out) // ends each app with a line feed
		enc.SetEscapeHTML(false)
		n := 0
		for app, err := range tx.Apps.List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			shown, err := tableAppOf(tx, app)
			if err != nil {
				return err
			}
			if n++; n > 1 {
				if err := out.WriteByte(','); err != nil {
					return err
				}
			}
			if err := enc.Encode(shown); err != nil {
				return err
			}
		}
		_, err := out.WriteString("]}\n")
		return err
	})
}

func tableAppOf(tx *storage.Tx, app storage.App) (tableApp, error) {
	label, err := labelOf(tx, app)
	if err != nil {
		return tableApp{}, err
	}
	features, err := storage.Collect(tx.Features.List(storage.FeatureQuery{App: app.ID}))
	if err != nil {
		return tableApp{}, err
	}
	shown := tableApp{ShownApp: app.Shown(), PrivacyTypes: orEmpty(label.Types), AccessibilityFeatures: orEmpty(features)}
	for i, t := range shown.PrivacyTypes {
		shown.PrivacyTypes[i].Categories = orEmpty(t.Categories)
	}
	state, found, err := storage.Find(tx.PolicyAnalyses, app.ID)
	if found {
		state.Log, state.Notes = orEmpty(state.Log), orEmpty(state.Notes)
		shown.PolicyAnalysis = &state
	}
	return shown, err
}

// orEmpty returns an empty list for nil, which would be null in JSON.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
