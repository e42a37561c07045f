// Package ui is what the screens of the web page share: the services, the layout, the style
// sheet and the script, words for dates and numbers, messages after a form, and the types by which
// the HTTP interface serves a screen.
//
// A screen is one [Screen] value: a route, the operation of the API whose rules it
// shares, and a function from a [Request] to a [Reply]. The function calls the services,
// fills a struct, and renders it with [Kit.Render] and a method of the struct that writes it
// to a [Markup]. A form is a screen of the method POST, served by [Form], that ends with
// [SeeOther].
//
// No value is trusted: names, notes and texts come from outside, and [Markup] escapes them as
// their place needs. HTML is constants of the program. There is no inline script and no
// inline style, because the content policy forbids both.
package ui
