package ui

import "github.com/privacylabels/auditor/internal/language"

// Refusal is an error whose status and sentence the client sees.
type Refusal struct {
	Code     int
	Sentence string
}

// Refuse returns a [Refusal].
func Refuse(code int, sentence string) error { return &Refusal{code, sentence} }

// Why returns the sentence that a client is answered for an error, empty for none.
func Why(r Request, err error) language.Words {
	if err == nil {
		return ""
	}
	_, sentence := r.Status(err)
	return language.Words(Say(r).Words(language.Words(sentence)))
}

// Error implements error.
func (r *Refusal) Error() string { return r.Sentence }
