// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SetAccessibilityProfileBody is the body of [Client.SetAccessibilityProfile].
type SetAccessibilityProfileBody struct {
	Profile Optional[map[string]string] `json:"profile,omitzero"` // Needs by accessibility feature. May also be sent without this wrapper.
}

// AnnotateBody is the body of [Client.Annotate].
type AnnotateBody struct {
	AppID      int64   `json:"appId"`               // The ID of the app
	Body       string  `json:"body"`                // The text of the note
	ChangeID   *string `json:"changeId,omitzero"`   // The ID of the change that the note is about, as in the changelog. It must be a change of the app.
	Content    *string `json:"content,omitzero"`    // An alias of body
	Source     *string `json:"source,omitzero"`     // user, imported: The source
	SourceName *string `json:"sourceName,omitzero"` // Who wrote the note, if not the user
	Tag        *string `json:"tag,omitzero"`        // concern, positive, follow_up, other: What the note is about; missing: not set
	Visibility *string `json:"visibility,omitzero"` // export, private: Defaults to private. Private notes are never part of an audit bundle.
}

// EditAnnotationBody is the body of [Client.EditAnnotation].
type EditAnnotationBody struct {
	Body       *string          `json:"body,omitzero"`       // The text of the note
	Content    *string          `json:"content,omitzero"`    // An alias of body
	Tag        Optional[string] `json:"tag,omitzero"`        // concern, positive, follow_up, other, null: What the note is about; null: not set
	Visibility *string          `json:"visibility,omitzero"` // export, private: Whether the note may be part of an audit bundle: export or private
}

// AcknowledgeBody is the body of [Client.Acknowledge].
type AcknowledgeBody struct {
	Action     *string `json:"action,omitzero"`     // reviewed, dismissed, snoozed, unsnoozed: Defaults to reviewed. Unknown actions are refused.
	SnoozeDays *int64  `json:"snoozeDays,omitzero"` // 1, 7 or 30. Defaults to 7. It has no effect without the action snoozed.
}

// UndoAcknowledgeBody is the body of [Client.UndoAcknowledge].
type UndoAcknowledgeBody struct {
	ActionID string                      `json:"actionId"` // The ID of the action to undo, as the acknowledgement answered it
	PreState UndoAcknowledgeBodyPreState `json:"preState"` // What undoing restores: the state before the acknowledgement
}

// AcceptConcernBody is the body of [Client.AcceptConcern].
type AcceptConcernBody struct {
	DeferDays Optional[int64] `json:"deferDays,omitzero"` // The concern is open again after this many days: 1, 7 or 30. Absent or null: it is accepted permanently.
	Note      *string         `json:"note,omitzero"`      // A note in the user's words; missing or empty: none
}

// SetAppMarksBody is the body of [Client.SetAppMarks].
type SetAppMarksBody struct {
	Paused *bool    `json:"paused,omitzero"` // Whether runs leave the app out.
	Tags   []string `json:"tags,omitzero"`   // All tags of the app, at most 20 of at most 50 characters. They are stored in lower case.
}

// PairAppBody is the body of [Client.PairApp].
type PairAppBody struct {
	With int64 `json:"with"` // The ID of the app in the other store, or the name of its package.
}

// SetPrivacyProfileBody is the body of [Client.SetPrivacyProfile].
type SetPrivacyProfileBody struct {
	Profile   Optional[map[string]string] `json:"profile,omitzero"`   // The most intrusive use that is acceptable, by data category. May also be sent without this wrapper.
	Retention *string                     `json:"retention,omitzero"` // any, limited, none: How long data is used at most, by category
}

// ScrapeBody is the body of [Client.Scrape].
type ScrapeBody struct {
	IDs               []int64  `json:"ids,omitzero"`               // IDs of tracked apps, or of apps in the App Store. A string of digits is accepted as well.
	Names             []string `json:"names,omitzero"`             // Names of apps to search for in the App Store. An app matches if its name equals the given name or begins with it as whole words, ignoring case. If exactly one app has an equal name, or else exactly one matches, it is chosen. Otherwise the row is an error with candidates.
	Resync            *bool    `json:"resync,omitzero"`            // Refresh apps that are already tracked.
	SummarizePolicies *bool    `json:"summarizePolicies,omitzero"` // Also summarize the policies of these apps. By default the policy run, which starts about two seconds later, only fetches them.
	Trigger           *string  `json:"trigger,omitzero"`           // scheduled, manual, import, wayback: What causes the refresh, for the changelog
	URLs              []string `json:"urls,omitzero"`              // URLs of apps in the App Store. urls, ids and names together must have 1 to 100 entries.
}

// SearchBody is the body of [Client.Search].
type SearchBody struct {
	BundleIDs []string             `json:"bundleIds,omitzero"` // Bundle IDs to look up, at most 100. Takes precedence over rows and names.
	Country   *string              `json:"country,omitzero"`   // The two-letter code of the storefront. Defaults to the one in the settings.
	Names     []string             `json:"names,omitzero"`     // App names to search for, at most 100.
	Rows      []SearchBodyRowsItem `json:"rows,omitzero"`      // App names with developers, at most 100. Takes precedence over names.
}

// AddToShortlistBody is the body of [Client.AddToShortlist].
type AddToShortlistBody struct {
	CandidateAppleID   int64    `json:"candidateAppleId"`            // The ID of the app that may replace the other
	CandidateBundleID  *string  `json:"candidateBundleId,omitzero"`  // The bundle ID of the candidate; empty: not known
	CandidateDeveloper *string  `json:"candidateDeveloper,omitzero"` // The developer of the candidate; empty: not known
	CandidateIconURL   *string  `json:"candidateIconUrl,omitzero"`   // The URL of the candidate's icon; empty: not known
	CandidateName      string   `json:"candidateName"`               // The name of the candidate
	CandidateStoreURL  string   `json:"candidateStoreUrl"`           // The URL of the candidate's page
	Modes              []string `json:"modes,omitzero"`              // May also be a comma-separated string. Defaults to privacy.
	Note               *string  `json:"note,omitzero"`               // A note in the user's words; missing or empty: none
	SourceAppID        int64    `json:"sourceAppId"`                 // The ID of the tracked app
}

// SetVerdictBody is the body of [Client.SetVerdict].
type SetVerdictBody struct {
	AppID     int64   `json:"appId"`              // The ID of the app
	Rationale *string `json:"rationale,omitzero"` // Why, in the user's words; missing: not given
	Verdict   string  `json:"verdict"`            // safe, replace, uninstall: The verdict
}

// SetVerdictsBody is the body of [Client.SetVerdicts].
type SetVerdictsBody struct {
	AppIDs    []int64 `json:"appIds"`             // The IDs of the apps
	Rationale *string `json:"rationale,omitzero"` // Why, in the user's words; missing: not given
	Verdict   string  `json:"verdict"`            // safe, replace, uninstall: The verdict
}

// UndoAcknowledgeBodyPreState is a part of [UndoAcknowledgeBody]. What undoing restores: the state before the acknowledgement.
type UndoAcknowledgeBodyPreState struct {
	ChangeCount           int64 `json:"changeCount"`           // Number of changes
	ChangesAcknowledgedAt int64 `json:"changesAcknowledgedAt"` // When the changes were last acknowledged; 0: never
	ChangesSnoozedUntil   int64 `json:"changesSnoozedUntil"`   // Until when the changes are snoozed; 0: they are not
}

// SearchBodyRowsItem is a part of [SearchBody].
type SearchBodyRowsItem struct {
	Developer *string `json:"developer,omitzero"` // The developer of the app; missing: not known
	Name      *string `json:"name,omitzero"`      // The name
}

// SetReaderBody is the body of [Client.SetReader].
type SetReaderBody struct {
	Cursor *string `json:"cursor,omitzero"` // A cursor from a response of GET /api/changelog. Without it, the reader is set to the end of the changelog.
}

// SetNotificationPrefsBody is the body of [Client.SetNotificationPrefs].
type SetNotificationPrefsBody struct {
	Prefs map[string]bool `json:"prefs"` // Preferences by name. Those that are missing or not a boolean are reset to their default; null resets all.
}

// MarkNotificationsBody is the body of [Client.MarkNotifications].
type MarkNotificationsBody struct {
	Action string   `json:"action"`       // mark_read, mark_unread: mark_read marks all notifications as read.
	IDs    []string `json:"ids,omitzero"` // The notifications to mark as unread. Only the first 200 are used.
}

// AddDestinationBody is the body of [Client.AddDestination].
type AddDestinationBody struct {
	AppIDs        Optional[[]int64]  `json:"appIds,omitzero"`        // Only notifications about these apps, the apps on deviceIds and those with tags. If one of the lists is set, a notification about no app is sent only if types contains its type.
	BodyTemplate  Optional[string]   `json:"bodyTemplate,omitzero"`  // A template for the lines below the title, at most 4000 characters. Empty: the standard lines.
	Channel       string             `json:"channel"`                // generic, slack, discord, teams, ntfy, gotify, matrix, telegram, email: The kind of service or protocol that takes the messages
	DeviceIDs     Optional[[]string] `json:"deviceIds,omitzero"`     // Only notifications about the apps on these devices, those in appIds and those with tags.
	Frequency     *string            `json:"frequency,omitzero"`     // immediate, daily_summary, weekly_summary, off: Defaults to immediate.
	From          Optional[string]   `json:"from,omitzero"`          // The sender address, for email.
	Hour          *int64             `json:"hour,omitzero"`          // The hour at which summaries are sent, in the time zone. Defaults to 8.
	Name          *string            `json:"name,omitzero"`          // At most 100 characters. Defaults to the channel.
	QuietFrom     Optional[string]   `json:"quietFrom,omitzero"`     // When the quiet hours of the destination begin, such as 22:30. No messages are sent during quiet hours. Without them, the quiet hours of the settings apply.
	QuietUntil    Optional[string]   `json:"quietUntil,omitzero"`    // When the quiet hours end.
	Secret        Optional[string]   `json:"secret,omitzero"`        // The signing key of a webhook, or the token or password for the channel. Never part of a response. It is removed if the URL, the channel or the user changes and no new secret is sent.
	Tags          Optional[[]string] `json:"tags,omitzero"`          // Only notifications about the apps with one of these tags, those in appIds and those on deviceIds.
	TimeZone      Optional[string]   `json:"timeZone,omitzero"`      // The time zone, such as Europe/Berlin. Defaults to UTC.
	TitleTemplate Optional[string]   `json:"titleTemplate,omitzero"` // A template of Go's text/template for the title, at most 500 characters. Its fields are Title, Text, Link, Apps, Changes and More. Empty: the standard title.
	To            Optional[string]   `json:"to,omitzero"`            // The room ID for Matrix, the chat for Telegram, or a comma-separated list of recipients for email.
	Types         Optional[[]string] `json:"types,omitzero"`         // Only notifications of these types. Empty: all types that are enabled.
	URL           *string            `json:"url,omitzero"`           // The URL of a webhook, an ntfy topic, or a Gotify or Matrix server; for e-mail smtp://, smtps:// or smtp+plain:// and the mail server. Not needed for Telegram. Responses show only a part of it; sending that part back leaves the URL unchanged.
	User          Optional[string]   `json:"user,omitzero"`          // The user name for the password in secret, for email and ntfy.
}

// PreviewDestinationBody is the body of [Client.PreviewDestination].
type PreviewDestinationBody struct {
	AppIDs        Optional[[]int64]  `json:"appIds,omitzero"`        // Only notifications about these apps, the apps on deviceIds and those with tags. If one of the lists is set, a notification about no app is sent only if types contains its type.
	BodyTemplate  Optional[string]   `json:"bodyTemplate,omitzero"`  // A template for the lines below the title, at most 4000 characters. Empty: the standard lines.
	Channel       *string            `json:"channel,omitzero"`       // generic, slack, discord, teams, ntfy, gotify, matrix, telegram, email: The kind of service or protocol that takes the messages. Defaults to generic.
	DeviceIDs     Optional[[]string] `json:"deviceIds,omitzero"`     // Only notifications about the apps on these devices, those in appIds and those with tags.
	Frequency     *string            `json:"frequency,omitzero"`     // immediate, daily_summary, weekly_summary, off: Defaults to immediate.
	From          Optional[string]   `json:"from,omitzero"`          // The sender address, for email.
	Hour          *int64             `json:"hour,omitzero"`          // The hour at which summaries are sent, in the time zone. Defaults to 8.
	Name          *string            `json:"name,omitzero"`          // At most 100 characters. Defaults to the channel.
	QuietFrom     Optional[string]   `json:"quietFrom,omitzero"`     // When the quiet hours of the destination begin, such as 22:30. No messages are sent during quiet hours. Without them, the quiet hours of the settings apply.
	QuietUntil    Optional[string]   `json:"quietUntil,omitzero"`    // When the quiet hours end.
	Secret        Optional[string]   `json:"secret,omitzero"`        // The signing key of a webhook, or the token or password for the channel. Never part of a response. It is removed if the URL, the channel or the user changes and no new secret is sent.
	Tags          Optional[[]string] `json:"tags,omitzero"`          // Only notifications about the apps with one of these tags, those in appIds and those on deviceIds.
	TimeZone      Optional[string]   `json:"timeZone,omitzero"`      // The time zone, such as Europe/Berlin. Defaults to UTC.
	TitleTemplate Optional[string]   `json:"titleTemplate,omitzero"` // A template of Go's text/template for the title, at most 500 characters. Its fields are Title, Text, Link, Apps, Changes and More. Empty: the standard title.
	To            Optional[string]   `json:"to,omitzero"`            // The room ID for Matrix, the chat for Telegram, or a comma-separated list of recipients for email.
	Types         Optional[[]string] `json:"types,omitzero"`         // Only notifications of these types. Empty: all types that are enabled.
	URL           *string            `json:"url,omitzero"`           // The URL of a webhook, an ntfy topic, or a Gotify or Matrix server; for e-mail smtp://, smtps:// or smtp+plain:// and the mail server. Not needed for Telegram. Responses show only a part of it; sending that part back leaves the URL unchanged.
	User          Optional[string]   `json:"user,omitzero"`          // The user name for the password in secret, for email and ntfy.
}

// ChangeDestinationBody is the body of [Client.ChangeDestination].
type ChangeDestinationBody struct {
	AppIDs        Optional[[]int64]  `json:"appIds,omitzero"`        // Only notifications about these apps, the apps on deviceIds and those with tags. If one of the lists is set, a notification about no app is sent only if types contains its type.
	BodyTemplate  Optional[string]   `json:"bodyTemplate,omitzero"`  // A template for the lines below the title, at most 4000 characters. Empty: the standard lines.
	Channel       *string            `json:"channel,omitzero"`       // generic, slack, discord, teams, ntfy, gotify, matrix, telegram, email: The kind of service or protocol that takes the messages
	DeviceIDs     Optional[[]string] `json:"deviceIds,omitzero"`     // Only notifications about the apps on these devices, those in appIds and those with tags.
	Frequency     *string            `json:"frequency,omitzero"`     // immediate, daily_summary, weekly_summary, off: Defaults to immediate.
	From          Optional[string]   `json:"from,omitzero"`          // The sender address, for email.
	Hour          *int64             `json:"hour,omitzero"`          // The hour at which summaries are sent, in the time zone. Defaults to 8.
	Name          *string            `json:"name,omitzero"`          // At most 100 characters. Defaults to the channel.
	QuietFrom     Optional[string]   `json:"quietFrom,omitzero"`     // When the quiet hours of the destination begin, such as 22:30. No messages are sent during quiet hours. Without them, the quiet hours of the settings apply.
	QuietUntil    Optional[string]   `json:"quietUntil,omitzero"`    // When the quiet hours end.
	Secret        Optional[string]   `json:"secret,omitzero"`        // The signing key of a webhook, or the token or password for the channel. Never part of a response. It is removed if the URL, the channel or the user changes and no new secret is sent.
	Tags          Optional[[]string] `json:"tags,omitzero"`          // Only notifications about the apps with one of these tags, those in appIds and those on deviceIds.
	TimeZone      Optional[string]   `json:"timeZone,omitzero"`      // The time zone, such as Europe/Berlin. Defaults to UTC.
	TitleTemplate Optional[string]   `json:"titleTemplate,omitzero"` // A template of Go's text/template for the title, at most 500 characters. Its fields are Title, Text, Link, Apps, Changes and More. Empty: the standard title.
	To            Optional[string]   `json:"to,omitzero"`            // The room ID for Matrix, the chat for Telegram, or a comma-separated list of recipients for email.
	Types         Optional[[]string] `json:"types,omitzero"`         // Only notifications of these types. Empty: all types that are enabled.
	URL           *string            `json:"url,omitzero"`           // The URL of a webhook, an ntfy topic, or a Gotify or Matrix server; for e-mail smtp://, smtps:// or smtp+plain:// and the mail server. Not needed for Telegram. Responses show only a part of it; sending that part back leaves the URL unchanged.
	User          Optional[string]   `json:"user,omitzero"`          // The user name for the password in secret, for email and ntfy.
}

// TestWebhookBody is the body of [Client.TestWebhook].
type TestWebhookBody struct {
	Format *string `json:"format,omitzero"` // generic, slack, discord, teams: The format of the messages
	URL    string  `json:"url"`             // The URL
}

// ExcludePolicyBlockBody is the body of [Client.ExcludePolicyBlock].
type ExcludePolicyBlockBody struct {
	Block    *string `json:"block,omitzero"`    // The ID of a changing block. Either this or selector is required.
	Selector *string `json:"selector,omitzero"` // What to leave out of the page: #id or .class of elements; the text of a heading, for its section; the words of a paragraph; or the words that paragraphs begin with, followed by an ellipsis (…).
}

// RegenerateBody is the body of [Client.Regenerate].
type RegenerateBody struct {
	AppID  *int64           `json:"appId,omitzero"`  // A single app, instead of appIds. If it fails, so does the request.
	AppIDs []int64          `json:"appIds,omitzero"` // The IDs of the apps
	Phase  Optional[string] `json:"phase,omitzero"`  // fetch, summarise, all, null: Which phases to run. Defaults to all.
	Stream *bool            `json:"stream,omitzero"` // Stream the steps as NDJSON.
}

// ReadPoliciesBody is the body of [Client.ReadPolicies].
type ReadPoliciesBody struct {
	Force  *bool   `json:"force,omitzero"`  // Also fetch policies that were fetched recently.
	Phase  *string `json:"phase,omitzero"`  // fetch, all: The phase of the work
	Stream *bool   `json:"stream,omitzero"` // Stream the progress of the run as NDJSON.
}

// ModelTarget is the body of [Client.Models]. A language model and how to reach it.
type ModelTarget struct {
	APIKey   Optional[string] `json:"apiKey,omitzero"`   // __SET__ stands for the saved key, and works only for the provider and URL it was saved for. A key that is too long is refused.
	BaseURL  Optional[string] `json:"baseUrl,omitzero"`  // Defaults to the provider's own URL; required for custom. An invalid URL is refused.
	Model    Optional[string] `json:"model,omitzero"`    // Defaults to a model of the provider. A name that is too long is refused.
	Provider *string          `json:"provider,omitzero"` // openai, anthropic, custom, ollama: Without a provider no request is made. ollama is an alias of custom.
}

// RecordSessionBody is the body of [Client.RecordSession].
type RecordSessionBody struct {
	Preflight *RecordSessionBodyPreflight `json:"preflight,omitzero"` // How the apps of the session were chosen
	Totals    *RecordSessionBodyTotals    `json:"totals,omitzero"`    // What the user decided in the session.
}

// ImportHistoryBody is the body of [Client.ImportHistory].
type ImportHistoryBody struct {
	IntervalMonths *int64             `json:"intervalMonths,omitzero"` // Fetch one archived page per this many months. Without it, the changes are located with as few pages as possible.
	OtherURLs      Optional[[]string] `json:"otherUrls,omitzero"`      // Further addresses of the app's page in the App Store, such as those under earlier names. They are stored with the app in place of the stored ones, and each import asks the archive for them. Without this member, the stored ones stay.
}

// PreviewImportHistoryBody is the body of [Client.PreviewImportHistory].
type PreviewImportHistoryBody struct {
	IntervalMonths *int64             `json:"intervalMonths,omitzero"` // Fetch one archived page per this many months. Without it, the changes are located with as few pages as possible.
	OtherURLs      Optional[[]string] `json:"otherUrls,omitzero"`      // Further addresses of the app's page in the App Store, such as those under earlier names. They are stored with the app in place of the stored ones, and each import asks the archive for them. Without this member, the stored ones stay.
}

// ClearCooldownsBody is the body of [Client.ClearCooldowns].
type ClearCooldownsBody struct {
	Category string `json:"category"` // search, scrape, all: The category whose cooldown ends. Defaults to all.
}

// ControlSyncBody is the body of [Client.ControlSync].
type ControlSyncBody struct {
	Action string `json:"action"` // pause, resume, cancel: What to do with the run
}

// ControlHistoryRunBody is the body of [Client.ControlHistoryRun].
type ControlHistoryRunBody struct {
	Action string `json:"action"` // pause, resume, cancel: What to do with the run
}

// RecordSessionBodyPreflight is a part of [RecordSessionBody]. How the apps of the session were chosen.
type RecordSessionBodyPreflight struct {
	Scope *string         `json:"scope,omitzero"` // undecided, all, mismatch, changed: Which apps the session showed: those without a verdict, all, those beyond the privacy profile, or those with changes.
	Sort  *string         `json:"sort,omitzero"`  // mismatch_severity, risk, alphabetical, random: The order of the apps
	Split Optional[int64] `json:"split,omitzero"` // 10, 25, 50, or null for no split.
}

// RecordSessionBodyTotals is a part of [RecordSessionBody]. What the user decided in the session.
type RecordSessionBodyTotals struct {
	Decided    *int64 `json:"decided,omitzero"`    // Number of apps that got a verdict
	NotesAdded *int64 `json:"notesAdded,omitzero"` // Number of notes that were added
	Replace    *int64 `json:"replace,omitzero"`    // Number of apps to replace
	Safe       *int64 `json:"safe,omitzero"`       // Number of apps to keep
	Uninstall  *int64 `json:"uninstall,omitzero"`  // Number of apps to uninstall
}

// BeginImportBody is the body of [Client.BeginImport].
type BeginImportBody struct {
	DeviceID    *string         `json:"deviceId,omitzero"`    // The device that the apps are installed on.
	Source      string          `json:"source"`               // screenshots, file, manual: The source
	SourceLabel *string         `json:"sourceLabel,omitzero"` // A name for the import, such as that of the file.
	Total       Optional[int64] `json:"total,omitzero"`       // The number of items that will be added, if known.
}

// CompleteImportBody is the body of [Client.CompleteImport].
type CompleteImportBody struct {
	ImportID string `json:"importId"` // The ID of the import.
}

// AddImportItemsBody is the body of [Client.AddImportItems].
type AddImportItemsBody struct {
	ImportID string                        `json:"importId"` // The ID of the import.
	Items    []AddImportItemsBodyItemsItem `json:"items"`    // The items. An item without query or status is left out; at least one has to remain. An item whose query the import already has is updated.
}

// ChangeImportMatchBody is the body of [Client.ChangeImportMatch].
type ChangeImportMatchBody struct {
	EditedQuery *string `json:"editedQuery,omitzero"` // The text to search for from now on. Defaults to the name of the app.
	ItemID      string  `json:"itemId"`               // The ID of the item.
	URL         string  `json:"url"`                  // The URL of the app in the App Store.
}

// RetryImportItemBody is the body of [Client.RetryImportItem].
type RetryImportItemBody struct {
	ItemID string `json:"itemId"` // The ID of the item.
}

// UpdateImportItemBody is the body of [Client.UpdateImportItem].
type UpdateImportItemBody struct {
	AppID         Optional[int64]  `json:"appId,omitzero"`       // The ID of a tracked app. Any other value clears it.
	AppName       Optional[string] `json:"appName,omitzero"`     // Any value but a string clears it.
	Country       Optional[string] `json:"country,omitzero"`     // Any value but a string clears it.
	Developer     Optional[string] `json:"developer,omitzero"`   // Any value but a string clears it.
	EditedQuery   Optional[string] `json:"editedQuery,omitzero"` // Any value but a string clears it.
	IconURL       Optional[string] `json:"iconUrl,omitzero"`     // The URL. Any value but a string clears it.
	ItemID        string           `json:"itemId"`               // The ID of the item.
	NextAttemptAt *Time            `json:"nextAttemptAt,omitzero"`
	Query         *string          `json:"query,omitzero"`        // The name or the bundle ID of the app, at most 2000 bytes.
	RetryAfterMs  *int64           `json:"retryAfterMs,omitzero"` // Instead of nextAttemptAt: the time until the next attempt, in milliseconds. More than 30 days count as 30 days.
	ScrapeError   Optional[string] `json:"scrapeError,omitzero"`  // Any value but a string clears it.
	Status        *string          `json:"status,omitzero"`       // matched, unmatched, skipped, imported, error, pending_search, queued, removed: The status
	URL           Optional[string] `json:"url,omitzero"`          // The URL. Any value but a string clears it.
}

// AddManualAppBody is the body of [Client.AddManualApp].
type AddManualAppBody struct {
	Developer        Optional[string] `json:"developer,omitzero"`        // The developer; null or empty: none
	Name             string           `json:"name"`                      // The name
	Notes            Optional[string] `json:"notes,omitzero"`            // Notes on the app; null or empty: none
	PrivacyPolicyURL Optional[string] `json:"privacyPolicyUrl,omitzero"` // The URL of the privacy policy, which must be public; null or empty: none
	Source           string           `json:"source"`                    // web_clip, testflight, own_build, sideloaded: The kind of the app's origin
	SourceURL        Optional[string] `json:"sourceUrl,omitzero"`        // The URL of the app's origin, which must be public; null or empty: none
}

// AddManualAppsBody is the body of [Client.AddManualApps].
type AddManualAppsBody struct {
	Apps []AddManualAppsBodyAppsItem `json:"apps"` // The apps. An invalid app is not added, and does not prevent the others from being added.
}

// EditManualAppBody is the body of [Client.EditManualApp].
type EditManualAppBody struct {
	Developer        Optional[string] `json:"developer,omitzero"`        // The developer; null or empty: none
	Name             *string          `json:"name,omitzero"`             // The name
	Notes            Optional[string] `json:"notes,omitzero"`            // Notes on the app; null or empty: none
	PrivacyPolicyURL Optional[string] `json:"privacyPolicyUrl,omitzero"` // The URL of the privacy policy, which must be public; null or empty: none
	Source           *string          `json:"source,omitzero"`           // web_clip, testflight, own_build, sideloaded: The source
	SourceURL        Optional[string] `json:"sourceUrl,omitzero"`        // The URL of the app's origin, which must be public; null or empty: none
}

// RestoreManualAppBody is the body of [Client.RestoreManualApp].
type RestoreManualAppBody struct {
	Developer        Optional[string] `json:"developer,omitzero"` // The developer; null or empty: none
	FirstSeen        *Time            `json:"firstSeen,omitzero"`
	ID               string           `json:"id"`                        // Same as in the path
	Name             string           `json:"name"`                      // The name
	Notes            Optional[string] `json:"notes,omitzero"`            // Notes on the app; null or empty: none
	PrivacyPolicyURL Optional[string] `json:"privacyPolicyUrl,omitzero"` // The URL of the privacy policy, which must be public; null or empty: none
	Source           string           `json:"source"`                    // web_clip, testflight, own_build, sideloaded: The source
	SourceURL        Optional[string] `json:"sourceUrl,omitzero"`        // The URL of the app's origin, which must be public; null or empty: none
	UpdatedAt        *Time            `json:"updatedAt,omitzero"`
}

// AddImportItemsBodyItemsItem is a part of [AddImportItemsBody].
type AddImportItemsBodyItemsItem struct {
	AppID         Optional[int64]  `json:"appId,omitzero"`       // The ID of a tracked app. Any other value clears it.
	AppName       Optional[string] `json:"appName,omitzero"`     // Any value but a string clears it.
	Country       Optional[string] `json:"country,omitzero"`     // Any value but a string clears it.
	Developer     Optional[string] `json:"developer,omitzero"`   // Any value but a string clears it.
	EditedQuery   Optional[string] `json:"editedQuery,omitzero"` // Any value but a string clears it.
	IconURL       Optional[string] `json:"iconUrl,omitzero"`     // The URL. Any value but a string clears it.
	NextAttemptAt *Time            `json:"nextAttemptAt,omitzero"`
	Query         string           `json:"query"`                 // The name or the bundle ID of the app, at most 2000 bytes.
	RetryAfterMs  *int64           `json:"retryAfterMs,omitzero"` // Instead of nextAttemptAt: the time until the next attempt, in milliseconds. More than 30 days count as 30 days.
	ScrapeError   Optional[string] `json:"scrapeError,omitzero"`  // Any value but a string clears it.
	Status        string           `json:"status"`                // matched, unmatched, skipped, imported, error, pending_search, queued, removed: The status
	URL           Optional[string] `json:"url,omitzero"`          // The URL. Any value but a string clears it.
}

// AddManualAppsBodyAppsItem is a part of [AddManualAppsBody].
type AddManualAppsBodyAppsItem struct {
	Developer Optional[string] `json:"developer,omitzero"` // The developer; null or empty: none
	Name      string           `json:"name"`               // The name
	Source    string           `json:"source"`             // web_clip, testflight, own_build, sideloaded: The kind of the app's origin
}

// NoteDeviceBackupBody is the body of [Client.NoteDeviceBackup].
type NoteDeviceBackupBody struct {
	DeviceName *string `json:"deviceName,omitzero"` // The name of the device
	Ecid       string  `json:"ecid"`                // The ECID of the device.
	FinishedAt Time    `json:"finishedAt"`
	Path       string  `json:"path"` // The path of the backup.
}

// NoteUninstallBody is the body of [Client.NoteUninstall].
type NoteUninstallBody struct {
	AcknowledgeNoBackup *bool   `json:"acknowledgeNoBackup,omitzero"` // Whether the user accepts that there is no recent backup.
	AppID               *int64  `json:"appId,omitzero"`               // The ID of the app
	AppName             *string `json:"appName,omitzero"`             // The name of the app
	BundleID            string  `json:"bundleId"`                     // The bundle ID of the app, such as net.whatsapp.WhatsApp
	Ecid                string  `json:"ecid"`                         // The ECID of the device.
	Error               *string `json:"error,omitzero"`               // Why the app was not removed.
	Ok                  bool    `json:"ok"`                           // Whether the app was removed.
}

// SetDeviceScopeBody is the body of [Client.SetDeviceScope].
type SetDeviceScopeBody struct {
	Scope SetDeviceScopeBodyScope `json:"scope"` // The devices whose apps the user wants to see.
}

// CommitDeviceSyncBody is the body of [Client.CommitDeviceSync].
type CommitDeviceSyncBody struct {
	AddAppIDs      []int64                                            `json:"addAppIds"`               // Apps to add to the device. Apps that are not tracked are ignored.
	BundleIDMerges Optional[[]CommitDeviceSyncBodyBundleIDMergesItem] `json:"bundleIdMerges,omitzero"` // Apps whose bundle ID moved to another app, as listed by the preview.
	DeviceID       string                                             `json:"deviceId"`                // The ID of the device.
	RemoveAppIDs   []int64                                            `json:"removeAppIds"`            // The IDs of the apps that are no longer on the device
}

// PreviewDeviceSyncBody is the body of [Client.PreviewDeviceSync].
type PreviewDeviceSyncBody struct {
	CurrentImport []PreviewDeviceSyncBodyCurrentImportItem `json:"currentImport"` // All apps that are installed on the device now.
	DeviceID      string                                   `json:"deviceId"`      // The ID of the device.
}

// AddDeviceBody is the body of [Client.AddDevice].
type AddDeviceBody struct {
	DeviceClass            Optional[string] `json:"deviceClass,omitzero"`            // The class of the device, such as iPhone; null: not known
	Ecid                   Optional[string] `json:"ecid,omitzero"`                   // The ECID. A device that already has this ECID keeps its name; its other members are updated.
	IosVersion             Optional[string] `json:"iosVersion,omitzero"`             // The version of the operating system; null: not known
	Model                  Optional[string] `json:"model,omitzero"`                  // The model of the device
	Name                   string           `json:"name"`                            // The name
	OwnerAudience          Optional[string] `json:"ownerAudience,omitzero"`          // self, loved_one, guardian, null: Whether the device is your own, that of a loved one, or that of a child in your care. PATCH removes it if this is null.
	OwnerLabel             Optional[string] `json:"ownerLabel,omitzero"`             // Whose device it is, in your words. PATCH removes it if this is null or blank.
	PermissionAcknowledged Optional[bool]   `json:"permissionAcknowledged,omitzero"` // Whether you confirm that the owner allows you to audit the device. PATCH withdraws it if this is null or false.
}

// EditDeviceBody is the body of [Client.RenameDevice].
type EditDeviceBody struct {
	MergeIntoDeviceID      *string          `json:"mergeIntoDeviceId,omitzero"`      // The ID of the device to merge this one into. Takes precedence over the other members.
	Name                   *string          `json:"name,omitzero"`                   // The new name. Required without mergeIntoDeviceId and a member of the owner.
	OwnerAudience          Optional[string] `json:"ownerAudience,omitzero"`          // self, loved_one, guardian, null: Whether the device is your own, that of a loved one, or that of a child in your care. PATCH removes it if this is null.
	OwnerLabel             Optional[string] `json:"ownerLabel,omitzero"`             // Whose device it is, in your words. PATCH removes it if this is null or blank.
	PermissionAcknowledged Optional[bool]   `json:"permissionAcknowledged,omitzero"` // Whether you confirm that the owner allows you to audit the device. PATCH withdraws it if this is null or false.
}

// SetDeviceScopeBodyScope is a part of [SetDeviceScopeBody]. The devices whose apps the user wants to see.
type SetDeviceScopeBodyScope struct {
	DeviceIDs         Optional[[]string] `json:"deviceIds,omitzero"`         // With subset: the devices to show. Unknown devices are ignored.
	IncludeUnattached *bool              `json:"includeUnattached,omitzero"` // With subset: also show apps that are on no device.
	Mode              string             `json:"mode"`                       // all, subset: Whether to show all apps or a subset.
}

// CommitDeviceSyncBodyBundleIDMergesItem is a part of [CommitDeviceSyncBody].
type CommitDeviceSyncBodyBundleIDMergesItem struct {
	IncomingAppID int64 `json:"incomingAppId"` // The ID of the app that the list names
	PreviousAppID int64 `json:"previousAppId"` // The ID of the app that is replaced
}

// PreviewDeviceSyncBodyCurrentImportItem is a part of [PreviewDeviceSyncBody].
type PreviewDeviceSyncBodyCurrentImportItem struct {
	AppID     int64   `json:"appId"`              // The ID of the app
	BundleID  *string `json:"bundleId,omitzero"`  // The bundle ID of the app, such as net.whatsapp.WhatsApp; null: not known
	Developer *string `json:"developer,omitzero"` // The developer of the app; null: not known
	IconURL   *string `json:"iconUrl,omitzero"`   // The URL of the icon; null: not known
	Name      *string `json:"name,omitzero"`      // The name
	URL       *string `json:"url,omitzero"`       // The URL
}

// OverrideFlagsBody is the body of [Client.OverrideFlags]. Alternatively an object with flag names as members and their values; null clears an override.
type OverrideFlagsBody struct {
	Flags []OverrideFlagsBodyFlagsItem `json:"flags,omitzero"` // Instead of key: the complete list of overrides. Unknown flags are skipped.
	Key   *string                      `json:"key,omitzero"`   // The name of a single flag to override, with value.
	Value *string                      `json:"value,omitzero"` // on, off, collapsed: The value
}

// SetFocusBody is the body of [Client.SetFocus].
type SetFocusBody struct {
	Accessibility *bool            `json:"accessibility,omitzero"` // The user checks what apps declare about accessibility. Defaults to false.
	Audience      string           `json:"audience"`               // self, loved_one, guardian: For whom the user checks apps: self, loved_one or guardian
	ChildAgeBand  Optional[string] `json:"childAgeBand,omitzero"`  // under_9, 9_12, 13_15, 16_17, 18_plus, , null: Unchanged if missing.
	Cleanup       *bool            `json:"cleanup,omitzero"`       // The user wants to remove apps
	Minimal       *bool            `json:"minimal,omitzero"`       // The user wants to see little. It excludes monitor and cleanup.
	Monitor       *bool            `json:"monitor,omitzero"`       // The user wants to hear of changes
	Workflow      *string          `json:"workflow,omitzero"`      // self_monitor, self_cleanup, other_handoff, other_monitor, custom: The way in which the user works
}

// OverrideFlagsBodyFlagsItem is a part of [OverrideFlagsBody].
type OverrideFlagsBodyFlagsItem struct {
	Key      *string          `json:"key,omitzero"`      // The key that names it
	Override Optional[string] `json:"override,omitzero"` // on, off, collapsed, null: The value that the user has set; null: none
}

// SetCoachmarksBody is the body of [Client.SetCoachmarks].
type SetCoachmarksBody struct {
	Completed bool `json:"completed"` // Whether the hints were seen
}

// SetDashboardBody is the body of [Client.SetDashboard].
type SetDashboardBody struct {
	Layout SetDashboardBodyLayout `json:"layout"` // The order of the cards, and the hidden ones
}

// ChooseDashboardBody is the body of [Client.ChooseDashboard].
type ChooseDashboardBody struct {
	Preset string `json:"preset"` // default, minimal, caretaker, watchdog, at_a_glance: The name of the preset
}

// SetDateFormatBody is the body of [Client.SetDateFormat].
type SetDateFormatBody struct {
	Mode string `json:"mode"` // auto, dmy, mdy, iso: The date format
}

// SetDevMenuBody is the body of [Client.SetDevMenu].
type SetDevMenuBody struct {
	Enabled bool `json:"enabled"` // Whether it is on
}

// SetLocaleBody is the body of [Client.SetLocale].
type SetLocaleBody struct {
	Locale string `json:"locale"` // en, zh: The language of the user interface, a BCP 47 tag
}

// SetPreferencesBody is the body of [Client.SetPreferences]. Unknown members are refused, and then nothing is changed.
type SetPreferencesBody struct {
	DismissManualAppsBanner *bool `json:"dismissManualAppsBanner,omitzero"` // Whether to hide the hint about manual apps
}

// ChangeUserTaskBody is the body of [Client.ChangeUserTask].
type ChangeUserTaskBody struct {
	Action              string  `json:"action"`                       // start, dismiss, reset, opt_in, visit, clear_all: What to do with the task
	ID                  *string `json:"id,omitzero"`                  // The ID of the task. Ignored with clear_all.
	MissingPrerequisite *string `json:"missingPrerequisite,omitzero"` // With start: the prerequisite that the user skips.
}

// SetDashboardBodyLayout is a part of [SetDashboardBody]. The order of the cards, and the hidden ones.
type SetDashboardBodyLayout struct {
	Hidden []string `json:"hidden,omitzero"` // The keys of the hidden cards
	Order  []string `json:"order,omitzero"`  // The keys of all cards, in order
}

// SeedNotificationBody is the body of [Client.SeedNotification].
type SeedNotificationBody struct {
	AppID   int64                             `json:"appId"`   // The ID of the app, which need not be tracked.
	AppName string                            `json:"appName"` // The name of the app
	Changes []SeedNotificationBodyChangesItem `json:"changes"` // The changes, at least one. A change without type or description is left out.
}

// SaveFilterBody is the body of [Client.SaveFilter].
type SaveFilterBody struct {
	List  string `json:"list"`  // apps, changes: What it is a filter of: apps or changes
	Name  string `json:"name"`  // 1 to 60 characters. A filter with this name is replaced; letter case is ignored.
	Query string `json:"query"` // The query of the address of the list on the web page, without the question mark.
}

// ChangeSettingsBody is the body of [Client.ChangeSettings]. Unknown members are refused, and then nothing is changed.
type ChangeSettingsBody struct {
	AIAPIKey                       Optional[string] `json:"aiApiKey,omitzero"`            // Cleared when aiProvider or aiBaseUrl changes, unless the same request sets it.
	AIBaseURL                      Optional[string] `json:"aiBaseUrl,omitzero"`           // The base URL of the language model, for providers that need one
	AIDebugLogging                 Optional[bool]   `json:"aiDebugLogging,omitzero"`      // Whether requests to language models and their responses are logged
	AIModel                        Optional[string] `json:"aiModel,omitzero"`             // The name of the language model at its provider
	AIProvider                     Optional[string] `json:"aiProvider,omitzero"`          // disabled, openai, anthropic, custom, null: The provider of the language model; disabled: policies are not summarised by a model
	AISummarizeOnImport            Optional[bool]   `json:"aiSummarizeOnImport,omitzero"` // Whether policies are summarised when apps are imported
	AITimeoutChunkMs               Optional[int64]  `json:"aiTimeoutChunkMs,omitzero"`    // The time limit for a model to summarise a part of a policy, in milliseconds
	AITimeoutDirectMs              Optional[int64]  `json:"aiTimeoutDirectMs,omitzero"`   // The time limit for a model to summarise a whole policy, in milliseconds
	AITimeoutMergeMs               Optional[int64]  `json:"aiTimeoutMergeMs,omitzero"`    // The time limit for a model to merge the summaries of parts, in milliseconds
	AppCountry                     Optional[string] `json:"appCountry,omitzero"`          // The storefront that is tried first: two lower-case letters
	ArchiveChanges                 Optional[bool]   `json:"archiveChanges,omitzero"`      // Whether the web archive is asked to capture the page of an app when a refresh shows a change
	BackgroundWizardCompletedAt    Optional[Time]   `json:"backgroundWizardCompletedAt,omitzero"`
	BackgroundWizardDismissedAt    Optional[Time]   `json:"backgroundWizardDismissedAt,omitzero"`
	CfgutilImportedAt              Optional[Time]   `json:"cfgutilImportedAt,omitzero"`
	HealthCheckEnabled             Optional[bool]   `json:"healthCheckEnabled,omitzero"`             // Whether the service checks its data regularly
	HealthCheckIntegrityEnabled    Optional[bool]   `json:"healthCheckIntegrityEnabled,omitzero"`    // Whether these checks also read the whole database
	NotificationLanguage           Optional[string] `json:"notificationLanguage,omitzero"`           // en, de, fr, null: The language of messages to people, such as en or de. Messages for programs are in English.
	NotificationPageURL            Optional[string] `json:"notificationPageUrl,omitzero"`            // The address under which people open the web page. Messages link to it; empty: they do not.
	NotificationQuietHoursEnd      Optional[string] `json:"notificationQuietHoursEnd,omitzero"`      // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursStart    Optional[string] `json:"notificationQuietHoursStart,omitzero"`    // Hours and minutes as HH:MM, or empty.
	NotificationQuietHoursTimeZone Optional[string] `json:"notificationQuietHoursTimeZone,omitzero"` // A name of the IANA time zone database.
	NotificationWebhookFormat      Optional[string] `json:"notificationWebhookFormat,omitzero"`      // generic, slack, discord, teams, null: The format of the messages to the webhook; empty: derived from its URL
	NotificationWebhookFrequency   Optional[string] `json:"notificationWebhookFrequency,omitzero"`   // immediate, daily_summary, weekly_summary, off, null: When messages are sent to the webhook: immediate, daily_summary, weekly_summary or off
	NotificationWebhookSecret      Optional[string] `json:"notificationWebhookSecret,omitzero"`      // The secret with which messages to the webhook are signed; empty: they are not signed
	NotificationWebhookURL         Optional[string] `json:"notificationWebhookUrl,omitzero"`         // The URL of the webhook; empty: none
	PolicyDiffAlertDays            Optional[int64]  `json:"policyDiffAlertDays,omitzero"`            // For how many days a change of a policy counts as new; 0: never
	PolicyScrapeDisabled           Optional[bool]   `json:"policyScrapeDisabled,omitzero"`           // Whether the fetching of policies is disabled
	PolicyScrapeThrottleEnabled    Optional[bool]   `json:"policyScrapeThrottleEnabled,omitzero"`    // Whether a policy that was fetched recently is not fetched again
	PolicyScrapeThrottleMinutes    Optional[int64]  `json:"policyScrapeThrottleMinutes,omitzero"`    // How long a policy counts as fetched recently, in minutes
	Purpose                        Optional[string] `json:"purpose,omitzero"`                        // unasked, phone, child, team, research, other, null: What the installation is for, which decides what the first screen shows
	QueueShowProgressBar           Optional[bool]   `json:"queueShowProgressBar,omitzero"`           // Whether the user interface shows the progress of a session
	StorefrontSchedule             Optional[string] `json:"storefrontSchedule,omitzero"`             // The storefronts in which the apps with a tag are read besides their own, daily or weekly, such as "games: us, de, jp weekly; kids: us, fr daily"; empty: none
	SyncAlertFailedPercent         Optional[int64]  `json:"syncAlertFailedPercent,omitzero"`         // Notify when more than this percentage of the apps of a sync failed. 0: never.
	SyncAlertHours                 Optional[int64]  `json:"syncAlertHours,omitzero"`                 // Notify when no sync has succeeded for this many hours. 0: never. Null: twice the interval of the schedule.
	SyncSchedule                   Optional[string] `json:"syncSchedule,omitzero"`                   // manual, daily, weekly, null: When all apps are refreshed: manual (never automatically), daily or weekly
	TrackAccessibilityLabels       Optional[bool]   `json:"trackAccessibilityLabels,omitzero"`       // Whether changes of accessibility labels are recorded and reported in notifications
	WaybackShowImported            Optional[bool]   `json:"waybackShowImported,omitzero"`            // Whether the user interface marks snapshots from the web archive
}

// ChangeDesktopSettingsBody is the body of [Client.ChangeDesktopSettings]. Unknown members are refused, and then nothing is changed.
type ChangeDesktopSettingsBody struct {
	AutoLockIdleMinutes *int64   `json:"autoLockIdleMinutes,omitzero"` // Minutes without input after which the desktop program locks; 0: never
	Autostart           *bool    `json:"autostart,omitzero"`           // Whether the desktop program starts with the computer
	DevtoolsOpen        *bool    `json:"devtoolsOpen,omitzero"`        // Whether the desktop program opens its developer tools
	GlobalShortcut      *string  `json:"globalShortcut,omitzero"`      // The keys that show the desktop program; empty: none
	HideDock            *bool    `json:"hideDock,omitzero"`            // Whether the desktop program hides its icon in the dock
	LaunchHidden        *bool    `json:"launchHidden,omitzero"`        // Whether the desktop program starts without a window
	NativeNotifications *bool    `json:"nativeNotifications,omitzero"` // Whether the desktop program shows notifications of the system
	RequireUnlock       *bool    `json:"requireUnlock,omitzero"`       // Whether the desktop program asks for the user's password
	ThemeOverride       *string  `json:"themeOverride,omitzero"`       // system, light, dark: The theme of the desktop program, if not that of the system
	TrayVisible         *bool    `json:"trayVisible,omitzero"`         // Whether the desktop program has an icon in the tray
	ZoomLevel           *float64 `json:"zoomLevel,omitzero"`           // The zoom of the desktop program; 1: none
}

// SeedNotificationBodyChangesItem is a part of [SeedNotificationBody].
type SeedNotificationBodyChangesItem struct {
	Description string `json:"description"` // The change in a sentence
	Type        string `json:"type"`        // The type
}

// LoginBody is the body of [Client.Login].
type LoginBody struct {
	Token string `json:"token"` // The token
}

// PlanBackupFilesBody is the body of [Client.PlanBackupFiles].
type PlanBackupFilesBody struct {
	Enabled        Optional[bool]  `json:"enabled,omitzero"`        // Whether scheduled backups are written.
	IntervalHours  Optional[int64] `json:"intervalHours,omitzero"`  // The interval in hours. Null means 24.
	RetentionCount Optional[int64] `json:"retentionCount,omitzero"` // How many files are retained. Null means 10.
}

// ExportAuditBundleWithBody is the body of [Client.ExportAuditBundleWith].
type ExportAuditBundleWithBody struct {
	IncludeRecommenderProfile *bool   `json:"includeRecommenderProfile,omitzero"` // Whether the bundle has the privacy profile of its author. Defaults to true.
	MigrationFlow             *bool   `json:"migrationFlow,omitzero"`             // Whether to ask the importing user to review the recommendations. Defaults to false.
	RecommenderName           *string `json:"recommenderName,omitzero"`           // The name of the author, who recommends the verdicts.
}

// CheckDatabaseBody is the body of [Client.CheckDatabase].
type CheckDatabaseBody struct {
	RunIntegrityCheck bool `json:"runIntegrityCheck"` // Whether to read the whole database. Defaults to false
}

// MeasureRuntimeBody is the body of [Client.MeasureRuntime].
type MeasureRuntimeBody struct {
	ProfilingEnabled bool `json:"profilingEnabled"` // Whether slow transactions are measured
}

// CreateReadTokenBody is the body of [Client.CreateReadToken].
type CreateReadTokenBody struct {
	ExpiresAt *Time  `json:"expiresAt,omitzero"`
	Name      string `json:"name"` // A name for the person or program that uses the token.
}
