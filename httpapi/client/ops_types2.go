// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// Space is a part of [Checks].
type Space struct {
	FreeBytes  int64 `json:"freeBytes"`
	FreePct    int64 `json:"freePct"`
	TotalBytes int64 `json:"totalBytes"`
}

// Process is a part of [Checks].
type Process struct {
	EventLoopP99Ms    *float64 `json:"eventLoopP99Ms"`
	EventLoopSeverity *string  `json:"eventLoopSeverity"`
	HeapBreach        bool     `json:"heapBreach"`
	HeapFractionUsed  float64  `json:"heapFractionUsed"`
	RSSMb             float64  `json:"rssMb"`
}

// Transaction is a part of [SlowQueries].
type Transaction struct {
	At         Time    `json:"at"`
	Caller     string  `json:"caller"`
	DurationMs float64 `json:"durationMs"`
	Failed     bool    `json:"failed"`
	Method     string  `json:"method"`
}
