// Package fetch gets the text of a privacy policy from its site.
//
// A [Client] requests a page and makes text of HTML, plain text or PDF. A page with
// less text than a policy is searched for hidden text, and its links to a
// policy are followed. When the site does not answer, the client asks
// an [Archive]. [Judge] reports whether a [Document] is a policy.
//
// Every URL that a site leads to (a redirect, a refresh, a script, a frame, a link)
// passes the same guard as the first one and shares its time limit, and their number
// is bounded. The archive is asked after the site, and never about a URL that is not
// allowed.
package fetch
