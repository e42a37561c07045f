// Package access decides who may do what: it compares the admin token, counts wrong
// ones, opens and checks admin sessions, and names the requests that need the token
// once the service is exposed.
package access
