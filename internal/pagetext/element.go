package pagetext

import "strings"

// traits are how HTML and this package treat an element.
type traits uint32

const (
	formatting traits = 1 << iota // inline formatting and links: its tags are dropped
	structural                    // html, head, body and frames: repeated tags are ignored
	closesP                       // its start tag ends a paragraph
	scoped                        // its end tag ends all open elements within it
	boundary                      // no end tag within it ends an element around it
	special                       // a misplaced end tag does not reach beyond it
	implied                       // it ends without a tag of its own
	empty                         // it has no content
	dropped                       // its content is not text of the page
	furniture                     // it belongs to the site and not to the text
	tablePart                     // it occurs only in a table
	heading
	breakout // it ends the SVG or MathML that it is in
)

// elements has the traits of all elements that have any.
var elements = table(map[traits]string{
	formatting: "a b big code em font i nobr s small strike strong tt u abbr acronym bdi bdo cite del dfn ins kbd label mark q samp span sub sup time var wbr",
	structural: "html head body frameset frame",
	closesP: "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul " +
		"h1 h2 h3 h4 h5 h6 pre listing form li dd dt plaintext table xmp hr",
	scoped: "address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header hgroup listing main menu nav ol pre search section select summary ul " +
		"dd dt applet marquee object",
	boundary: "applet caption html table td th marquee object template",
	special: "address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset " +
		"h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script section select " +
		"source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp",
	implied:   "dd dt li optgroup option p rb rp rt rtc",
	empty:     "area base basefont bgsound br col colgroup embed hr img image input keygen link meta param source track",
	dropped:   "svg math object embed canvas audio video picture img image map select input hr title iframe noembed noframes script style textarea",
	furniture: "nav header footer aside",
	tablePart: "caption col colgroup tbody td tfoot th thead tr",
	heading:   "h1 h2 h3 h4 h5 h6",
	breakout: "blockquote body br center dd div dl dt embed h1 h2 h3 h4 h5 h6 head hr img li listing menu meta ol p pre ruby " +
		"table ul",
})

func table(names map[traits]string) map[string]traits {
	all := make(map[string]traits)
	for t, list := range names {
		for name := range strings.FieldsSeq(list) {
			all[name] |= t
		}
	}
	return all
}

func (t traits) has(some traits) bool { return t&some != 0 }
