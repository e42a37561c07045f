// Package web is the web page of the service, rendered as HTML by the server.
//
// It owns the screens and their appearance. It does not decide who may see or do what: each
// screen names the operation of the API whose rules it shares, and package httpapi applies
// them, see [ui.Screen]. The screens call the services, as the operations of the API do.
//
// The screens are in the packages below it, each beside what it shows. CONTRIBUTING.md
// describes how to add one.
package web
