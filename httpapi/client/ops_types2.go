// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// Usage is a part of [RuntimeAnswer].
type Usage struct {
	InvoluntaryContextSwitches int64   `json:"involuntaryContextSwitches"`
	MajorPageFaults            int64   `json:"majorPageFaults"`
	MaxRSSMb                   float64 `json:"maxRssMb"`
	MinorPageFaults            int64   `json:"minorPageFaults"`
	SystemCPUSeconds           float64 `json:"systemCpuSeconds"`
	UserCPUSeconds             float64 `json:"userCpuSeconds"`
	VoluntaryContextSwitches   int64   `json:"voluntaryContextSwitches"`
}

// SlowQueries is a part of [RuntimeAnswer].
type SlowQueries struct {
	ProfilingEnabled bool          `json:"profilingEnabled"`
	Recent           []Transaction `json:"recent"`
	ThresholdMs      int64         `json:"thresholdMs"`
	TotalSinceStart  int64         `json:"totalSinceStart"`
}

// ReadToken is a part of [ReadTokensAnswer].
type ReadToken struct {
	CreatedAt  Time    `json:"createdAt"`
	ExpiresAt  *Time   `json:"expiresAt"`
	ID         string  `json:"id"`
	Kind       string  `json:"kind"` // program, browser
	LastUsedAt *Time   `json:"lastUsedAt"`
	Name       *string `json:"name"`
}

// Timing is a part of [TimingsAnswer].
type Timing struct {
	At         Time    `json:"at"`
	DurationMs float64 `json:"durationMs"`
	Method     string  `json:"method"`
	Route      string  `json:"route"`
	Status     int64   `json:"status"`
}

// Database is a part of [Checks].
type Database struct {
	FileBytes          *int64    `json:"fileBytes"`
	ForeignKeysEnabled *bool     `json:"foreignKeysEnabled"`
	Fragmented         bool      `json:"fragmented"`
	FreelistCount      *int64    `json:"freelistCount"`
	Integrity          Integrity `json:"integrity"`
	UtilisationPct     *int64    `json:"utilisationPct"`
	WALBytes           *int64    `json:"walBytes"`
}

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
