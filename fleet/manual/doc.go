// Package manual keeps apps of no store, as somebody wrote them down: web pages on
// the home screen, versions for testers, builds of one's own, and what comes from
// elsewhere. No store says anything about them, but many have a privacy policy,
// which can be read.
//
// It owns what may be written down of such an app, what is noted when that
// changes, and the versions of its policy. It does not own how a policy is got and
// judged, see package policy, and knows nothing of the tracked apps.
package manual
