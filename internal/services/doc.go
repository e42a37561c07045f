// Package services names the services that the API and the web page call.
package services
