package flags

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/nearest"
	"github.com/privacylabels/auditor/internal/program/cmdline"
)

// prefixes are what the names of the variables of the programs begin with, all of one length.
var prefixes = []string{"SERVICE_", "AUDITOR_"}

// UnknownVariables returns a warning for each variable of an environment, in the form of
// [os.Environ], that looks like a setting of a program and is none: it has the prefix of
// settings, and no flag reads it. A warning names the variable and, if one is near, the
// nearest known one, but no value, which may be secret. Variables that Kubernetes and Docker set for
// the address of a service are left out.
func UnknownVariables(p *cmdline.Program, environ []string) []string {
	var known []string
	for _, flag := range p.AllFlags() {
		if hasPrefix(flag.Variable) {
			known = append(known, flag.Variable)
		}
	}
	slices.Sort(known)
	var warnings []string
	for _, pair := range slices.Sorted(slices.Values(environ)) {
		variable, value, _ := strings.Cut(pair, "=")
		if !hasPrefix(variable) || slices.Contains(known, variable) || isServiceAddress(variable, value) {
			continue
		}
		warning := fmt.Sprintf("unknown variable %.80s: nothing reads it", variable)
		if near := nearestVariable(variable, known); near != "" {
			warning += "; the nearest known one is " + near
		}
		warnings = append(warnings, warning)
	}
	return warnings
}

// nearestVariable returns the known variable that an unknown one probably stands for, whichever of
// the prefixes either has, or "" if none has half of its letters.
func nearestVariable(unknown string, known []string) string {
	unknown = unknown[len(prefixes[0]):]
	names := make([]string, len(known))
	for i, variable := range known {
		names[i] = variable[len(prefixes[0]):]
	}
	near := nearest.Name(unknown, names)
	if nearest.Distance(unknown, near) > len(unknown)/2 {
		return ""
	}
	return known[slices.Index(names, near)]
}

func hasPrefix(variable string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(variable, prefix) })
}

// address matches the names of the variables for the address of a service, whose name comes
// first: those of Kubernetes, and of the links of Docker, which Kubernetes sets too.
var address = regexp.MustCompile(`^[A-Z0-9_]+(_SERVICE_HOST|_SERVICE_PORT(_[A-Z0-9_]+)?|_PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$`)

// isServiceAddress reports whether a variable is set for the address of a service, such as
// AUDITOR_SERVICE_HOST or AUDITOR_PORT_3000_TCP for a service with the name auditor. For
// AUDITOR_PORT the value decides, which is a URL such as tcp://10.0.0.1:3000.
func isServiceAddress(variable, value string) bool {
	scheme, _, isURL := strings.Cut(value, "://")
	return address.MatchString(variable) ||
		strings.HasSuffix(variable, "_PORT") && isURL && slices.Contains([]string{"tcp", "udp", "sctp"}, scheme)
}
