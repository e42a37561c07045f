package ui

// Refusal is an error whose status and sentence the client sees.
type Refusal struct {
	Code     int
	Sentence string
}

// Refuse returns a [Refusal].
func Refuse(code int, sentence string) error { return &Refusal{code, sentence} }

// Why returns the sentence that a client is answered for an error, empty for none.
func Why(r Request, err error) (sentence string) {
	if err != nil {
		_, sentence = r.Status(err)
	}
	return sentence
}

// Error implements error.
func (r *Refusal) Error() string { return r.Sentence }
