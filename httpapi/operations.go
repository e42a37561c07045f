package httpapi

import (
	"net/http"
	"slices"

	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

// operations describe the routes, in no order.
func (d *describer) operations() []operation {
	return slices.Concat(
		d.fleetOperations(), d.reviewOperations(), d.changelogOperations(), d.notifyOperations(), d.runOperations(),
		d.manualOperations(), d.policyOperations(), d.statsOperations(),
		d.flagOperations(), d.preferenceOperations(), d.adminOperations(), d.backupOperations(), d.opsOperations(),
		d.deviceOperations(), d.importOperations(),
	)
}

// appID is an id of an app as it is sent: a number or its digits.
func appID() *openapi.Schema {
	return openapi.AnyOf(openapi.IntegerOf(0, int64(storage.MaxAppID)), openapi.Matching(`^[0-9]{1,20}$`))
}

// appDigits is an id of an app in a path or a query.
func appDigits() *openapi.Schema { return openapi.Matching(`^[0-9]{1,20}$`) }

// paging are the parameters of a list of which a part is answered.
func paging(most int64) []parameter {
	return []parameter{
		{name: "limit", schema: openapi.IntegerOf(1, most), says: "At most so many", example: 20},
		{name: "offset", schema: openapi.IntegerFrom(0), says: "Skip so many first", example: 0},
	}
}

// switches is a boolean parameter. Whatever else is sent is refused.
func switches() *openapi.Schema {
	return openapi.OneOf("1", "true", "yes", "on", "0", "false", "no", "off", "")
}

// moments is a parameter that is a moment. Whatever else is sent is refused.
func moments() *openapi.Schema {
	return openapi.AnyOf(openapi.Moment(), openapi.Matching(isoForm.String()))
}

// ignoredValues is the header that names what of the query counted for nothing.
func ignoredValues() parameter {
	return parameter{name: ignoredHeader, schema: openapi.Text(), says: "Values of the query that were ignored, as name=value with commas between them"}
}

// refusing are further statuses of refusals, with the common body.
func refusing(statuses ...int) map[int]*openapi.Schema {
	refuses := make(map[int]*openapi.Schema)
	for _, status := range statuses {
		refuses[status] = nil
	}
	return refuses
}

// storeRefusing is refusing with the statuses of a store that fails us.
func storeRefusing(more ...int) map[int]*openapi.Schema {
	return refusing(append(more, http.StatusBadGateway, http.StatusGatewayTimeout, http.StatusNotImplemented)...)
}
