package appstore

import "golang.org/x/net/html/atom"

// The elements of HTML by what they do to others (WHATWG HTML, section 13.2).
var (
	// voids have no contents and no end tag.
	voids = atoms(atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Keygen,
		atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr)

	// blocks end a paragraph.
	blocks = atoms(atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Dd, atom.Details, atom.Dialog,
		atom.Dir, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup, atom.Hr, atom.Li, atom.Listing,
		atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Plaintext, atom.Pre, atom.Section, atom.Summary,
		atom.Table, atom.Ul, atom.Xmp)

	headings = atoms(atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6)

	// specials are the other elements that the end tag of formatting does not close.
	specials = atoms(atom.Applet, atom.Button, atom.Caption, atom.Colgroup, atom.Iframe, atom.Marquee, atom.Noembed,
		atom.Noframes, atom.Noscript, atom.Object, atom.Script, atom.Select, atom.Style, atom.Tbody, atom.Td,
		atom.Template, atom.Textarea, atom.Tfoot, atom.Th, atom.Thead, atom.Title, atom.Tr)

	tableParts = atoms(atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Td, atom.Th, atom.Caption)

	// breaksOut end a drawing or a formula that they are in, as blocks do.
	breaksOut = atoms(atom.B, atom.Big, atom.Br, atom.Code, atom.Em, atom.Embed, atom.I, atom.Img, atom.Meta, atom.Nobr,
		atom.Ruby, atom.S, atom.Small, atom.Span, atom.Strike, atom.Strong, atom.Sub, atom.Sup, atom.Tt, atom.U, atom.Var)

	// raws have contents that are text, whatever it looks like.
	raws = atoms(atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript, atom.Plaintext, atom.Script, atom.Style,
		atom.Textarea, atom.Title, atom.Xmp)
)

func atoms(all ...atom.Atom) map[atom.Atom]bool {
	set := make(map[atom.Atom]bool, len(all))
	for _, a := range all {
		set[a] = true
	}
	return set
}
