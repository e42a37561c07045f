// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// AuditAnswer is what [Client.Audit] returns. An answer of `audit`: List privileged and refused requests, newest first.
type AuditAnswer struct {
	Limit  int64   `json:"limit"`  // How many are listed at most
	Offset int64   `json:"offset"` // How many are skipped before the first one
	Rows   []Audit `json:"rows"`   // The rows
	Total  int64   `json:"total"`  // Number of lines that match
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

// SupportAnswer is what [Client.SupportBundle] returns. An answer of `supportBundle`: Get a support bundle without secrets and app names.
type SupportAnswer struct {
	Diagnostics  DeploymentAnswer `json:"diagnostics"` // How the service is run
	GeneratedAt  Time             `json:"generatedAt"`
	RecentErrors []SupportError   `json:"recentErrors"` // The newest failures, newest first
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

// DatabaseAnswer is what [Client.Database] returns. The state of the database. Unknown values are null..
type DatabaseAnswer struct {
	BusyTimeoutMs      *int64     `json:"busyTimeoutMs"`      // How long a writer waits for another, in milliseconds; null: not known
	FileBytes          *int64     `json:"fileBytes"`          // Bytes of the database file; null: not known
	ForeignKeysEnabled *bool      `json:"foreignKeysEnabled"` // Whether the database checks references; null: not known
	FreelistCount      *int64     `json:"freelistCount"`      // Number of unused pages in the database file; null: not known
	IntegrityCheck     *Integrity `json:"integrityCheck"`     // The last one requested here
	JournalMode        *string    `json:"journalMode"`        // The journal mode of the database, such as wal; null: not known
	JustRan            *Integrity `json:"justRan,omitzero"`   // The check that this request ran; null: none
	PageCount          *int64     `json:"pageCount"`          // Number of pages in the database file; null: not known
	PageSize           *int64     `json:"pageSize"`           // Bytes of a page of the database; null: not known
	Path               *string    `json:"path"`               // Without the user name
	SHMBytes           *int64     `json:"shmBytes"`           // Bytes of the shared memory file; null: not known
	UtilisationPct     *int64     `json:"utilisationPct"`     // Percent of the database file that is in use; null: not known
	WALAutocheckpoint  *int64     `json:"walAutocheckpoint"`  // Number of pages after which the write-ahead log is written back; null: not known
	WALBytes           *int64     `json:"walBytes"`           // Bytes of the write-ahead log; null: not known
}

// DiskAnswer is what [Client.Disk] returns. The space in use, in bytes. Unknown values are null..
type DiskAnswer struct {
	BackupSnapshotCount  int64     `json:"backupSnapshotCount"` // Number of backup files on the disk
	DataDir              *string   `json:"dataDir"`             // Without the user name
	DataDirBytes         *int64    `json:"dataDirBytes"`        // Bytes of the data folder; null: not known
	Files                DiskFiles `json:"files"`               // The files and their sizes
	FreeBytes            *int64    `json:"freeBytes"`           // Bytes free on the disk; null: not known
	FreePct              *int64    `json:"freePct"`             // Percent of the disk that is free; null: not known
	LastBackupSnapshotAt *Time     `json:"lastBackupSnapshotAt"`
	TotalBytes           *int64    `json:"totalBytes"` // Bytes of the disk; null: not known
}

// FaultsAnswer is what [Client.ClearErrors] returns. The faults, newest first.
type FaultsAnswer struct {
	Capacity int64  `json:"capacity"` // How many entries are kept at most
	Entries  []Line `json:"entries"`  // The entries, newest first
}

// Report is what [Client.LastCheck] returns. The result of a check. It does not name apps..
type Report struct {
	Checks       Checks     `json:"checks"`         // The checks, each with its result
	DurationMs   int64      `json:"durationMs"`     // How long it took, in milliseconds; null: it has not ended
	Error        *string    `json:"error,omitzero"` // What was wrong, in a sentence for people
	FinishedAt   Time       `json:"finishedAt"`
	Heals        []Repaired `json:"heals"`            // Repairs that were completed
	Healthy      bool       `json:"healthy"`          // No fault and no warning
	Skipped      *string    `json:"skipped,omitzero"` // Busy: another process is checking
	SkippedHeals []Left     `json:"skippedHeals"`     // Repairs that were skipped or not completed
	StartedAt    Time       `json:"startedAt"`
	Status       string     `json:"status"`  // Error; partial: warnings or repairs; ok
	Trigger      string     `json:"trigger"` // What caused it
	Version      int64      `json:"version"` // The version; null: not known
}

// NeverChecked is what [Client.LastCheck] returns. The answer before the first check.
type NeverChecked struct {
	NeverRun bool `json:"neverRun"` // True: no check has run yet
}

// RuntimeAnswer is what [Client.ClearRuntime] returns. An answer of `runtime`: Get runtime metrics.
type RuntimeAnswer struct {
	APITimings    TimingsAnswer `json:"apiTimings"` // How long recent requests took
	EventLoop     *Delay        `json:"eventLoop"`  // How long goroutines that were ready waited for a processor, which corresponds to the delay of an event loop. Null: none has waited yet.
	GeneratedAt   Time          `json:"generatedAt"`
	Goroutines    int64         `json:"goroutines"`    // Number of goroutines
	Memory        Memory        `json:"memory"`        // The memory of the process
	ResourceUsage *Usage        `json:"resourceUsage"` // Null: unknown
	SlowQueries   *SlowQueries  `json:"slowQueries"`   // Null: transactions are not measured
	UptimeSeconds int64         `json:"uptimeSeconds"` // Seconds since the program started
}

// HealthAnswer is what [Client.Health] returns. An answer of `health`: Check that the service is alive.
type HealthAnswer struct {
	Status string `json:"status"` // Ok, degraded
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
	Status string  `json:"status"` // Ready, not_ready
}

// Audit is a part of [AuditAnswer]. A line of the log of privileged requests, which survives reset and restore.
type Audit struct {
	Action    string  `json:"action"`    // What is to be done, or was done
	ActorIP   string  `json:"actorIp"`   // The address of the client; behind a trusted proxy, the one that the proxy names
	ActorUser *string `json:"actorUser"` // Whom a proxy has signed in; empty: not known
	CreatedAt Time    `json:"createdAt"`
	Detail    string  `json:"detail"`    // More about it; null or empty: nothing
	ID        string  `json:"id"`        // The ID
	Success   bool    `json:"success"`   // Whether it succeeded
	UserAgent string  `json:"userAgent"` // The User-Agent of the client
}

// DeploymentApp is a part of [DeploymentAnswer]. The program.
type DeploymentApp struct {
	Arch            string  `json:"arch"`            // The processor architecture, such as amd64
	ContainerLikely bool    `json:"containerLikely"` // Whether the service seems to run in a container
	GoVersion       string  `json:"goVersion"`       // The version of Go that built the program
	Name            string  `json:"name"`            // The name
	Platform        string  `json:"platform"`        // The operating system, such as linux
	Runtime         string  `json:"runtime"`         // Desktop, web
	UptimeSeconds   int64   `json:"uptimeSeconds"`   // Seconds since the program started
	Version         *string `json:"version"`         // The version; null: not known
}

// Check is a part of [DeploymentAnswer]. One thing that the service depends on. It has no paths and no errors, because anyone may ask..
type Check struct {
	Detail string `json:"detail"` // More about it; null or empty: nothing
	ID     string `json:"id"`     // The ID
	Label  string `json:"label"`  // A name for people
	Status string `json:"status"` // Ok, info, warn, bad
}

// DeploymentDatabase is a part of [DeploymentAnswer]. The database and its folder.
type DeploymentDatabase struct {
	DataDir       *string `json:"dataDir"`       // The data folder, masked; null: not known
	DataDirSource string  `json:"dataDirSource"` // Configured, none
	Error         *string `json:"error"`         // What was wrong, in a sentence for people
	Exists        bool    `json:"exists"`        // Whether the database exists
	JournalMode   *string `json:"journalMode"`   // The journal mode of the database, such as wal; null: not known
	Path          *string `json:"path"`          // Without the user name
	SizeBytes     *int64  `json:"sizeBytes"`     // The size in bytes; null: not known
	Writable      bool    `json:"writable"`      // Whether the database can be written to
}

// DeploymentHealth is a part of [DeploymentAnswer]. How the database answers.
type DeploymentHealth struct {
	DBPingMs *int64  `json:"dbPingMs"` // How long the database took to answer, in milliseconds; null: it did not
	Error    *string `json:"error"`    // What was wrong, in a sentence for people
	Status   string  `json:"status"`   // Ok, degraded
}

// Network is a part of [DeploymentAnswer]. The path that a request seems to have taken, whether or not a proxy is trusted. It is informational: no decision depends on it..
type Network struct {
	ForwardedForPresent bool    `json:"forwardedForPresent"` // Whether the request had X-Forwarded-For
	ForwardedHost       *string `json:"forwardedHost"`       // The X-Forwarded-Host of the request; null: none
	ForwardedProto      *string `json:"forwardedProto"`      // The X-Forwarded-Proto of the request; null: none
	Host                *string `json:"host"`                // The host name that the request names
	LanOrDomainHost     bool    `json:"lanOrDomainHost"`     // Whether the host name is one of a local network or a domain
	LocalOnlyHost       bool    `json:"localOnlyHost"`       // Whether the host name is one of this machine
	Protocol            string  `json:"protocol"`            // Http, https, unknown
	ProxyDetected       bool    `json:"proxyDetected"`       // Whether the request came through a proxy
	RealIPPresent       bool    `json:"realIpPresent"`       // Whether the request had X-Real-Ip
}

// Security is a part of [DeploymentAnswer]. Describes how the service is protected. It contains no secret..
type Security struct {
	AdminTokenConfigured   bool `json:"adminTokenConfigured"`   // Whether the service has an admin token
	AdminTokenRequired     bool `json:"adminTokenRequired"`     // Whether requests that change something need the admin token
	AllowedHostsConfigured bool `json:"allowedHostsConfigured"` // Whether host names are set that requests may name
	BindAmbiguous          bool `json:"bindAmbiguous"`          // The address does not show whether the network reaches the service
	NetworkExposed         bool `json:"networkExposed"`         // Whether the service counts as reachable by others
	TrustProxy             bool `json:"trustProxy"`             // Whether the headers of a proxy are trusted
}

// SupportError is a part of [SupportAnswer]. A line of the activity log about a failure.
type SupportError struct {
	DurationMs       *int64                     `json:"durationMs"` // How long it took, in milliseconds; null: it has not ended
	EndedAt          *Time                      `json:"endedAt"`
	ErrorMessage     *string                    `json:"errorMessage"`     // What was wrong, in a sentence for people
	FetchDiagnostics map[string]json.RawMessage `json:"fetchDiagnostics"` // What the request for the page met, such as the status
	StartedAt        Time                       `json:"startedAt"`
	Status           string                     `json:"status"` // The status
	Type             string                     `json:"type"`   // The type
}

// DesktopRunner is a part of [DesktopAnswer]. The state of a bulk run.
type DesktopRunner struct {
	HasState bool `json:"hasState"` // A run has not ended
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

// Host is a part of [DesktopAnswer]. Describes the machine.
type Host struct {
	Arch            string  `json:"arch"`            // The processor architecture, such as amd64
	ContainerLikely bool    `json:"containerLikely"` // Whether the service seems to run in a container
	CPUCount        int64   `json:"cpuCount"`        // Number of processors
	FreeMemMb       float64 `json:"freeMemMb"`       // Free memory of the machine, in MiB
	GoVersion       string  `json:"goVersion"`       // The version of Go that built the program
	OSRelease       string  `json:"osRelease"`       // Empty: unknown
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
	EventLoop     *Delay       `json:"eventLoop"` // How long goroutines that were ready waited for a processor, which corresponds to the delay of an event loop. Null: none has waited yet.
	GeneratedAt   Time         `json:"generatedAt"`
	Goroutines    int64        `json:"goroutines"`    // Number of goroutines
	Memory        Memory       `json:"memory"`        // The memory of the process
	ResourceUsage *Usage       `json:"resourceUsage"` // Null: unknown
	SlowQueries   *SlowQueries `json:"slowQueries"`   // Null: transactions are not measured
	UptimeSeconds int64        `json:"uptimeSeconds"` // Seconds since the program started
}

// DesktopScheduler is a part of [DesktopAnswer]. The state of scheduled work.
type DesktopScheduler struct {
	LastAutoSync *Time  `json:"lastAutoSync"`
	ScheduleMode string `json:"scheduleMode"` // When apps are refreshed: off, daily or weekly
	SyncRunning  bool   `json:"syncRunning"`  // Whether a sync is running
}

// TimingsAnswer is a part of [BundleAnswer]. The slow and refused requests, newest first.
type TimingsAnswer struct {
	Recent          []Timing `json:"recent"`          // The newest, newest first
	SlowSinceStart  int64    `json:"slowSinceStart"`  // Number of slow requests since the start
	ThresholdMs     int64    `json:"thresholdMs"`     // From how many milliseconds on something is slow
	TotalSinceStart int64    `json:"totalSinceStart"` // How many there were since the start
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
	Status    string     `json:"status"`  // The status
	Summary   RunSummary `json:"summary"` // The summary
	UpdatedAt *Time      `json:"updatedAt"`
}

// Line is a part of [BundleAnswer]. A warning or an error of the log, masked as by Mask.
type Line struct {
	At        Time   `json:"at"`
	Level     string `json:"level"`     // Error, warn
	Message   string `json:"message"`   // What happened, in a sentence
	Truncated bool   `json:"truncated"` // Whether the message was cut
}

// BundleFlag is a part of [BundleAnswer]. A flag that differs from its default or has an override.
type BundleFlag struct {
	Current     string  `json:"current"`     // on, off, collapsed: The value in force
	HardDefault string  `json:"hardDefault"` // on, off, collapsed: The value without any setting
	Key         string  `json:"key"`         // The key that names it
	Override    *string `json:"override"`    // on, off, collapsed, null: The value that the user has set; null: none
}

// Integrity is a part of [DatabaseAnswer]. The result of the integrity check, or why it was skipped.
type Integrity struct {
	CheckedAt  *Time   `json:"checkedAt,omitzero"`
	Detail     *string `json:"detail,omitzero"`     // More about it; null or empty: nothing
	DurationMs *int64  `json:"durationMs,omitzero"` // How long it took, in milliseconds; null: it has not ended
	Fresh      *bool   `json:"fresh,omitzero"`      // Whether the database was read for this check
	Skipped    *string `json:"skipped,omitzero"`    // Disabled, bulk-active, too-large, not-supported
	Status     *string `json:"status,omitzero"`     // Ok, error
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
	Counts   map[string]int64 `json:"counts"`   // Records by kind
	Database Database         `json:"database"` // The state of the database; null: not known
	Disk     *Space           `json:"disk"`     // Null: no folder, or unknown
	Orphans  map[string]int64 `json:"orphans"`  // Number of records whose parent is missing, by kind
	Runtime  Process          `json:"runtime"`  // The state of the process
	Warnings []string         `json:"warnings"` // What is not right, in sentences
}

// Repaired is a part of [Report]. A completed repair. The API document uses the name..
type Repaired struct {
	Affected int64  `json:"affected"` // Records
	Kind     string `json:"kind"`     // The kind, which determines the other members
}

// Left is a part of [Report]. A repair that was skipped or not completed. The API document uses the name..
type Left struct {
	Kind   string `json:"kind"`   // The kind, which determines the other members
	Reason string `json:"reason"` // Bulk-active, failed, more
}

// Delay is a part of [RuntimeAnswer]. A distribution of waiting times, in milliseconds. It is computed from buckets, so the figures are estimates, at least half of the true value..
type Delay struct {
	MaxMs         float64 `json:"maxMs"`         // The longest wait, in milliseconds
	MeanMs        float64 `json:"meanMs"`        // The mean wait, in milliseconds
	MinMs         float64 `json:"minMs"`         // The shortest wait, in milliseconds
	P50Ms         float64 `json:"p50Ms"`         // The median wait, in milliseconds
	P95Ms         float64 `json:"p95Ms"`         // 95 of 100 waits were at most so long, in milliseconds
	P99Ms         float64 `json:"p99Ms"`         // 99 of 100 waits were at most so long, in milliseconds
	Samples       int64   `json:"samples"`       // Number of waits
	Severity      string  `json:"severity"`      // Ok; warn from 100 ms; danger from a second
	StddevMs      float64 `json:"stddevMs"`      // The standard deviation of the waits, in milliseconds
	WindowSeconds int64   `json:"windowSeconds"` // How long waits were counted
}

// Memory is a part of [RuntimeAnswer]. The memory of a process, in MiB.
type Memory struct {
	ExternalMb       float64 `json:"externalMb"`       // Memory of the runtime outside the heap, in MiB
	HeapFractionUsed float64 `json:"heapFractionUsed"` // The share of the limit that the heap uses, from 0 to 1; 0: there is no limit
	HeapLimitMb      float64 `json:"heapLimitMb"`      // Zero: unknown
	HeapTotalMb      float64 `json:"heapTotalMb"`      // The heap, in use or not
	HeapUsedMb       float64 `json:"heapUsedMb"`       // The heap in use, in MiB
	RSSMb            float64 `json:"rssMb"`            // Resident memory
}
