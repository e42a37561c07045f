// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"context"
)

// Coachmarks is "GET /api/coachmark-state": get which hints were seen.
func (c *Client) Coachmarks(ctx context.Context) (CoachmarksAnswer, error) {
	call := request{method: "GET", path: "/api/coachmark-state"}
	return fetch[CoachmarksAnswer](ctx, c, call)
}

// SetCoachmarks is "POST /api/coachmark-state": mark a hint as seen.
// At most 30 calls in 60 seconds.
func (c *Client) SetCoachmarks(ctx context.Context, body SetCoachmarksBody) (SetCoachmarksAnswer, error) {
	call := request{method: "POST", path: "/api/coachmark-state"}
	call.value = body
	return fetch[SetCoachmarksAnswer](ctx, c, call)
}

// ResetDashboard is "DELETE /api/dashboard/layout": reset the dashboard layout.
// At most 20 calls in 60 seconds.
func (c *Client) ResetDashboard(ctx context.Context) (LayoutAnswer, error) {
	call := request{method: "DELETE", path: "/api/dashboard/layout"}
	return fetch[LayoutAnswer](ctx, c, call)
}

// Dashboard is "GET /api/dashboard/layout": get the dashboard layout.
func (c *Client) Dashboard(ctx context.Context) (LayoutAnswer, error) {
	call := request{method: "GET", path: "/api/dashboard/layout"}
	return fetch[LayoutAnswer](ctx, c, call)
}

// SetDashboard is "PUT /api/dashboard/layout": set the dashboard layout.
// At most 60 calls in 60 seconds.
func (c *Client) SetDashboard(ctx context.Context, body SetDashboardBody) (LayoutAnswer, error) {
	call := request{method: "PUT", path: "/api/dashboard/layout"}
	call.value = body
	return fetch[LayoutAnswer](ctx, c, call)
}

// ChooseDashboard is "POST /api/dashboard/layout/preset": choose a dashboard preset.
// At most 30 calls in 60 seconds.
func (c *Client) ChooseDashboard(ctx context.Context, body ChooseDashboardBody) (LayoutAnswer, error) {
	call := request{method: "POST", path: "/api/dashboard/layout/preset"}
	call.value = body
	return fetch[LayoutAnswer](ctx, c, call)
}

// DateFormat is "GET /api/date-format": get the date format.
func (c *Client) DateFormat(ctx context.Context) (DateFormatAnswer, error) {
	call := request{method: "GET", path: "/api/date-format"}
	return fetch[DateFormatAnswer](ctx, c, call)
}

// SetDateFormat is "POST /api/date-format": set the date format.
func (c *Client) SetDateFormat(ctx context.Context, body SetDateFormatBody) (DateFormatAnswer, error) {
	call := request{method: "POST", path: "/api/date-format"}
	call.value = body
	return fetch[DateFormatAnswer](ctx, c, call)
}

// DevMenu is "GET /api/dev-menu-state": get whether the developer menu is shown.
func (c *Client) DevMenu(ctx context.Context) (DevMenuAnswer, error) {
	call := request{method: "GET", path: "/api/dev-menu-state"}
	return fetch[DevMenuAnswer](ctx, c, call)
}

// SetDevMenu is "POST /api/dev-menu-state": show or hide the developer menu.
// At most 30 calls in 60 seconds.
func (c *Client) SetDevMenu(ctx context.Context, body SetDevMenuBody) (SetDevMenuAnswer, error) {
	call := request{method: "POST", path: "/api/dev-menu-state"}
	call.value = body
	return fetch[SetDevMenuAnswer](ctx, c, call)
}

// Locale is "GET /api/locale": get the language.
func (c *Client) Locale(ctx context.Context) (LocaleAnswer, error) {
	call := request{method: "GET", path: "/api/locale"}
	return fetch[LocaleAnswer](ctx, c, call)
}

// SetLocale is "POST /api/locale": set the language.
func (c *Client) SetLocale(ctx context.Context, body SetLocaleBody) (SetLocaleAnswer, error) {
	call := request{method: "POST", path: "/api/locale"}
	call.value = body
	return fetch[SetLocaleAnswer](ctx, c, call)
}

// Preferences is "GET /api/preferences": get the preferences.
func (c *Client) Preferences(ctx context.Context) (PreferencesAnswer, error) {
	call := request{method: "GET", path: "/api/preferences"}
	return fetch[PreferencesAnswer](ctx, c, call)
}

// SetPreferences is "PUT /api/preferences": set preferences.
func (c *Client) SetPreferences(ctx context.Context, body SetPreferencesBody) (PreferencesAnswer, error) {
	call := request{method: "PUT", path: "/api/preferences"}
	call.value = body
	return fetch[PreferencesAnswer](ctx, c, call)
}

// UserTasks is "GET /api/user-tasks": list the user's tasks.
func (c *Client) UserTasks(ctx context.Context) (TaskList, error) {
	call := request{method: "GET", path: "/api/user-tasks"}
	return fetch[TaskList](ctx, c, call)
}

// ChangeUserTask is "POST /api/user-tasks": change a user task.
// At most 60 calls in 60 seconds.
func (c *Client) ChangeUserTask(ctx context.Context, body ChangeUserTaskBody) (TaskList, error) {
	call := request{method: "POST", path: "/api/user-tasks"}
	call.value = body
	return fetch[TaskList](ctx, c, call)
}

// Welcome is "POST /api/welcomed-at": record that the user was welcomed.
func (c *Client) Welcome(ctx context.Context) (WelcomeAnswer, error) {
	call := request{method: "POST", path: "/api/welcomed-at"}
	return fetch[WelcomeAnswer](ctx, c, call)
}
