package program

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/program/cmdline"
	"github.com/privacylabels/auditor/internal/program/commands"
	"github.com/privacylabels/auditor/internal/program/flags"
)

// config is the command line: the command and the settings. A setting comes from its flag or,
// if that is missing, from its environment variable or its default. The tag for lists the
// commands, or groups of commands, that use the flag (see uses); without the tag that is serve.
// The tag values lists the values of a flag, for completion.
type config struct {
	Command string // the name of the command

	Serve          serveCommand         `cmd:"" help:"Serve the web page and the HTTP API, and run scheduled work. This is the default command."`
	Track          commands.Track       `cmd:"" help:"Track apps, or refresh those that are tracked already."`
	Import         commands.Import      `cmd:"" help:"Track the apps of a list in a file."`
	List           commands.List        `cmd:"" help:"List the tracked apps."`
	Show           commands.Show        `cmd:"" help:"Show an app with its privacy label, or its timeline."`
	History        commands.History     `cmd:"" help:"Read the past of an app from the web archive, or show how much there is to read."`
	Changes        commands.Changes     `cmd:"" help:"Show the recorded changes, the newest first."`
	Blocks         commands.Blocks      `cmd:"" help:"Show which blocks of a page are not part of an app's policy, or mark and unmark one."`
	Run            commands.Run         `cmd:"" help:"Do one bulk run in this process, or with --url in a service, and show its progress. A run that was paused or interrupted is resumed."`
	Dataset        commands.Dataset     `cmd:"" help:"Write the record as a data set: tables of all states and changes, signed."`
	Stats          commands.Stats       `cmd:"" help:"Show how many apps declare what, by week or month, with the number of apps that were observed."`
	Storefronts    commands.Storefronts `cmd:"" help:"Compare an app in several storefronts of the App Store."`
	Developers     commands.Developers  `cmd:"" help:"List the developers of the tracked apps, with the worst risk and the changes."`
	Evidence       commands.Evidence    `cmd:"" help:"Write the evidence of a change: both labels, the times and a signature."`
	Export         commands.Export      `cmd:"" help:"Write a table of all apps, or all apps with their labels as JSON."`
	Backup         backupArgs           `cmd:"" help:"Write a signed backup. The file appears when it is complete, readable by its owner only."`
	Restore        restoreArgs          `cmd:"" help:"Replace all data by a backup. Refuses one that this installation did not sign, unless --allow-untrusted is given."`
	Verify         verifyArgs           `cmd:"" help:"Read a backup, a data set or evidence to its end and report whether it is complete and who signed it."`
	Healthcheck    healthcheckArgs      `cmd:"" help:"Report whether the service can work."`
	Audit          commands.Audit       `cmd:"" help:"Show the log of privileged requests, the newest first."`
	Completion     completionArgs       `cmd:"" help:"Print a script that completes commands, flags and values in a shell."`
	Man            manCommand           `cmd:"" help:"Print the manual page, as roff."`
	VersionCommand versionArgs          `cmd:"" name:"version" help:"Print the version."`

	DataDir string `type:"text" for:"serve,apps,backups,healthcheck" var:"SERVICE_DATA_DIR" default:"./data" placeholder:"FOLDER" help:"Folder of the database and the signing key; created if missing."`

	flags.Settings

	Proxy *proxySettings // from the environment; nil: none

	ServiceURL     string `type:"url" name:"url" for:"apps,backups,healthcheck" var:"SERVICE_URL" placeholder:"URL" help:"The running service to use instead of the data folder. Not for serve."`
	AllowUntrusted bool   `type:"switch" for:"restore" help:"With restore: accept a backup that another installation signed, or that was changed."`
	Version        bool   `type:"switch" help:"Print the version."`
}

// groups are the commands that a name in the tag for of a flag stands for.
var groups = map[string][]string{
	"apps":    slices.Collect(maps.Keys(config{}.appsCommands())),
	"backups": {"backup", "restore", "verify"},
}

// uses reports whether a command uses a flag of the program.
func uses(command string, flag *cmdline.Value) bool {
	for name := range strings.SplitSeq(cmp.Or(flag.Tag.Get("for"), "serve"), ",") {
		if name == command || slices.Contains(groups[name], command) {
			return true
		}
	}
	return flag.Name == "help"
}

// usesSettings reports whether a command depends on any setting. One that does not also works
// where the settings of the service are wrong or cannot be read, such as in a shell that asks
// for completion.
func usesSettings(command string) bool {
	return !slices.Contains([]string{"completion", "man", "version"}, command)
}
