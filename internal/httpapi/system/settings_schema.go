package system

import (
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/settings"
)

// defined returns a schema with a name.
func defined(name string, schema func() *openapi.Schema) op.Schema {
	return func(r *openapi.Reflector) *openapi.Schema { return r.Define(name, nil, schema) }
}

// shownSettings describes the settings in answers, without secrets.
func shownSettings() *openapi.Schema {
	members := openapi.Members{
		"lastAutoSync":       openapi.Moment().Says("When the last scheduled sync began"),
		"syncRunning":        openapi.Boolean().Says("Whether a sync is running"),
		"adminTokenRequired": openapi.Boolean().Says("Whether requests that change something require the admin token"),
	}
	for _, s := range settings.All() {
		if members[s.Name] = settingSchema(s); s.Form == settings.SecretForm {
			members[s.Name] = openapi.Text().Says(s.Note)
		}
		if s.IsSet != "" {
			members[s.IsSet] = openapi.Boolean()
		}
	}
	return openapi.Closed(members)
}

// writtenSettings describes the settings in requests, where null means the default.
func writtenSettings() openapi.Members {
	members := make(openapi.Members)
	for _, s := range settings.All() {
		members[s.Name] = openapi.OrNull(settingSchema(s))
	}
	return members
}

// settingSchema describes the values of a setting.
func settingSchema(s settings.Setting) *openapi.Schema {
	schema := openapi.Text()
	switch s.Form {
	case settings.ChoiceForm:
		schema = openapi.OneOf(s.Choices...)
	case settings.FlagForm:
		schema = openapi.Boolean()
	case settings.NumberForm:
		schema = openapi.IntegerOf(s.Least, s.Most)
	case settings.TimeForm:
		schema = openapi.Moment()
	case settings.ClockForm:
		schema = schema.Says("Hours and minutes as HH:MM, or empty.")
	case settings.TimeZoneForm:
		schema = schema.Says("A name of the IANA time zone database.")
	case settings.FactorForm:
		schema = &openapi.Schema{Type: openapi.Types{"number"}}
	default:
		if s.Most > 0 {
			schema = openapi.TextOf(int(s.Least), int(s.Most))
		}
	}
	if s.Optional {
		schema = openapi.OrNull(schema)
	}
	if s.Note != "" {
		schema = schema.Says(s.Note)
	}
	return schema
}
