// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// Usage is a part of [RuntimeAnswer]. What a process has used since it started.
type Usage struct {
	InvoluntaryContextSwitches int64   `json:"involuntaryContextSwitches"` // How often a processor was taken from the process
	MajorPageFaults            int64   `json:"majorPageFaults"`            // Number of page faults that read the disk
	MaxRSSMb                   float64 `json:"maxRssMb"`                   // The most resident memory that the process had, in MiB
	MinorPageFaults            int64   `json:"minorPageFaults"`            // Number of page faults that did not read the disk
	SystemCPUSeconds           float64 `json:"systemCpuSeconds"`           // Seconds that processors worked for the process in the kernel
	UserCPUSeconds             float64 `json:"userCpuSeconds"`             // Seconds that processors worked for the process
	VoluntaryContextSwitches   int64   `json:"voluntaryContextSwitches"`   // How often the process gave up a processor
}

// SlowQueries is a part of [RuntimeAnswer]. The slow transactions that are retained, newest first.
type SlowQueries struct {
	ProfilingEnabled bool          `json:"profilingEnabled"` // Whether slow transactions are measured
	Recent           []Transaction `json:"recent"`           // The newest, newest first
	ThresholdMs      int64         `json:"thresholdMs"`      // From how many milliseconds on something is slow
	TotalSinceStart  int64         `json:"totalSinceStart"`  // How many there were since the start
}

// ReadToken is a part of [ReadTokensAnswer]. A secret with which a client may read. Only its digest is stored..
type ReadToken struct {
	CreatedAt  Time    `json:"createdAt"`
	ExpiresAt  *Time   `json:"expiresAt"`
	ID         string  `json:"id"`   // The ID
	Kind       string  `json:"kind"` // program, browser: The kind, which determines the other members
	LastUsedAt *Time   `json:"lastUsedAt"`
	Name       *string `json:"name"` // The name
}

// Timing is a part of [TimingsAnswer]. A request that was slow or refused. It has the pattern of the route, so that it does not name a record..
type Timing struct {
	At         Time    `json:"at"`
	DurationMs float64 `json:"durationMs"` // How long it took, in milliseconds; null: it has not ended
	Method     string  `json:"method"`     // The method of the request
	Route      string  `json:"route"`      // The route of the request, or of the page
	Status     int64   `json:"status"`     // The status
}

// Database is a part of [Checks]. The state of the database. Unknown figures are null..
type Database struct {
	FileBytes          *int64    `json:"fileBytes"`          // Bytes of the database file; null: not known
	ForeignKeysEnabled *bool     `json:"foreignKeysEnabled"` // Whether the database checks references; null: not known
	Fragmented         bool      `json:"fragmented"`         // Whether compacting the database would free much space
	FreelistCount      *int64    `json:"freelistCount"`      // Number of unused pages in the database file; null: not known
	Integrity          Integrity `json:"integrity"`          // The last check of the whole database
	UtilisationPct     *int64    `json:"utilisationPct"`     // Percent of the database file that is in use; null: not known
	WALBytes           *int64    `json:"walBytes"`           // Bytes of the write-ahead log; null: not known
}

// Space is a part of [Checks]. The space on a disk, in bytes.
type Space struct {
	FreeBytes  int64 `json:"freeBytes"`  // For this user
	FreePct    int64 `json:"freePct"`    // Percent of the disk that is free; null: not known
	TotalBytes int64 `json:"totalBytes"` // Bytes of the disk; null: not known
}

// Process is a part of [Checks]. The state of the process.
type Process struct {
	EventLoopP99Ms    *float64 `json:"eventLoopP99Ms"`    // 99 of 100 goroutines that were ready waited at most so long for a processor, in milliseconds; null: not known
	EventLoopSeverity *string  `json:"eventLoopSeverity"` // How serious these waits are: ok, warn or danger; null: not known
	HeapBreach        bool     `json:"heapBreach"`        // Whether the heap is near its limit
	HeapFractionUsed  float64  `json:"heapFractionUsed"`  // The share of the limit that the heap uses, from 0 to 1; 0: there is no limit
	RSSMb             float64  `json:"rssMb"`             // The resident memory of the process, in MiB
}

// Transaction is a part of [SlowQueries]. A slow transaction.
type Transaction struct {
	At         Time    `json:"at"`
	Caller     string  `json:"caller"`     // The function that called View or Update
	DurationMs float64 `json:"durationMs"` // How long it took, in milliseconds; null: it has not ended
	Failed     bool    `json:"failed"`     // Whether the transaction failed
	Method     string  `json:"method"`     // View, update
}
