package people

import (
	"context"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/httpapi/internal/op"
)

type deviceScopeRequest struct {
	Scope sentScope `json:"scope" op:"required" doc:"The devices whose apps the user wants to see."`
}

type sentScope struct {
	Mode       string                          `json:"mode" op:"required" enum:"all,subset" doc:"Whether to show all apps or a subset."`
	Devices    op.Nullable[op.Fitting[string]] `json:"deviceIds" doc:"With subset: the devices to show. Unknown devices are ignored."`
	Unattached op.Truthy                       `json:"includeUnattached" doc:"With subset: also show apps that are on no device."`
}

// setScope chooses the devices whose apps are shown.
func (d devices) setScope(ctx context.Context, in deviceScopeRequest) (device.Scoped, error) {
	return d.devices.SetScope(ctx, device.Scope{
		Mode: in.Scope.Mode, Devices: in.Scope.Devices.Value, Unattached: bool(in.Scope.Unattached),
	})
}
