// Package fleettest supports tests of packages that use tracked apps: it provides a
// fleet service over an empty database, with a scraper and a clock that the test
// controls.
package fleettest
