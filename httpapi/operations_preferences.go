package httpapi

import (
	"net/http"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/preferences"
)

func (d *describer) flagOperations() []operation {
	value := of[feature.Value](d)
	ok := openapi.Closed(openapi.Members{"ok": openapi.Boolean(), "scope": openapi.Text()})
	return []operation{
		{route: "GET /api/feature-flags", id: "featureFlags", answer: answer{schema: of[flagsAnswer](d)}, kept: true},
		{
			route: "POST /api/feature-flags/overrides", id: "overrideFlags",
			body: openapi.Object(openapi.Members{
				"key": openapi.Text().Says("One flag, with its value"), "value": value,
				"flags": openapi.List(openapi.Loose(openapi.Object(openapi.Members{
					"key": openapi.Loose(openapi.Text()), "override": openapi.Loose(openapi.OrNull(value)),
				}))).Says("In place of key: all overrides. What is no flag is skipped"),
			}).Says("Or an object of values by the names of flags, where null drops an override"),
			example: `{"key": "flag.notifications.types.label_changes", "value": "on"}`,
			answer:  answer{schema: openapi.AnyOf(of[oneOverrideAnswer](d), of[overridesAnswer](d))},
		},
		{
			route: "DELETE /api/feature-flags/overrides", id: "clearOverrides",
			query:  []parameter{{name: "surface", schema: openapi.TextFrom(1), says: "Only those of a surface"}},
			answer: answer{schema: ok},
		},
		{
			route: "DELETE /api/feature-flags/overrides/{key}", id: "clearOverride", answer: answer{schema: of[clearFlagAnswer](d)},
			path: []parameter{{name: "key", schema: openapi.Text(), says: "A feature flag", example: "flag.notifications.types.label_changes"}},
		},
		{route: "GET /api/focus", id: "focus", answer: answer{schema: of[focusAnswer](d)}, kept: true},
		{
			route: "POST /api/focus", id: "setFocus",
			body: openapi.Object(openapi.Members{
				"audience": openapi.OneOf(feature.AudienceSelf, feature.AudienceLovedOne, feature.AudienceGuardian),
				"monitor":  openapi.Loose(openapi.Boolean()), "cleanup": openapi.Loose(openapi.Boolean()),
				"minimal": openapi.Loose(openapi.Boolean()), "accessibility": openapi.Loose(openapi.Boolean()),
				"workflow": openapi.OneOf(feature.WorkflowSelfMonitor, feature.WorkflowSelfCleanup, feature.WorkflowOtherHandoff,
					feature.WorkflowOtherMonitor, feature.WorkflowCustom),
				"childAgeBand": openapi.OrNull(openapi.OneOf("under_9", "9_12", "13_15", "16_17", "18_plus", "")).Says("Missing: as it is"),
			}, "audience"),
			example: `{"audience": "self", "monitor": true}`,
			answer:  answer{schema: of[feature.Focus](d)},
		},
	}
}

func (d *describer) preferenceOperations() []operation {
	layout := answer{schema: of[layoutAnswer](d)}
	locale := openapi.OneOf(locales()...)
	mode := openapi.OneOf(preferences.AutoDate, "dmy", "mdy", "iso")
	format := answer{schema: of[dateFormatAnswer](d)}
	banner := answer{schema: of[preferencesAnswer](d)}
	operations := []operation{
		{route: "GET /api/preferences", id: "preferences", answer: banner, kept: true},
		{
			route: "PUT /api/preferences", id: "setPreferences",
			body:    openapi.Object(openapi.Members{"dismissManualAppsBanner": openapi.Boolean()}).Says(unknownRefused),
			example: `{"dismissManualAppsBanner": true}`, answer: banner,
		},
		{
			route: "GET /api/locale", id: "locale", answer: answer{schema: openapi.Closed(openapi.Members{
				"locale": locale, "explicitlySet": openapi.Boolean(), "supported": openapi.List(locale),
			})},
		},
		{
			route: "POST /api/locale", id: "setLocale", body: openapi.Object(openapi.Members{"locale": locale}, "locale"), example: `{"locale": "zh"}`,
			answer: answer{
				schema:  openapi.Closed(openapi.Members{"accepted": openapi.Boolean(), "locale": locale, "supported": openapi.List(locale)}),
				headers: []parameter{{name: "Set-Cookie", schema: openapi.Text(), says: "The language, for this browser"}},
			},
			refuses: map[int]*openapi.Schema{http.StatusBadRequest: d.fault("UnsupportedLocale", openapi.Members{
				"accepted": openapi.Boolean(), "locale": locale, "supported": openapi.List(locale),
			})},
		},
		{route: "GET /api/date-format", id: "dateFormat", answer: format, kept: true},
		{
			route: "POST /api/date-format", id: "setDateFormat", body: openapi.Object(openapi.Members{"mode": openapi.Loose(mode)}), example: `{"mode": "iso"}`, answer: format,
		},
		{route: "GET /api/dashboard/layout", id: "dashboard", answer: layout, kept: true},
		{
			route: "PUT /api/dashboard/layout", id: "setDashboard",
			body: openapi.Object(openapi.Members{"layout": openapi.Object(openapi.Members{
				"order": openapi.Loose(openapi.List(openapi.Loose(openapi.Text()))), "hidden": openapi.Loose(openapi.List(openapi.Loose(openapi.Text()))),
			})}, "layout"),
			example: `{"layout": {"order": [], "hidden": []}}`, answer: layout,
		},
		{route: "DELETE /api/dashboard/layout", id: "resetDashboard", answer: layout},
		{
			route: "POST /api/dashboard/layout/preset", id: "chooseDashboard",
			body:    openapi.Object(openapi.Members{"preset": openapi.OneOf(preferences.Presets()...)}, "preset"),
			example: `{"preset": "` + preferences.Presets()[0] + `"}`, answer: layout,
		},
		{route: "GET /api/user-tasks", id: "userTasks", answer: answer{schema: of[preferences.TaskList](d)}},
		{
			route: "POST /api/user-tasks", id: "changeUserTask",
			body: openapi.Object(openapi.Members{
				"action": openapi.OneOf(preferences.TaskStart, preferences.TaskDismiss, preferences.TaskReset, preferences.TaskOptIn,
					preferences.TaskVisit, preferences.TaskClear),
				"id":                  openapi.Loose(openapi.Text()).Says("The task; not with clear_all"),
				"missingPrerequisite": openapi.Loose(openapi.Text()).Says("With start: what the user does without"),
			}, "action"),
			example: `{"action": "clear_all"}`, answer: answer{schema: of[preferences.TaskList](d)},
		},
		{route: "POST /api/welcomed-at", id: "welcome", answer: answer{schema: of[welcomeAnswer](d)}},
	}
	for path, names := range map[string][3]string{
		"/api/coachmark-state": {"coachmarks", "completed", "setCoachmarks"}, "/api/dev-menu-state": {"devMenu", "enabled", "setDevMenu"},
	} {
		state := openapi.Closed(openapi.Members{names[1]: openapi.Boolean()})
		operations = append(operations,
			operation{route: "GET " + path, id: names[0], answer: answer{schema: state}, kept: true},
			operation{
				route: "POST " + path, id: names[2], answer: answer{schema: state},
				body: openapi.Object(openapi.Members{names[1]: openapi.Boolean()}, names[1]), example: `{"` + names[1] + `": true}`,
			})
	}
	return operations
}
