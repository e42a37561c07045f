// Package readtoken gives people and programs secrets with which they may read, and
// nothing else: read tokens for programs, and sessions for browsers that were paired.
//
// A secret is shown once, when it is made; the database has its digest. Each can expire,
// and can be revoked at any time. Which requests need one is decided in httpapi.
package readtoken
