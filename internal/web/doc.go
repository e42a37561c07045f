// Package web is the page for people, beside the API: what the service knows, as HTML
// from the server.
//
// It owns the screens and how they look. It does not own who may see or do what: each
// screen names the operation of the API whose rules it shares, and package httpapi
// applies them, see [ui.Screen]. It decides nothing about apps and changes either: the
// screens call the services, as the operations of the API do.
//
// The screens are in the packages below it, each with its templates. CONTRIBUTING.md
// describes how to add one.
package web
