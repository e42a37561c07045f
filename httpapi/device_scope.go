package httpapi

import (
	"context"
	"encoding/json"

	"github.com/privacylabels/auditor/fleet/device"
)

// deviceScope answers "GET /api/device-scope".
func (a *API) deviceScope(ctx context.Context, _ nothing) (device.Scoped, error) {
	return a.cfg.Devices.Scope(ctx)
}

// deviceScopeRequest is PUT /api/device-scope.
type deviceScopeRequest struct{ scope device.Scope }

func (in *deviceScopeRequest) decode(r *request) error {
	var body struct {
		Scope json.RawMessage `json:"scope"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	if len(body.Scope) == 0 || body.Scope[0] != '{' {
		return badRequest("scope is missing or no object")
	}
	var scope struct {
		Mode       string            `json:"mode"`
		Devices    []json.RawMessage `json:"deviceIds"`
		Unattached json.RawMessage   `json:"includeUnattached"`
	}
	if err := decodeObject(body.Scope, &scope); err != nil {
		return err
	}
	in.scope = device.Scope{Mode: scope.Mode, Unattached: truthy(scope.Unattached)}
	for _, sent := range scope.Devices {
		if id, ok := jsonString(sent); ok {
			in.scope.Devices = append(in.scope.Devices, id)
		}
	}
	if err := in.scope.Validate(); err != nil {
		return badRequest("mode must be all or subset")
	}
	return nil
}

// setDeviceScope answers "PUT /api/device-scope".
func (a *API) setDeviceScope(ctx context.Context, in deviceScopeRequest) (device.Scoped, error) {
	return a.cfg.Devices.SetScope(ctx, in.scope)
}

// resetDeviceScope answers "DELETE /api/device-scope".
func (a *API) resetDeviceScope(ctx context.Context, _ nothing) (device.Scoped, error) {
	return a.cfg.Devices.ResetScope(ctx)
}
