// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// AuditAnswer is what [Client.Audit] returns. An answer of `audit`: List privileged and refused requests, newest first.
type AuditAnswer struct {
	Limit  int64   `json:"limit"`  // The page size
	Offset int64   `json:"offset"` // As it was sent, however large
	Rows   []Audit `json:"rows"`   // The rows
	Total  int64   `json:"total"`  // The number of entries that match
}

// DeploymentAnswer is what [Client.Deployment] returns. How the service is set up, as seen from a request.
type DeploymentAnswer struct {
	App         DeploymentApp      `json:"app"`      // The program
	Checks      []Check            `json:"checks"`   // The checks, each with its result
	Database    DeploymentDatabase `json:"database"` // The state of the database; null: not known
	GeneratedAt Time               `json:"generatedAt"`
	Health      DeploymentHealth   `json:"health"`   // How the database answers
	Network     Network            `json:"network"`  // How the request reached the service
	Security    Security           `json:"security"` // What protects the service
}

// SupportAnswer is what [Client.SupportBundle] returns. An answer of `supportBundle`: Get a support bundle without secrets or app names.
type SupportAnswer struct {
	Diagnostics  DeploymentAnswer `json:"diagnostics"` // How the service is run
	GeneratedAt  Time             `json:"generatedAt"`
	RecentErrors []SupportError   `json:"recentErrors"` // The most recent failures, newest first
}

// DesktopAnswer is what [Client.DesktopDiagnostics] returns. An answer of `desktopDiagnostics`: Get the desktop diagnostics.
type DesktopAnswer struct {
	BulkRunners    map[string]DesktopRunner `json:"bulkRunners"` // The state of the bulk runs, by the name of their runner
	DB             DesktopDatabase          `json:"db"`          // The database
	GeneratedAt    Time                     `json:"generatedAt"`
	Host           Host                     `json:"host"`           // The machine
	Runtime        DesktopRuntime           `json:"runtime"`        // The state of the process
	RuntimeMetrics Metrics                  `json:"runtimeMetrics"` // The state of the process
	Scheduler      DesktopScheduler         `json:"scheduler"`      // The state of scheduled work
}

// BundleAnswer is what [Client.Diagnostics] returns. All diagnostics. A part that failed is null..
type BundleAnswer struct {
	APITimings           TimingsAnswer        `json:"apiTimings"`           // How long recent requests took
	App                  BundleApp            `json:"app"`                  // The program
	BackgroundJobs       map[string]BundleJob `json:"backgroundJobs"`       // The bulk runs by the name of their runner
	Database             *DatabaseAnswer      `json:"database"`             // The state of the database; null: not known
	Deployment           *DeploymentAnswer    `json:"deployment"`           // How the service is run; null: not known
	Disk                 *DiskAnswer          `json:"disk"`                 // The disk of the data folder; null: not known
	ErrorLog             []Line               `json:"errorLog"`             // The newest faults
	FeatureFlagOverrides []BundleFlag         `json:"featureFlagOverrides"` // The feature flags that differ from their default
	GeneratedAt          Time                 `json:"generatedAt"`
	Host                 Host                 `json:"host"`          // The machine
	RateLimits           *Cooldowns           `json:"rateLimits"`    // The cooldowns of the App Store; null: not known
	Runtime              Metrics              `json:"runtime"`       // The state of the process
	SchemaVersion        int64                `json:"schemaVersion"` // The version of the format
	UptimeSeconds        int64                `json:"uptimeSeconds"` // Seconds since the program started
}

// DatabaseAnswer is what [Client.Database] returns. The state of the database. Values that are not known are null..
type DatabaseAnswer struct {
	BusyTimeoutMs      *int64     `json:"busyTimeoutMs"`      // How long a writer waits for another, in milliseconds; null: not known
	FileBytes          *int64     `json:"fileBytes"`          // Bytes of the database file; null: not known
	ForeignKeysEnabled *bool      `json:"foreignKeysEnabled"` // Whether the database checks references; null: not known
	FreelistCount      *int64     `json:"freelistCount"`      // Number of unused pages in the database file; null: not known
	IntegrityCheck     *Integrity `json:"integrityCheck"`     // The last check that was requested here; null: none
	JournalMode        *string    `json:"journalMode"`        // The journal mode of the database, such as wal; null: not known
	JustRan            *Integrity `json:"justRan,omitzero"`   // The check that this request ran; null: none
	PageCount          *int64     `json:"pageCount"`          // Number of pages in the database file; null: not known
	PageSize           *int64     `json:"pageSize"`           // Bytes of a page of the database; null: not known
	Path               *string    `json:"path"`               // The path of the database file, without the user name; null: not known
	SHMBytes           *int64     `json:"shmBytes"`           // Bytes of the shared memory file; null: not known
	UtilisationPct     *int64     `json:"utilisationPct"`     // Percent of the database file that is in use; null: not known
	WALAutocheckpoint  *int64     `json:"walAutocheckpoint"`  // Number of pages after which the write-ahead log is written back; null: not known
	WALBytes           *int64     `json:"walBytes"`           // Bytes of the write-ahead log; null: not known
}

// DiskAnswer is what [Client.Disk] returns. The space in use, in bytes. Values that are not known are null..
type DiskAnswer struct {
	BackupSnapshotCount  int64     `json:"backupSnapshotCount"` // Number of backup files on the disk
	DataDir              *string   `json:"dataDir"`             // The data folder, without the user name; null: not known
	DataDirBytes         *int64    `json:"dataDirBytes"`        // Bytes of the data folder; null: not known
	Files                DiskFiles `json:"files"`               // The files and their sizes
	FreeBytes            *int64    `json:"freeBytes"`           // Bytes free on the disk; null: not known
	FreePct              *int64    `json:"freePct"`             // Percent of the disk that is free; null: not known
	LastBackupSnapshotAt *Time     `json:"lastBackupSnapshotAt"`
	TotalBytes           *int64    `json:"totalBytes"` // Bytes of the disk; null: not known
}

// FaultsAnswer is what [Client.ClearErrors] returns. The recent errors, newest first.
type FaultsAnswer struct {
	Capacity int64  `json:"capacity"` // The maximum number of entries that are retained
	Entries  []Line `json:"entries"`  // The entries, newest first
}

// Report is what [Client.LastCheck] returns. The result of a data check. It does not name apps..
type Report struct {
	Checks       Checks     `json:"checks"`         // The checks, each with its result
	DurationMs   int64      `json:"durationMs"`     // How long it took, in milliseconds
	Error        *string    `json:"error,omitzero"` // What went wrong, in a sentence
	FinishedAt   Time       `json:"finishedAt"`
	Heals        []Repaired `json:"heals"`            // Repairs that were completed
	Healthy      bool       `json:"healthy"`          // Whether there is neither an error nor a warning
	Skipped      *string    `json:"skipped,omitzero"` // "busy": another process is checking
	SkippedHeals []Left     `json:"skippedHeals"`     // Repairs that were skipped or not completed
	StartedAt    Time       `json:"startedAt"`
	Status       string     `json:"status"`  // "error", "partial" (warnings or repairs) or "ok"
	Trigger      string     `json:"trigger"` // What started the check
	Version      int64      `json:"version"` // The version of the format
}

// NeverChecked is what [Client.LastCheck] returns. The response before the first check.
type NeverChecked struct {
	NeverRun bool `json:"neverRun"` // Always true: no check has run yet
}

// RuntimeAnswer is what [Client.ClearRuntime] returns. An answer of `runtime`: Get runtime metrics.
type RuntimeAnswer struct {
	APITimings    TimingsAnswer `json:"apiTimings"` // How long recent requests took
	EventLoop     *Delay        `json:"eventLoop"`  // How long goroutines that were ready waited for a processor, which corresponds to the delay of an event loop. Null: none has waited yet.
	GeneratedAt   Time          `json:"generatedAt"`
	Goroutines    int64         `json:"goroutines"`    // Number of goroutines
	Memory        Memory        `json:"memory"`        // The memory of the process
	ResourceUsage *Usage        `json:"resourceUsage"` // The resources that the process has used; null: not known
	SlowQueries   *SlowQueries  `json:"slowQueries"`   // The slow transactions; null: they are not measured
	UptimeSeconds int64         `json:"uptimeSeconds"` // Seconds since the program started
}

// HealthAnswer is what [Client.Health] returns. An answer of `health`: Check that the service is alive.
type HealthAnswer struct {
	Status string `json:"status"` // "ok" or "degraded"
}

// ReadTokensAnswer is what [Client.ReadTokens] returns. An answer of `readTokens`: List read tokens and paired browsers, newest first.
type ReadTokensAnswer struct {
	Tokens []ReadToken `json:"tokens"` // The tokens, without their secrets
}

// CreatedReadToken is what [Client.CreateReadToken] returns. A new token with its secret, which is not stored and cannot be shown again.
type CreatedReadToken struct {
	Secret string    `json:"secret"` // The token itself, which is shown only once
	Token  ReadToken `json:"token"`  // The token
}

// ReadyAnswer is what [Client.Ready] returns. An answer of `ready`: Check that the service is ready.
type ReadyAnswer struct {
	Checks []Check `json:"checks"` // The checks, each with its result
	Status string  `json:"status"` // "ready" or "not_ready"
}

// Audit is a part of [AuditAnswer]. An entry in the log of privileged requests, which is retained by reset and restore.
type Audit struct {
	Action    string  `json:"action"`    // What was requested, such as backup.export
	ActorIP   string  `json:"actorIp"`   // The address of the client; behind a trusted proxy, the one that the proxy names
	ActorUser *string `json:"actorUser"` // The user whom the proxy signed in; null: not known
	CreatedAt Time    `json:"createdAt"`
	Detail    string  `json:"detail"`    // More about it; null or empty: nothing
	ID        string  `json:"id"`        // The ID
	Success   bool    `json:"success"`   // Whether the request succeeded
	UserAgent string  `json:"userAgent"` // The User-Agent header of the request
}

// DeploymentApp is a part of [DeploymentAnswer]. The program.
type DeploymentApp struct {
	Arch            string  `json:"arch"`            // The processor architecture, such as amd64
	ContainerLikely bool    `json:"containerLikely"` // Whether the service seems to run in a container
	GoVersion       string  `json:"goVersion"`       // The version of Go that built the program
	Name            string  `json:"name"`            // The name
	Platform        string  `json:"platform"`        // The operating system, such as linux
	Runtime         string  `json:"runtime"`         // "desktop" or "web"
	UptimeSeconds   int64   `json:"uptimeSeconds"`   // Seconds since the program started
	Version         *string `json:"version"`         // The version; null: not known
}

// Check is a part of [DeploymentAnswer]. A check of something that the service depends on. It has neither paths nor errors, because everyone may read it..
type Check struct {
	Detail string `json:"detail"` // More about it; null or empty: nothing
	ID     string `json:"id"`     // The ID
	Label  string `json:"label"`  // A name for people
	Status string `json:"status"` // "ok", "info", "warn" or "bad"
}

// DeploymentDatabase is a part of [DeploymentAnswer]. The database and its folder.
type DeploymentDatabase struct {
	DataDir       *string `json:"dataDir"`       // The data folder, masked; null: not known
	DataDirSource string  `json:"dataDirSource"` // "configured" or "none"
	Error         *string `json:"error"`         // What went wrong, in a sentence
	Exists        bool    `json:"exists"`        // Whether the database exists
	JournalMode   *string `json:"journalMode"`   // The journal mode of the database, such as wal; null: not known
	Path          *string `json:"path"`          // The path of the database file, without the user name; null: not known
	SizeBytes     *int64  `json:"sizeBytes"`     // The size in bytes; null: not known
	Writable      bool    `json:"writable"`      // Whether the database can be written to
}

// DeploymentHealth is a part of [DeploymentAnswer]. How the database answers.
type DeploymentHealth struct {
	DBPingMs *int64  `json:"dbPingMs"` // How long the database took to answer, in milliseconds; null: it did not
	Error    *string `json:"error"`    // What went wrong, in a sentence
	Status   string  `json:"status"`   // "ok" or "degraded"
}

// Network is a part of [DeploymentAnswer]. The path that the request seems to have taken, whether or not a proxy is trusted. It is informational: no decision depends on it..
type Network struct {
	ForwardedForPresent bool    `json:"forwardedForPresent"` // Whether the request had X-Forwarded-For
	ForwardedHost       *string `json:"forwardedHost"`       // The X-Forwarded-Host of the request; null: none
	ForwardedProto      *string `json:"forwardedProto"`      // The X-Forwarded-Proto of the request; null: none
	Host                *string `json:"host"`                // The host name that the request names
	LanOrDomainHost     bool    `json:"lanOrDomainHost"`     // Whether the host name belongs to a local network or a domain
	LocalOnlyHost       bool    `json:"localOnlyHost"`       // Whether the host name belongs to this machine
	Protocol            string  `json:"protocol"`            // "http", "https" or "unknown"
	ProxyDetected       bool    `json:"proxyDetected"`       // Whether the request came through a proxy
	RealIPPresent       bool    `json:"realIpPresent"`       // Whether the request had X-Real-Ip
}

// Security is a part of [DeploymentAnswer]. How the service is protected. It contains no secret..
type Security struct {
	AdminTokenConfigured   bool `json:"adminTokenConfigured"`   // Whether the service has an admin token
	AdminTokenRequired     bool `json:"adminTokenRequired"`     // Whether requests that change something require the admin token
	AllowedHostsConfigured bool `json:"allowedHostsConfigured"` // Whether the host names that requests may use are configured
	BindAmbiguous          bool `json:"bindAmbiguous"`          // Whether the listening address does not show if the service can be reached over the network
	NetworkExposed         bool `json:"networkExposed"`         // Whether the service counts as reachable over the network
	TrustProxy             bool `json:"trustProxy"`             // Whether the headers of a proxy are trusted
}

// SupportError is a part of [SupportAnswer]. A failure in the activity log.
type SupportError struct {
	DurationMs       *int64                     `json:"durationMs"` // How long it took, in milliseconds
	EndedAt          *Time                      `json:"endedAt"`
	ErrorMessage     *string                    `json:"errorMessage"`     // What went wrong, in a sentence
	FetchDiagnostics map[string]json.RawMessage `json:"fetchDiagnostics"` // Details of the request for the page, such as its status
	StartedAt        Time                       `json:"startedAt"`
	Status           string                     `json:"status"` // The status
	Type             string                     `json:"type"`   // The type
}

// DesktopRunner is a part of [DesktopAnswer]. The state of a bulk run.
type DesktopRunner struct {
	HasState bool `json:"hasState"` // Whether a run is open
	Running  bool `json:"running"`  // Whether work is in progress
}

// DesktopDatabase is a part of [DesktopAnswer]. The database of the desktop program.
type DesktopDatabase struct {
	Apps                int64   `json:"apps"`                // Number of tracked apps
	DBPath              *string `json:"dbPath"`              // The path of the database, masked; null: not known
	DBSizeBytes         *int64  `json:"dbSizeBytes"`         // Bytes of the database; null: not known
	Snapshots           int64   `json:"snapshots"`           // Number of snapshots
	UnreadNotifications int64   `json:"unreadNotifications"` // Number of unread notifications
}

// Host is a part of [DesktopAnswer]. The machine.
type Host struct {
	Arch            string  `json:"arch"`            // The processor architecture, such as amd64
	ContainerLikely bool    `json:"containerLikely"` // Whether the service seems to run in a container
	CPUCount        int64   `json:"cpuCount"`        // Number of processors
	FreeMemMb       float64 `json:"freeMemMb"`       // Free memory of the machine, in MiB
	GoVersion       string  `json:"goVersion"`       // The version of Go that built the program
	OSRelease       string  `json:"osRelease"`       // The release of the operating system; empty: not known
	OSType          string  `json:"osType"`          // The operating system
	Pid             int64   `json:"pid"`             // The process ID
	TotalMemMb      float64 `json:"totalMemMb"`      // Memory of the machine, in MiB
}

// DesktopRuntime is a part of [DesktopAnswer]. The process.
type DesktopRuntime struct {
	Arch          string `json:"arch"`          // The processor architecture, such as amd64
	GoVersion     string `json:"goVersion"`     // The version of Go that built the program
	Pid           int64  `json:"pid"`           // The process ID
	Platform      string `json:"platform"`      // The operating system, such as linux
	UptimeSeconds int64  `json:"uptimeSeconds"` // Seconds since the program started
}

// Metrics is a part of [DesktopAnswer]. The state of the process.
type Metrics struct {
	EventLoop     *Delay       `json:"eventLoop"` // How long ready goroutines waited for a processor, which corresponds to the delay of an event loop. Null: none has waited yet.
	GeneratedAt   Time         `json:"generatedAt"`
	Goroutines    int64        `json:"goroutines"`    // Number of goroutines
	Memory        Memory       `json:"memory"`        // The memory of the process
	ResourceUsage *Usage       `json:"resourceUsage"` // The resources that the process has used; null: not known
	SlowQueries   *SlowQueries `json:"slowQueries"`   // The slow transactions; null: they are not measured
	UptimeSeconds int64        `json:"uptimeSeconds"` // Seconds since the program started
}

// DesktopScheduler is a part of [DesktopAnswer]. The state of scheduled work.
type DesktopScheduler struct {
	LastAutoSync *Time  `json:"lastAutoSync"`
	ScheduleMode string `json:"scheduleMode"` // When all apps are refreshed: manual (never automatically), daily or weekly
	SyncRunning  bool   `json:"syncRunning"`  // Whether a sync is running
}

// TimingsAnswer is a part of [BundleAnswer]. The slow and refused requests, newest first.
type TimingsAnswer struct {
	Recent          []Timing `json:"recent"`          // The requests that are retained, newest first
	SlowSinceStart  int64    `json:"slowSinceStart"`  // Number of slow requests since the start
	ThresholdMs     int64    `json:"thresholdMs"`     // From which duration a request counts as slow, in milliseconds
	TotalSinceStart int64    `json:"totalSinceStart"` // The number of requests since the start
}

// BundleApp is a part of [BundleAnswer]. The program in a diagnostic bundle.
type BundleApp struct {
	GoVersion string  `json:"goVersion"` // The version of Go that built the program
	Name      string  `json:"name"`      // The name
	Version   *string `json:"version"`   // The version; null: not known
}

// BundleJob is a part of [BundleAnswer]. The progress of a bulk run, without the app it works on.
type BundleJob struct {
	Running   bool       `json:"running"` // Whether work is in progress
	StartedAt *Time      `json:"startedAt"`
	Status    string     `json:"status"`  // The status of the run; idle: no run is open, or it was interrupted
	Summary   RunSummary `json:"summary"` // The number of apps by outcome
	UpdatedAt *Time      `json:"updatedAt"`
}

// Line is a part of [BundleAnswer]. A warning or an error of the log, with secrets masked.
type Line struct {
	At        Time   `json:"at"`
	Level     string `json:"level"`     // "error" or "warn"
	Message   string `json:"message"`   // What happened, in a sentence
	Truncated bool   `json:"truncated"` // Whether the message was shortened
}

// BundleFlag is a part of [BundleAnswer]. A flag that differs from its default or has an override.
type BundleFlag struct {
	Current     string  `json:"current"`     // on, off, collapsed: The value in force
	HardDefault string  `json:"hardDefault"` // on, off, collapsed: The value without any setting
	Key         string  `json:"key"`         // The key that names it
	Override    *string `json:"override"`    // on, off, collapsed, null: The value that the user has set; null: none
}

// Integrity is a part of [DatabaseAnswer]. The result of an integrity check, or why it was skipped.
type Integrity struct {
	CheckedAt  *Time   `json:"checkedAt,omitzero"`
	Detail     *string `json:"detail,omitzero"`     // More about it; null or empty: nothing
	DurationMs *int64  `json:"durationMs,omitzero"` // How long it took, in milliseconds
	Fresh      *bool   `json:"fresh,omitzero"`      // Whether the database was read for this check
	Skipped    *string `json:"skipped,omitzero"`    // "disabled", "bulk-active", "too-large" or "not-supported"
	Status     *string `json:"status,omitzero"`     // "ok" or "error"
}

// DiskFiles is a part of [DiskAnswer]. Bytes of the files in the data folder.
type DiskFiles struct {
	Backups *int64 `json:"backups"` // Bytes of the backup files; null: not known
	DB      *int64 `json:"db"`      // Bytes of the database file; null: not known
	SHM     *int64 `json:"shm"`     // Bytes of the shared memory file; null: not known
	WAL     *int64 `json:"wal"`     // Bytes of the write-ahead log; null: not known
}

// Checks is a part of [Report]. The results of the single checks.
type Checks struct {
	Counts   map[string]int64 `json:"counts"`   // The number of records by kind
	Database Database         `json:"database"` // The state of the database; null: not known
	Disk     *Space           `json:"disk"`     // The space on the disk of the data folder; null: not known, or there is no folder
	Orphans  map[string]int64 `json:"orphans"`  // Number of records whose parent is missing, by kind
	Runtime  Process          `json:"runtime"`  // The state of the process
	Warnings []string         `json:"warnings"` // The problems, as sentences
}

// Repaired is a part of [Report]. A completed repair.
type Repaired struct {
	Affected int64  `json:"affected"` // The number of records
	Kind     string `json:"kind"`     // The kind
}

// Left is a part of [Report]. A repair that was skipped or not completed.
type Left struct {
	Kind   string `json:"kind"`   // The kind
	Reason string `json:"reason"` // "bulk-active", "failed" or "more"
}

// Delay is a part of [RuntimeAnswer]. A distribution of waiting times, in milliseconds. The values are estimates from buckets, at least half of the true values..
type Delay struct {
	MaxMs         float64 `json:"maxMs"`         // The longest wait, in milliseconds
	MeanMs        float64 `json:"meanMs"`        // The mean wait, in milliseconds
	MinMs         float64 `json:"minMs"`         // The shortest wait, in milliseconds
	P50Ms         float64 `json:"p50Ms"`         // The median wait, in milliseconds
	P95Ms         float64 `json:"p95Ms"`         // The 95th percentile of the waits, in milliseconds
	P99Ms         float64 `json:"p99Ms"`         // The 99th percentile of the waits, in milliseconds
	Samples       int64   `json:"samples"`       // Number of waits
	Severity      string  `json:"severity"`      // "ok" below 100 ms, "warn" below a second, otherwise "danger"
	StddevMs      float64 `json:"stddevMs"`      // The standard deviation of the waits, in milliseconds
	WindowSeconds int64   `json:"windowSeconds"` // The period in which the waits were counted, in seconds
}

// Memory is a part of [RuntimeAnswer]. The memory of a process, in MiB.
type Memory struct {
	ExternalMb       float64 `json:"externalMb"`       // Memory of the runtime outside the heap, in MiB
	HeapFractionUsed float64 `json:"heapFractionUsed"` // The share of the limit that the heap uses, from 0 to 1; 0: the limit is not known
	HeapLimitMb      float64 `json:"heapLimitMb"`      // The limit of the heap, in MiB; 0: not known
	HeapTotalMb      float64 `json:"heapTotalMb"`      // The size of the heap, including its unused part, in MiB
	HeapUsedMb       float64 `json:"heapUsedMb"`       // The heap in use, in MiB
	RSSMb            float64 `json:"rssMb"`            // The resident memory, in MiB
}
