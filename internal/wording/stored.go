package wording

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

// stored is a sentence, or a part of one between commas, that the activity log or a message has in English.
// With many, the first argument is a number.
type stored struct {
	one, many string
	words     bool // the arguments are words or sentences themselves, where those are known
}

// storedSentences are those that are put into other languages. The first that fits is taken.
var storedSentences = []stored{
	{one: "Daily summary: %s notification", many: "Daily summary: %s notifications"},
	{one: "Weekly summary: %s notification", many: "Weekly summary: %s notifications"},
	{one: "Daily summary: %s"},
	{one: "Weekly summary: %s"},
	{one: "%s app began to track you", many: "%s apps began to track you"},
	{one: "%s app got worse", many: "%s apps got worse"},
	{one: "%s app got better", many: "%s apps got better"},
	{one: "%s got worse", many: "%s got worse"},
	{one: "%s got better", many: "%s got better"},
	{one: "%s policy changed", many: "%s policies changed"},

	{one: "Now tracking %s"},
	{one: "Could not read %s"},
	{one: "no label changes"},
	{one: "version %s"},
	{one: "%s change", many: "%s changes"},
	{one: "%s/%s synced"},
	{one: "%s error", many: "%s errors"},
	{one: "%s rate-limited", many: "%s rate-limited"},
	{one: "Resumed after an interruption, %s of %s left"},

	{one: "policy of %s word", many: "policy of %s words"},
	{one: "policy as before"},
	{one: "policy changed"},
	{one: "policy changed again; it is unstable"},
	{one: "policy summarised by %s"},
	{one: "the page shows a very different text, which counts if it is still there in some hours"},

	{one: "%s imported", many: "%s imported"},
	{one: "%s unchanged", many: "%s unchanged"},
	{one: "%s skipped", many: "%s skipped"},
	{one: "%s failed", many: "%s failed"},
	{one: "%s requested", many: "%s requested"},
	{one: "%s app failed", many: "%s apps failed"},
	{one: "%s not tried", many: "%s not tried"},
	{one: "Could not import the history of %s"},

	{one: "Import of the list: %s of %s apps are tracked"},
	{one: "Import of %s: %s of %s apps are tracked"},
	{one: "%s could not be read", many: "%s could not be read"},
	{one: "%s still wait", many: "%s still wait"},
	{one: "%s are left out", many: "%s are left out"},

	{one: "The records are in order"},
	{one: "The health check found a fault"},
	{one: "The health check has warnings"},
	{one: "The health check repaired records"},
	{one: "Wrote the backup %s"},
	{one: "Restored %s app from a backup", many: "Restored %s apps from a backup"},
	{one: "Note written on %s"},
	{one: "Note changed on %s"},
	{one: "Note deleted on %s"},
	{one: "verdict taken back"},
	{one: "Privacy profile cleared"},
	{one: "Removed %s from a device"},
	{one: "Could not remove %s from a device"},
	{one: "Backed up %s"},
	{one: "Put %s sample app in", many: "Put %s sample apps in"},
	{one: "%s app: %s", many: "%s apps: %s"},

	{one: "%s/%s policies fetched"},
	{one: "%s fresh", many: "%s fresh"},
	{one: "sample policy summarised by %s"},
	{one: "policy changed again; it is unstable: %s keeps changing", words: true},
	{one: "block %s marked as not part of the policy", words: true},
	{one: "block %s part of the policy again", words: true},
	{one: "what follows “%s”"},
	{one: "“%s” after “%s”"},
	{one: "“%s” at the beginning"},
	{one: "The policy is short: only texts of %s words or more are summarized."},
	{one: "The model took too long to summarise the privacy policy of %s"},

	{one: "%s added · %s updated · %s skipped · %s notes"},
	{one: "Imported %s/%s apps, %s failed, %s left"},
	{one: "No App Store app was found for %s items of an import. Add them by hand."},
	{one: "A backup could not be written"},
	{one: "Started over"},
	{one: "Forgot %s app", many: "Forgot %s apps"},
	{one: "Forgot what changed about %s app", many: "Forgot what changed about %s apps"},
	{one: "Removed %s record", many: "Removed %s records"},
	{one: "All apps: %s"},
	{one: "%s archived snapshot removed", many: "%s archived snapshots removed"},
	{one: "The web archive was asked to capture the page of %s"},
	{one: "The web archive did not capture the page of %s in %s attempts"},

	{one: "Decided on %s app: %s safe, %s to replace, %s to uninstall", many: "Decided on %s apps: %s safe, %s to replace, %s to uninstall"},
	{one: "Dashboard layout: %s", words: true},
	{one: "Privacy profile set to %s", words: true},
	{one: "%s goes beyond your privacy profile: %s and %s more", words: true},
	{one: "%s goes beyond your privacy profile: %s", words: true},

	{one: "the process ended twice while working on this app; skipped"},
	{one: "The %s run %s failed %s: the process ended twice while working on this app; skipped."},
	{one: "The interrupted %s was resumed: %s of %s left."},
	{one: "%s of %s apps could not be refreshed, which is more than %s%%"},
	{one: "%s of %s apps were refreshed again"},
	{one: "Apps are refreshed again: %s of %s on %s"},
	{one: "All apps are refreshed again: a refresh succeeded on %s", words: true},
	{one: "No refresh of all apps has succeeded so far, for more than %s", words: true},
	{one: "No refresh of all apps has succeeded for more than %s: the last was on %s", words: true},
	{one: "No privacy label was found on the %s page of %s. The known label is unchanged."},
	{one: "The %s page of %s could not be parsed. What was known before is unchanged."},
	{one: "%s answered that it does not list %s of %s apps. That says something about %s rather than the apps, so none of them counts as no longer listed", words: true},
	{one: "%s shows no declaration any more of %s of %s apps. That says something about %s rather than the apps, so what they declared before is unchanged", words: true},
	{one: "%s wrong tokens in %s minutes: the log and the audit log name the addresses"},
	{one: "Updated from %s to %s"},
	{one: "%s day", many: "%s days"},
	{one: "%s hour", many: "%s hours"},

	{one: "the App Store does not list this app, or not in this country"},
	{one: "the page was not understood"},
	{one: "the App Store is rate limiting"},
	{one: "the App Store refused the request"},
	{one: "the answer is too large"},
	{one: "the App Store took too long to answer"},
	{one: "the App Store is unavailable"},
	{one: "Google Play does not list this app, or not in this country"},
	{one: "Google Play shows no declaration about data any more; what was declared before is unchanged until that is confirmed"},
	{one: "the page has no privacy label that can be read; the known label is unchanged"},
	{one: "the page of Google Play was not understood"},
	{one: "Google Play is rate limiting"},
	{one: "Google Play refused the request"},
	{one: "the answer of Google Play is too large"},
	{one: "Google Play took too long to answer"},
	{one: "Google Play is unavailable"},
	{one: "the app has no address to read it from"},
	{one: "the answer to the lookup was not understood"},
	{one: "cannot reach %s"},

	{one: "%s is not known here and would be left out: %s", words: true},
	{one: "%s is not known here and was left out: %s", words: true},
	{one: "%s has entries without an http or https URL, which would be left out: %s", words: true},
	{one: "%s has entries without an http or https URL, which were left out: %s", words: true},
	{one: "%s has entries beyond the limits of this service, or that belong to such entries, which would be left out: %s", words: true},
	{one: "%s has entries beyond the limits of this service, or that belong to such entries, which were left out: %s", words: true},
	{one: "There is no place here for some rows of the table %s, which would be left out: %s", words: true},
	{one: "There is no place here for some rows of the table %s, which were left out: %s", words: true},
	{one: "Some changes have no type, and their sentences tell none, so they would be left out: %s", words: true},
	{one: "Some changes have no type, and their sentences tell none, so they were left out: %s", words: true},
	{one: "Some changes have no type. Their types would be derived from their sentences: %s", words: true},
	{one: "Some changes have no type. Their types were derived from their sentences: %s", words: true},
	{one: "Some changes have a type that is not known here, with which they would be restored: %s", words: true},
	{one: "Some changes have a type that is not known here, with which they were restored: %s", words: true},
	{one: "Some snapshots have the time of another one of the same app. Their times would be moved to the next free millisecond: %s", words: true},
	{one: "Some snapshots have the time of another one of the same app. Their times were moved to the next free millisecond: %s", words: true},

	{one: "The app %s is not tracked"},
	{one: "The ID of an app is a number up to %s"},
	{one: "There is no device %s"},
	{one: "There is no import %s"},
	{one: "There is no destination %s"},
	{one: "There is no policy version %s"},

	{one: "%s accepted", words: true},
	{one: "%s deferred", words: true},
	{one: "%s reopened", words: true},
}

// decisions are the words of the page for verdicts.
var decisions = map[string]language.Words{
	string(storage.DecisionSafe): "Keep it", string(storage.DecisionReplace): "Replace it", string(storage.DecisionUninstall): "Uninstall it",
}

// maxParts is how many commas a sentence has that is put into another language: names in it may have more.
const maxParts = 8

// form is a sentence with what finds it.
type form struct {
	stored
	find  *regexp.Regexp
	share bool // it says how many of how many, so that its arguments are numbers where they can be
}

// share finds the formats of how many of how many.
var share = regexp.MustCompile(`%s(?:/|\sof\s)%s`)

var forms = sync.OnceValue(func() (all []form) {
	for _, s := range storedSentences {
		pattern := group(s.one, `(.+)`)
		if s.many != "" {
			pattern = group(s.one, `(\d+)`) + "|" + group(s.many, `(\d+)`)
		}
		all = append(all, form{s, regexp.MustCompile("^(?:" + pattern + ")$"), share.MatchString(s.one)})
	}
	return all
})

// group returns what finds a format, whose first argument is found by first.
func group(format, first string) string {
	pattern := strings.Replace(regexp.QuoteMeta(format), "%s", first, 1)
	return strings.NewReplacer("%s", "(.+)", "%%", "%").Replace(pattern)
}

// Stored returns a sentence of the activity log, or the title of a message, in another language. It is about
// the app with a name, which may be empty. It stays in English unless all of it is known.
func Stored(l *language.Language, app, sentence string) string {
	if l == language.English || strings.Count(sentence, ", ") > maxParts {
		return sentence
	}
	if rest, ok := strings.CutPrefix(sentence, app+": "); ok && app != "" {
		if said, ok := storedIn(l, rest); ok {
			return string(l.Text("%s: %s", app, said))
		}
	}
	if said, ok := storedIn(l, sentence); ok {
		return said
	}
	return sentence
}

// Cause returns why something has failed, as an error says it, in another language: as much of its beginning
// as is known, with the rest as it is.
func Cause(l *language.Language, message string) string {
	if l == language.English {
		return message
	}
	for _, end := range []int{strings.Index(message, " (HTTP "), strings.Index(message, ": "), len(message)} {
		if end < 0 || strings.Count(message[:end], ", ") > maxParts {
			continue
		}
		if said, ok := storedIn(l, message[:end]); ok {
			return said + message[end:]
		}
	}
	return message
}

// storedIn returns a sentence in a language, and reports whether all of it is known.
func storedIn(l *language.Language, sentence string) (string, bool) {
	if first, rest, ok := strings.Cut(sentence, ", "); ok {
		one, ok1 := storedIn(l, first)
		others, ok2 := storedIn(l, rest)
		if ok1 && ok2 {
			return one + ", " + others, true
		}
	}
	for _, f := range forms() {
		if found := f.find.FindStringSubmatch(sentence); found != nil {
			return f.in(l, found[1:])
		}
	}
	if said := decisions[sentence]; said != "" {
		return l.Words(said), true
	}
	for _, preset := range profile.Presets() {
		if sentence == preset.ID {
			return l.Words(language.Words(preset.Label)), true
		}
	}
	said := l.Words(language.Words(sentence)) // the page may say it, too
	return said, said != sentence
}

// in returns the sentence in a language with what was found in it. What follows a colon at its end is a
// sentence itself, if there is one like it.
func (f form) in(l *language.Language, found []string) (string, bool) {
	if half := len(found) / 2; f.many != "" { // the groups of both forms
		if found[0] == "" {
			found = found[half:]
		} else {
			found = found[:half]
		}
	}
	args := make([]any, len(found))
	for i, text := range found {
		args[i] = text
		if n, err := strconv.Atoi(text); err == nil && f.share {
			args[i] = n
		}
		if said, ok := storedIn(l, text); ok && f.words {
			args[i] = said
		}
	}
	if last := len(found) - 1; !f.words && strings.HasSuffix(strings.TrimSuffix(f.one, "%s"), ": ") {
		said, ok := storedIn(l, found[last])
		if !ok {
			return "", false
		}
		args[last] = said
	}
	if f.many == "" {
		return string(l.Text(f.one, args...)), true
	}
	n, err := strconv.Atoi(found[0])
	if err != nil {
		return "", false
	}
	return string(l.Plural(n, f.one, f.many, args[1:]...)), true
}
