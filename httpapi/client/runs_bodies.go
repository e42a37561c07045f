// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// RecordSessionBody is what [Client.RecordSession] sends. The body of `recordSession`: Record a session in which the user decided on apps.
type RecordSessionBody struct {
	Preflight *RecordSessionBodyPreflight `json:"preflight,omitzero"` // How the apps of the session were chosen
	Totals    *RecordSessionBodyTotals    `json:"totals,omitzero"`    // What the user decided in the session.
}

// ImportHistoryBody is what [Client.ImportHistory] sends. The body of `importHistory`: Import the history of an app from the web archive.
type ImportHistoryBody struct {
	IntervalMonths *int64 `json:"intervalMonths,omitzero"` // Fetch one archived page per this many months. Without it, the changes are located with as few pages as possible.
}

// ClearCooldownsBody is what [Client.ClearCooldowns] sends. The body of `clearCooldowns`: Clear the rate-limit cooldowns.
type ClearCooldownsBody struct {
	Category string `json:"category"` // search, scrape, all: The category whose cooldown ends. Defaults to all.
}

// ControlSyncBody is what [Client.ControlSync] sends. The body of `controlSync`: Pause, resume or cancel the sync runner.
type ControlSyncBody struct {
	Action string `json:"action"` // pause, resume, cancel: What to do with the run
}

// ControlHistoryRunBody is what [Client.ControlHistoryRun] sends. The body of `controlHistoryRun`: Pause, resume or cancel the web archive runner.
type ControlHistoryRunBody struct {
	Action string `json:"action"` // pause, resume, cancel: What to do with the run
}

// RecordSessionBodyPreflight is a part of [RecordSessionBody]. How the apps of the session were chosen.
type RecordSessionBodyPreflight struct {
	Scope *string         `json:"scope,omitzero"` // undecided, all, mismatch, changed: Which apps the session showed: those without a verdict, all, those beyond the privacy profile, or those with changes.
	Sort  *string         `json:"sort,omitzero"`  // mismatch_severity, risk, alphabetical, random: The order of the apps
	Split Optional[int64] `json:"split,omitzero"` // 10, 25, 50, or null for no split.
}

// RecordSessionBodyTotals is a part of [RecordSessionBody]. What the user decided in the session..
type RecordSessionBodyTotals struct {
	Decided    *int64 `json:"decided,omitzero"`    // Number of apps that got a verdict
	NotesAdded *int64 `json:"notesAdded,omitzero"` // Number of notes that were added
	Replace    *int64 `json:"replace,omitzero"`    // Number of apps to replace
	Safe       *int64 `json:"safe,omitzero"`       // Number of apps to keep
	Uninstall  *int64 `json:"uninstall,omitzero"`  // Number of apps to uninstall
}
