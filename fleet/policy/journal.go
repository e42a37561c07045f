package policy

import "github.com/privacylabels/auditor/storage"

// journal is the log of the work on a policy.
type journal struct {
	log     *[]storage.PolicyStep
	stamp   func() storage.Time
	tell    func(storage.PolicyStep) // nil: nobody is told
	explain func(error) string
}

// step does something that is told of when it begins and when it ends. The note
// goes with the end.
func (j journal) step(phase string, do func() (note string, err error)) error {
	add := func(s storage.PolicyStep) {
		*j.log = append(*j.log, s)
		if j.tell != nil {
			j.tell(s)
		}
	}
	began := j.stamp()
	add(storage.PolicyStep{Phase: phase, At: began})
	note, err := do()
	ended := j.stamp()
	ms := max(ended.Sub(began).Milliseconds(), 0)
	end := storage.PolicyStep{Phase: phase, At: ended, MS: &ms, Note: line(note)}
	if err != nil {
		end.Error = j.explain(err)
	}
	add(end)
	return err
}
