// Package netguard restricts outgoing requests to public addresses. It checks the
// address after a name was resolved, for the first request and for each redirect.
//
// It decides which addresses may be dialed, makes the [http.Client] for requests to
// other hosts, and reads responses within limits. It does not decide what is
// requested, how often, or which redirects make sense.
//
// A [Guard] distinguishes three kinds of destination. A host and port from a
// configured base URL may have any address. A destination on the allow list may be on
// a private network. Any other must be public, on port 80 or 443 unless [WithPorts]
// sets other ports. The metadata services of clouds are always refused, because they
// return keys.
package netguard
