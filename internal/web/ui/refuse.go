package ui

// Refusal is an error whose status and sentence the client sees.
type Refusal struct {
	Code     int
	Sentence string
}

// Refuse returns a [Refusal].
func Refuse(code int, sentence string) error { return &Refusal{code, sentence} }

// Error implements error.
func (r *Refusal) Error() string { return r.Sentence }
