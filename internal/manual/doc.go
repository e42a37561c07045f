// Package manual manages manual apps, which the user describes because the App Store
// does not list them: web apps on the home screen, test versions, private builds and
// apps from other sources. Many of them have a privacy policy, which can be read.
//
// It owns the fields of such an app, the events of their changes, and the versions of
// the policy. It does not own how a policy is fetched and checked (fleet/policy), and
// does not use the tracked apps.
//
// A policy is only read when someone asks for it, and nothing is notified of. So, unlike
// that of a tracked app, it is never unstable: each text that someone had read is saved.
package manual
