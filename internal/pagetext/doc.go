// Package pagetext reads the text of HTML pages from unknown sources.
//
// It turns a page's markup into Markdown: it splits the markup into tokens
// ([Scanner]), builds a tree of the elements with text, and writes the tree
// ([Read]). It does not know what a text is for, where a page comes from, how its
// bytes are decoded, or which of its links are followed.
//
// Both take time and memory that grow with the length of the page and with
// nothing else. The tree has a bounded size and depth, and lacks what makes the
// trees of browsers larger than their pages: formatting elements, attributes and
// foreign content. No output is parsed again.
package pagetext
