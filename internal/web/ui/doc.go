// Package ui is what the screens of the web page share: the services, the layout, the style
// sheet and the script, words for dates and numbers, messages after a form, and the types by which
// the HTTP interface serves a screen.
//
// A screen is one [Screen] value: a route, the operation of the API whose rules it
// shares, and a function from a [Request] to a [Reply]. The function calls the services,
// fills a struct, and renders a [Template] with it. A form is a screen of the method POST,
// served by [Form], that ends with [SeeOther].
//
// Nothing in a template is trusted: names, notes and texts come from outside and are
// escaped by html/template. What a screen has a hundred times is written with [Markup], which
// escapes in the same way. There is no inline script and no inline style, because the
// content policy forbids both.
package ui
