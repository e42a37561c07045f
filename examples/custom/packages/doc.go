// Package packages is a scraper of apps that are identified by the names of packages, such
// as org.example.compass, and not by numbers: it reads them from one JSON file, the index
// of a package repository. The database gives each app a number.
package packages
