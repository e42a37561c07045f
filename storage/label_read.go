package storage

// label reads a label, whose members are in the order in which they are written, as those of all in it are.
func (r *simple) label() (l Label) {
	r.need(`{"types":`)
	l.Types = listOrNull(r, (*simple).privacyType)
	if r.has(`,"practices":`) {
		l.Practices = list(r, (*simple).text)
	}
	r.need("}")
	return l
}

func (r *simple) privacyType() (t PrivacyType) {
	t.Identifier, t.Title = r.named()
	r.need(`,"detail":`)
	if !r.has("null") {
		t.Detail = Text(r.text())
	}
	t.Categories = r.categories()
	if r.has(`,"purposes":`) {
		t.Purposes = list(r, (*simple).purpose)
	}
	r.need("}")
	return t
}

// named reads the members that privacy types and what is in them begin with.
func (r *simple) named() (identifier, title string) {
	r.need(`{"identifier":`)
	identifier = r.text()
	r.need(`,"title":`)
	return identifier, r.text()
}

func (r *simple) categories() []LabelCategory {
	r.need(`,"categories":`)
	return listOrNull(r, (*simple).labelCategory)
}

func (r *simple) labelCategory() (c LabelCategory) {
	c.Identifier, c.Title = r.named()
	if r.has(`,"dataTypes":`) {
		c.DataTypes = list(r, (*simple).dataType)
	}
	r.need("}")
	return c
}

func (r *simple) purpose() (p Purpose) {
	p.Identifier, p.Title = r.named()
	p.Categories = r.categories()
	r.need("}")
	return p
}

func (r *simple) dataType() (d DataType) {
	d.Identifier, d.Title = r.named()
	if r.has(`,"optional":`) {
		d.Optional = r.flag()
	}
	r.need("}")
	return d
}

// listOrNull reads a list, or null as nil.
func listOrNull[T any](r *simple, read func(*simple) T) []T {
	if r.has("null") {
		return nil
	}
	return list(r, read)
}
