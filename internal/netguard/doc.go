// Package netguard keeps outgoing requests away from places they have no
// business with: it dials public addresses only, decided after the name was
// resolved, for the first request and for each redirect.
//
// It owns which addresses may be dialled, the [http.Client] made for an outside
// service, and the bounded reading of what comes back. It does not own what is
// asked of a service, how often, or which redirects make sense.
//
// A [Guard] knows three kinds of destination. One whose host and port were
// configured as a base URL may be anywhere. One on the allow list may be on a
// private network. Every other must be public, on port 80 or 443. The metadata
// services of clouds are refused in all three: what they hand out are keys.
package netguard
