// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// RecordSessionBody is what [Client.RecordSession] sends.
type RecordSessionBody struct {
	Preflight *RecordSessionBodyPreflight `json:"preflight,omitzero"`
	Totals    *RecordSessionBodyTotals    `json:"totals,omitzero"`
}

// ImportHistoryBody is what [Client.ImportHistory] sends.
type ImportHistoryBody struct {
	IntervalMonths *int64 `json:"intervalMonths,omitzero"` // Read one page for each step of so many months; without it, search for changes with few pages
}

// ClearCooldownsBody is what [Client.ClearCooldowns] sends.
type ClearCooldownsBody struct {
	Category string `json:"category"` // search, scrape, all
}

// ControlSyncBody is what [Client.ControlSync] sends.
type ControlSyncBody struct {
	Action string `json:"action"` // pause, resume, cancel
}

// ControlHistoryRunBody is what [Client.ControlHistoryRun] sends.
type ControlHistoryRunBody struct {
	Action string `json:"action"` // pause, resume, cancel
}

// RecordSessionBodyPreflight is a part of [RecordSessionBody].
type RecordSessionBodyPreflight struct {
	Scope *string         `json:"scope,omitzero"` // undecided, all, mismatch, changed
	Sort  *string         `json:"sort,omitzero"`  // mismatch_severity, risk, alphabetical, random
	Split Optional[int64] `json:"split,omitzero"` // 10, 25, 50 or null
}

// RecordSessionBodyTotals is a part of [RecordSessionBody].
type RecordSessionBodyTotals struct {
	Decided    *int64 `json:"decided,omitzero"`
	NotesAdded *int64 `json:"notesAdded,omitzero"`
	Replace    *int64 `json:"replace,omitzero"`
	Safe       *int64 `json:"safe,omitzero"`
	Uninstall  *int64 `json:"uninstall,omitzero"`
}
