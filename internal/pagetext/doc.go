// Package pagetext reads the text of HTML pages from unknown sources.
//
// It owns the way from a page's markup to Markdown: cutting it into tokens
// ([Scanner]), keeping the elements that carry text, and writing those out
// ([Read]). It does not own what a text is for, where a page comes from, how its
// bytes are decoded, or which of its links are followed.
//
// Both take time and memory that grow with the length of the page and with
// nothing else. A tree is built of bounded size and depth, without what makes the
// trees of browsers larger than their pages: formatting elements, attributes and
// foreign content are never in it. No output is ever parsed again.
package pagetext
