// Package demo replaces the App Store, Google Play, the web archive and the sites of developers
// by invented ones, so that the service can be tried without any request.
package demo
