package people

import (
	"context"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/httpapi/internal/op"
)

// deviceScope is the choice of devices whose apps are shown.
type deviceScope struct{ devices *device.Service }

func (d deviceScope) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/device-scope", ID: "deviceScope", Group: "devices", Summary: "Get the device scope", Cached: true,
		}, d.devices.Scope),
		op.New(op.Spec{
			Route: "PUT /api/device-scope", ID: "setDeviceScope", Group: "devices", Summary: "Set the device scope", MaxBody: 8 << 10,
			Example: `{"scope": {"mode": "subset", "deviceIds": ["1"], "includeUnattached": false}}`,
		}, d.set),
		op.NewPlain(op.Spec{
			Route: "DELETE /api/device-scope", ID: "resetDeviceScope", Group: "devices", Summary: "Reset the device scope",
		}, d.devices.ResetScope),
	}
}

type deviceScopeRequest struct {
	Scope sentScope `json:"scope" op:"required" doc:"The devices whose apps the user wants to see."`
}

type sentScope struct {
	Mode       string                          `json:"mode" op:"required" enum:"all,subset" doc:"Whether to show all apps or a subset."`
	Devices    op.Nullable[op.Fitting[string]] `json:"deviceIds" doc:"With subset: the devices to show. Unknown devices are ignored."`
	Unattached op.Truthy                       `json:"includeUnattached" doc:"With subset: also show apps that are on no device."`
}

func (d deviceScope) set(ctx context.Context, in deviceScopeRequest) (device.Scoped, error) {
	return d.devices.SetScope(ctx, device.Scope{
		Mode: in.Scope.Mode, Devices: in.Scope.Devices.Value, Unattached: bool(in.Scope.Unattached),
	})
}
