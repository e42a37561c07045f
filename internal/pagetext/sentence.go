package pagetext

import "bytes"

// says reports whether most of a node is sentences, which end like ones.
func (b *builder) says(at int32) bool {
	const least = 8 // letters
	said := int32(0)
	for c := range b.below(at) {
		if n := &b.nodes[c]; n.form == words && n.letters >= least && 2*b.facts[c].links < n.letters && b.saidIn(c) {
			said += n.letters
		}
	}
	return 2*said >= b.nodes[at].letters && said > 0
}

// saidIn reports whether a text ends like a sentence, after which a link to more may follow.
func (b *builder) saidIn(at int32) bool {
	text := b.text[b.nodes[at].from:b.nodes[at].to]
	return sentenceEnds(text) || sentenceEnds(text[:len(text)-len(lastLetters(text, b.facts[at].links))])
}

// sentenceEnds reports whether a text ends like a sentence, and is not a copyright.
func sentenceEnds(text []byte) bool {
	text = bytes.TrimRight(text, " \t\r\n\"”»")
	for _, end := range [...]string{".", "!", "。", "．", "！", "।", "۔"} {
		if bytes.HasSuffix(text, []byte(end)) {
			return !bytes.Contains(text, []byte("©"))
		}
	}
	return false
}
