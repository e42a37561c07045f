// Package netguard restricts outgoing requests to public addresses.
// It checks the address after the name was
// resolved, for the first request and for each redirect.
//
// It decides which addresses may be dialed, makes the [http.Client] for an outside
// service, and reads responses within limits. It does not decide what is
// requested, how often, or which redirects make sense.
//
// A [Guard] distinguishes three kinds of destination. One whose host and port were
// configured as a base URL may be anywhere. One on the allow list may be on a
// private network. Every other must be public, on port 80 or 443 unless [WithPorts]
// says otherwise. The metadata
// services of clouds are refused in all three: they return keys.
package netguard
