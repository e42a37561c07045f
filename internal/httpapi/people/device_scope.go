package people

import (
	"context"
	"slices"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/httpapi/op"
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
func (d devices) setScope(ctx context.Context, r op.Request, in deviceScopeRequest) (device.Scoped, error) {
	named := in.Scope.Devices.Value
	scoped, err := d.devices.SetScope(ctx, device.Scope{Mode: in.Scope.Mode, Devices: named, Unattached: bool(in.Scope.Unattached)})
	if err != nil {
		return scoped, err
	}
	for _, id := range named {
		if !slices.ContainsFunc(scoped.Devices, func(d device.Summary) bool { return d.ID == id }) {
			r.IgnoreMember("scope.deviceIds[]")
		}
	}
	return scoped, nil
}
