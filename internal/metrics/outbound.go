package metrics

import (
	"net/http"
	"strconv"
	"strings"
)

// knownHosts are the hosts with a series of their own, with all below them.
var knownHosts = [...]string{"apple.com", "mzstatic.com", "archive.org"}

// known returns a host with its port taken off if it has a series of its own, else
// "other": policies and webhooks may be on any number of hosts.
func known(host string) string {
	host = strings.ToLower(host)
	if name, port, ok := strings.Cut(host, ":"); ok && port == "443" {
		host = name
	}
	for _, known := range knownHosts {
		if host == known || strings.HasSuffix(host, "."+known) {
			return host
		}
	}
	return "other"
}

// outcome returns the label of a response or an error.
func outcome(status int, err error) string {
	switch {
	case err != nil:
		return "error"
	case status == http.StatusTooManyRequests:
		return "429"
	}
	return strconv.Itoa(status/100) + "xx"
}
