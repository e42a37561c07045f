// Code generated from the OpenAPI document. DO NOT EDIT.

package client

import (
	"encoding/json"
)

// AuditAnswer is what [Client.Audit] returns.
type AuditAnswer struct {
	Limit  int64   `json:"limit"`
	Offset int64   `json:"offset"`
	Rows   []Audit `json:"rows"`
	Total  int64   `json:"total"`
}

// DeploymentAnswer is what [Client.Deployment] returns.
type DeploymentAnswer struct {
	App         DeploymentApp      `json:"app"`
	Checks      []Check            `json:"checks"`
	Database    DeploymentDatabase `json:"database"`
	GeneratedAt Time               `json:"generatedAt"`
	Health      DeploymentHealth   `json:"health"`
	Network     Network            `json:"network"`
	Security    Security           `json:"security"`
}

// SupportAnswer is what [Client.SupportBundle] returns.
type SupportAnswer struct {
	Diagnostics  DeploymentAnswer `json:"diagnostics"`
	GeneratedAt  Time             `json:"generatedAt"`
	RecentErrors []SupportError   `json:"recentErrors"`
}

// DesktopAnswer is what [Client.DesktopDiagnostics] returns.
type DesktopAnswer struct {
	BulkRunners    map[string]DesktopRunner `json:"bulkRunners"`
	DB             DesktopDatabase          `json:"db"`
	GeneratedAt    Time                     `json:"generatedAt"`
	Host           Host                     `json:"host"`
	Runtime        DesktopRuntime           `json:"runtime"`
	RuntimeMetrics Metrics                  `json:"runtimeMetrics"`
	Scheduler      DesktopScheduler         `json:"scheduler"`
}

// BundleAnswer is what [Client.Diagnostics] returns.
type BundleAnswer struct {
	APITimings           TimingsAnswer        `json:"apiTimings"`
	App                  BundleApp            `json:"app"`
	BackgroundJobs       map[string]BundleJob `json:"backgroundJobs"`
	Database             *DatabaseAnswer      `json:"database"`
	Deployment           *DeploymentAnswer    `json:"deployment"`
	Disk                 *DiskAnswer          `json:"disk"`
	ErrorLog             []Line               `json:"errorLog"`
	FeatureFlagOverrides []BundleFlag         `json:"featureFlagOverrides"`
	GeneratedAt          Time                 `json:"generatedAt"`
	Host                 Host                 `json:"host"`
	RateLimits           *Cooldowns           `json:"rateLimits"`
	Runtime              Metrics              `json:"runtime"`
	SchemaVersion        int64                `json:"schemaVersion"`
	UptimeSeconds        int64                `json:"uptimeSeconds"`
}

// DatabaseAnswer is what [Client.Database] returns.
type DatabaseAnswer struct {
	BusyTimeoutMs      *int64     `json:"busyTimeoutMs"`
	FileBytes          *int64     `json:"fileBytes"`
	ForeignKeysEnabled *bool      `json:"foreignKeysEnabled"`
	FreelistCount      *int64     `json:"freelistCount"`
	IntegrityCheck     *Integrity `json:"integrityCheck"`
	JournalMode        *string    `json:"journalMode"`
	JustRan            *Integrity `json:"justRan,omitzero"`
	PageCount          *int64     `json:"pageCount"`
	PageSize           *int64     `json:"pageSize"`
	Path               *string    `json:"path"`
	SHMBytes           *int64     `json:"shmBytes"`
	UtilisationPct     *int64     `json:"utilisationPct"`
	WALAutocheckpoint  *int64     `json:"walAutocheckpoint"`
	WALBytes           *int64     `json:"walBytes"`
}

// DiskAnswer is what [Client.Disk] returns.
type DiskAnswer struct {
	BackupSnapshotCount  int64     `json:"backupSnapshotCount"`
	DataDir              *string   `json:"dataDir"`
	DataDirBytes         *int64    `json:"dataDirBytes"`
	Files                DiskFiles `json:"files"`
	FreeBytes            *int64    `json:"freeBytes"`
	FreePct              *int64    `json:"freePct"`
	LastBackupSnapshotAt *Time     `json:"lastBackupSnapshotAt"`
	TotalBytes           *int64    `json:"totalBytes"`
}

// FaultsAnswer is what [Client.ClearErrors] returns.
type FaultsAnswer struct {
	Capacity int64  `json:"capacity"`
	Entries  []Line `json:"entries"`
}

// Report is what [Client.LastCheck] returns.
type Report struct {
	Checks       Checks     `json:"checks"`
	DurationMs   int64      `json:"durationMs"`
	Error        *string    `json:"error,omitzero"`
	FinishedAt   Time       `json:"finishedAt"`
	Heals        []Repaired `json:"heals"`
	Healthy      bool       `json:"healthy"`
	Skipped      *string    `json:"skipped,omitzero"`
	SkippedHeals []Left     `json:"skippedHeals"`
	StartedAt    Time       `json:"startedAt"`
	Status       string     `json:"status"`
	Trigger      string     `json:"trigger"`
	Version      int64      `json:"version"`
}

// NeverChecked is what [Client.LastCheck] returns.
type NeverChecked struct {
	NeverRun bool `json:"neverRun"`
}

// RuntimeAnswer is what [Client.ClearRuntime] returns.
type RuntimeAnswer struct {
	APITimings    TimingsAnswer `json:"apiTimings"`
	EventLoop     *Delay        `json:"eventLoop"`
	GeneratedAt   Time          `json:"generatedAt"`
	Goroutines    int64         `json:"goroutines"`
	Memory        Memory        `json:"memory"`
	ResourceUsage *Usage        `json:"resourceUsage"`
	SlowQueries   *SlowQueries  `json:"slowQueries"`
	UptimeSeconds int64         `json:"uptimeSeconds"`
}

// HealthAnswer is what [Client.Health] returns.
type HealthAnswer struct {
	Status string `json:"status"`
}

// ReadTokensAnswer is what [Client.ReadTokens] returns.
type ReadTokensAnswer struct {
	Tokens []ReadToken `json:"tokens"`
}

// CreatedReadToken is what [Client.CreateReadToken] returns.
type CreatedReadToken struct {
	Secret string    `json:"secret"`
	Token  ReadToken `json:"token"`
}

// ReadyAnswer is what [Client.Ready] returns.
type ReadyAnswer struct {
	Checks []Check `json:"checks"`
	Status string  `json:"status"`
}

// Audit is a part of [AuditAnswer].
type Audit struct {
	Action    string  `json:"action"`
	ActorIP   string  `json:"actorIp"`
	ActorUser *string `json:"actorUser"`
	CreatedAt Time    `json:"createdAt"`
	Detail    string  `json:"detail"`
	ID        string  `json:"id"`
	Success   bool    `json:"success"`
	UserAgent string  `json:"userAgent"`
}

// DeploymentApp is a part of [DeploymentAnswer].
type DeploymentApp struct {
	Arch            string  `json:"arch"`
	ContainerLikely bool    `json:"containerLikely"`
	GoVersion       string  `json:"goVersion"`
	Name            string  `json:"name"`
	Platform        string  `json:"platform"`
	Runtime         string  `json:"runtime"`
	UptimeSeconds   int64   `json:"uptimeSeconds"`
	Version         *string `json:"version"`
}

// Check is a part of [DeploymentAnswer].
type Check struct {
	Detail string `json:"detail"`
	ID     string `json:"id"`
	Label  string `json:"label"`
	Status string `json:"status"`
}

// DeploymentDatabase is a part of [DeploymentAnswer].
type DeploymentDatabase struct {
	DataDir       *string `json:"dataDir"`
	DataDirSource string  `json:"dataDirSource"`
	Error         *string `json:"error"`
	Exists        bool    `json:"exists"`
	JournalMode   *string `json:"journalMode"`
	Path          *string `json:"path"`
	SizeBytes     *int64  `json:"sizeBytes"`
	Writable      bool    `json:"writable"`
}

// DeploymentHealth is a part of [DeploymentAnswer].
type DeploymentHealth struct {
	DBPingMs *int64  `json:"dbPingMs"`
	Error    *string `json:"error"`
	Status   string  `json:"status"`
}

// Network is a part of [DeploymentAnswer].
type Network struct {
	ForwardedForPresent bool    `json:"forwardedForPresent"`
	ForwardedHost       *string `json:"forwardedHost"`
	ForwardedProto      *string `json:"forwardedProto"`
	Host                *string `json:"host"`
	LanOrDomainHost     bool    `json:"lanOrDomainHost"`
	LocalOnlyHost       bool    `json:"localOnlyHost"`
	Protocol            string  `json:"protocol"`
	ProxyDetected       bool    `json:"proxyDetected"`
	RealIPPresent       bool    `json:"realIpPresent"`
}

// Security is a part of [DeploymentAnswer].
type Security struct {
	AdminTokenConfigured   bool `json:"adminTokenConfigured"`
	AdminTokenRequired     bool `json:"adminTokenRequired"`
	AllowedHostsConfigured bool `json:"allowedHostsConfigured"`
	BindAmbiguous          bool `json:"bindAmbiguous"`
	NetworkExposed         bool `json:"networkExposed"`
	TrustProxy             bool `json:"trustProxy"`
}

// SupportError is a part of [SupportAnswer].
type SupportError struct {
	DurationMs       *int64                     `json:"durationMs"`
	EndedAt          *Time                      `json:"endedAt"`
	ErrorMessage     *string                    `json:"errorMessage"`
	FetchDiagnostics map[string]json.RawMessage `json:"fetchDiagnostics"`
	StartedAt        Time                       `json:"startedAt"`
	Status           string                     `json:"status"`
	Type             string                     `json:"type"`
}

// DesktopRunner is a part of [DesktopAnswer].
type DesktopRunner struct {
	HasState bool `json:"hasState"`
	Running  bool `json:"running"`
}

// DesktopDatabase is a part of [DesktopAnswer].
type DesktopDatabase struct {
	Apps                int64   `json:"apps"`
	DBPath              *string `json:"dbPath"`
	DBSizeBytes         *int64  `json:"dbSizeBytes"`
	Snapshots           int64   `json:"snapshots"`
	UnreadNotifications int64   `json:"unreadNotifications"`
}

// Host is a part of [DesktopAnswer].
type Host struct {
	Arch            string  `json:"arch"`
	ContainerLikely bool    `json:"containerLikely"`
	CPUCount        int64   `json:"cpuCount"`
	FreeMemMb       float64 `json:"freeMemMb"`
	GoVersion       string  `json:"goVersion"`
	OSRelease       string  `json:"osRelease"`
	OSType          string  `json:"osType"`
	Pid             int64   `json:"pid"`
	TotalMemMb      float64 `json:"totalMemMb"`
}

// DesktopRuntime is a part of [DesktopAnswer].
type DesktopRuntime struct {
	Arch          string `json:"arch"`
	GoVersion     string `json:"goVersion"`
	Pid           int64  `json:"pid"`
	Platform      string `json:"platform"`
	UptimeSeconds int64  `json:"uptimeSeconds"`
}

// Metrics is a part of [DesktopAnswer].
type Metrics struct {
	EventLoop     *Delay       `json:"eventLoop"`
	GeneratedAt   Time         `json:"generatedAt"`
	Goroutines    int64        `json:"goroutines"`
	Memory        Memory       `json:"memory"`
	ResourceUsage *Usage       `json:"resourceUsage"`
	SlowQueries   *SlowQueries `json:"slowQueries"`
	UptimeSeconds int64        `json:"uptimeSeconds"`
}

// DesktopScheduler is a part of [DesktopAnswer].
type DesktopScheduler struct {
	LastAutoSync *Time  `json:"lastAutoSync"`
	ScheduleMode string `json:"scheduleMode"`
	SyncRunning  bool   `json:"syncRunning"`
}

// TimingsAnswer is a part of [BundleAnswer].
type TimingsAnswer struct {
	Recent          []Timing `json:"recent"`
	SlowSinceStart  int64    `json:"slowSinceStart"`
	ThresholdMs     int64    `json:"thresholdMs"`
	TotalSinceStart int64    `json:"totalSinceStart"`
}

// BundleApp is a part of [BundleAnswer].
type BundleApp struct {
	GoVersion string  `json:"goVersion"`
	Name      string  `json:"name"`
	Version   *string `json:"version"`
}

// BundleJob is a part of [BundleAnswer].
type BundleJob struct {
	Running   bool       `json:"running"`
	StartedAt *Time      `json:"startedAt"`
	Status    string     `json:"status"`
	Summary   RunSummary `json:"summary"`
	UpdatedAt *Time      `json:"updatedAt"`
}

// Line is a part of [BundleAnswer].
type Line struct {
	At        Time   `json:"at"`
	Level     string `json:"level"`
	Message   string `json:"message"`
	Truncated bool   `json:"truncated"`
}

// BundleFlag is a part of [BundleAnswer].
type BundleFlag struct {
	Current     string  `json:"current"`     // on, off, collapsed
	HardDefault string  `json:"hardDefault"` // on, off, collapsed
	Key         string  `json:"key"`
	Override    *string `json:"override"` // on, off, collapsed, null
}

// Integrity is a part of [DatabaseAnswer].
type Integrity struct {
	CheckedAt  *Time   `json:"checkedAt,omitzero"`
	Detail     *string `json:"detail,omitzero"`
	DurationMs *int64  `json:"durationMs,omitzero"`
	Fresh      *bool   `json:"fresh,omitzero"`
	Skipped    *string `json:"skipped,omitzero"`
	Status     *string `json:"status,omitzero"`
}

// DiskFiles is a part of [DiskAnswer].
type DiskFiles struct {
	Backups *int64 `json:"backups"`
	DB      *int64 `json:"db"`
	SHM     *int64 `json:"shm"`
	WAL     *int64 `json:"wal"`
}

// Checks is a part of [Report].
type Checks struct {
	Counts   map[string]int64 `json:"counts"`
	Database Database         `json:"database"`
	Disk     *Space           `json:"disk"`
	Orphans  map[string]int64 `json:"orphans"`
	Runtime  Process          `json:"runtime"`
	Warnings []string         `json:"warnings"`
}

// Repaired is a part of [Report].
type Repaired struct {
	Affected int64  `json:"affected"`
	Kind     string `json:"kind"`
}

// Left is a part of [Report].
type Left struct {
	Kind   string `json:"kind"`
	Reason string `json:"reason"`
}

// Delay is a part of [RuntimeAnswer].
type Delay struct {
	MaxMs         float64 `json:"maxMs"`
	MeanMs        float64 `json:"meanMs"`
	MinMs         float64 `json:"minMs"`
	P50Ms         float64 `json:"p50Ms"`
	P95Ms         float64 `json:"p95Ms"`
	P99Ms         float64 `json:"p99Ms"`
	Samples       int64   `json:"samples"`
	Severity      string  `json:"severity"`
	StddevMs      float64 `json:"stddevMs"`
	WindowSeconds int64   `json:"windowSeconds"`
}

// Memory is a part of [RuntimeAnswer].
type Memory struct {
	ExternalMb       float64 `json:"externalMb"`
	HeapFractionUsed float64 `json:"heapFractionUsed"`
	HeapLimitMb      float64 `json:"heapLimitMb"`
	HeapTotalMb      float64 `json:"heapTotalMb"`
	HeapUsedMb       float64 `json:"heapUsedMb"`
	RSSMb            float64 `json:"rssMb"`
}
