package op

import "net/http"

// Access is who may call an operation. The later ones ask for more. A read token, like the
// session of a paired browser and a user of a trusted proxy, is enough up to Metrics.
type Access uint8

const (
	byMethod Access = iota // Read for GET, Change for any other method

	// Public is for everyone, however the service is configured.
	Public
	// Open needs no token, even if all reads need one. An authorizer has to grant reading.
	Open
	// Read needs a token only if all reads need one.
	Read
	// Metrics is as Sensitive, except that a read token is enough.
	Metrics
	// Change needs the admin token if other machines can reach the service.
	Change
	// Sensitive is as Change, except that an authorizer has to grant everything.
	Sensitive
	// Administer needs the admin token if one is configured, or other machines can reach the
	// service.
	Administer
	// Develop always needs the admin token, and is refused if none is configured.
	Develop
)

// Token returns when an operation needs the admin token, in the words of the document.
func (a Access) Token() string {
	switch {
	case a == Develop:
		return "always"
	case a == Administer:
		return "configured"
	case a >= Metrics:
		return "exposed"
	}
	return "never"
}

// orByMethod returns the access, or the one that follows from the method.
func (a Access) orByMethod(method string) Access {
	switch {
	case a != byMethod:
		return a
	case method == http.MethodGet:
		return Read
	}
	return Change
}
