// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// Usage is a part of [RuntimeAnswer]. The resources that the process has used since it started.
type Usage struct {
	InvoluntaryContextSwitches int64   `json:"involuntaryContextSwitches"` // The number of involuntary context switches
	MajorPageFaults            int64   `json:"majorPageFaults"`            // The number of page faults that needed the disk
	MaxRSSMb                   float64 `json:"maxRssMb"`                   // The maximum resident memory, in MiB
	MinorPageFaults            int64   `json:"minorPageFaults"`            // The number of page faults that did not need the disk
	SystemCPUSeconds           float64 `json:"systemCpuSeconds"`           // The CPU time in the kernel, in seconds
	UserCPUSeconds             float64 `json:"userCpuSeconds"`             // The CPU time in user mode, in seconds
	VoluntaryContextSwitches   int64   `json:"voluntaryContextSwitches"`   // The number of voluntary context switches
}

// SlowQueries is a part of [RuntimeAnswer]. The slow transactions.
type SlowQueries struct {
	ProfilingEnabled bool          `json:"profilingEnabled"` // Whether slow transactions are measured
	Recent           []Transaction `json:"recent"`           // The slow transactions that are retained, newest first
	ThresholdMs      int64         `json:"thresholdMs"`      // From which duration a transaction counts as slow, in milliseconds
	TotalSinceStart  int64         `json:"totalSinceStart"`  // The number of slow transactions since the start
}

// ReadToken is a part of [ReadTokensAnswer]. A secret with which a client may read. Only its digest is stored..
type ReadToken struct {
	CreatedAt  Time    `json:"createdAt"`
	ExpiresAt  *Time   `json:"expiresAt"`
	ID         string  `json:"id"`   // The ID
	Kind       string  `json:"kind"` // program, browser: Whether it is a token for a program or the session of a paired browser
	LastUsedAt *Time   `json:"lastUsedAt"`
	Name       *string `json:"name"` // The name
}

// Timing is a part of [TimingsAnswer]. A request that was slow or refused. Its route is a pattern, so that it does not name a record..
type Timing struct {
	At         Time    `json:"at"`
	DurationMs float64 `json:"durationMs"` // How long it took, in milliseconds
	Method     string  `json:"method"`     // The method of the request
	Route      string  `json:"route"`      // The pattern of the route
	Status     int64   `json:"status"`     // The status
}

// Database is a part of [Checks]. The state of the database. Values that are not known are null..
type Database struct {
	FileBytes          *int64    `json:"fileBytes"`          // Bytes of the database file; null: not known
	ForeignKeysEnabled *bool     `json:"foreignKeysEnabled"` // Whether the database checks references; null: not known
	Fragmented         bool      `json:"fragmented"`         // Whether compacting the database would free considerable space
	FreelistCount      *int64    `json:"freelistCount"`      // Number of unused pages in the database file; null: not known
	Integrity          Integrity `json:"integrity"`          // The result of the last integrity check
	UtilisationPct     *int64    `json:"utilisationPct"`     // Percent of the database file that is in use; null: not known
	WALBytes           *int64    `json:"walBytes"`           // Bytes of the write-ahead log; null: not known
}

// Space is a part of [Checks]. The space on a disk, in bytes.
type Space struct {
	FreeBytes  int64 `json:"freeBytes"`  // The bytes free for the user of the process
	FreePct    int64 `json:"freePct"`    // Percent of the disk that is free
	TotalBytes int64 `json:"totalBytes"` // Bytes of the disk
}

// Process is a part of [Checks]. The state of the process.
type Process struct {
	EventLoopP99Ms    *float64 `json:"eventLoopP99Ms"`    // The 99th percentile of the time that ready goroutines waited for a processor, in milliseconds; null: not known
	EventLoopSeverity *string  `json:"eventLoopSeverity"` // How serious these waits are: ok, warn or danger; null: not known
	HeapBreach        bool     `json:"heapBreach"`        // Whether the heap is near its limit
	HeapFractionUsed  float64  `json:"heapFractionUsed"`  // The share of the limit that the heap uses, from 0 to 1; 0: there is no limit
	RSSMb             float64  `json:"rssMb"`             // The resident memory of the process, in MiB
}

// Transaction is a part of [SlowQueries]. A slow transaction.
type Transaction struct {
	At         Time    `json:"at"`
	Caller     string  `json:"caller"`     // The function that called View or Update
	DurationMs float64 `json:"durationMs"` // How long it took, in milliseconds
	Failed     bool    `json:"failed"`     // Whether the transaction failed
	Method     string  `json:"method"`     // "view" or "update"
}
