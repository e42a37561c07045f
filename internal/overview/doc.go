// Package overview summarises what the services know, for the start of a dashboard.
package overview
