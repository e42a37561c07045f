package backup

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"

	"github.com/privacylabels/auditor/storage"
)

// noteKey is what a note is known by: the same words about the same app, of the
// same moment, or, where that is not known, of the same person.
type noteKey [sha256.Size]byte

func keyOf(a storage.Annotation, at storage.Time, from storage.Text) (k noteKey) {
	h := sha256.New()
	var fixed [24]byte
	binary.BigEndian.PutUint64(fixed[0:], uint64(a.App))
	binary.BigEndian.PutUint64(fixed[8:], uint64(at))
	binary.BigEndian.PutUint64(fixed[16:], uint64(len(from)))
	h.Write(fixed[:])
	h.Write([]byte(from))
	h.Write([]byte(a.Body))
	h.Sum(k[:0])
	return k
}

// notes are the keys of notes that are there.
type notes map[noteKey]struct{}

func (n notes) add(a storage.Annotation) {
	n[keyOf(a, a.CreatedAt, "")] = struct{}{}
	if a.Origin == storage.OriginImported {
		n[keyOf(a, 0, a.OriginName)] = struct{}{}
	}
}

// has says whether a note is there already.
func (n notes) has(a arrivingNote) bool {
	key := keyOf(a.Annotation, 0, a.OriginName)
	if a.dated {
		key = keyOf(a.Annotation, a.CreatedAt, "")
	}
	_, there := n[key]
	return there
}

// annotations takes the notes in. Of those that are there it holds the keys, as
// it does of those that come.
func (in *intake) annotations() error {
	if in.bundle.Info.Annotations == 0 {
		return nil
	}
	there := notes{}
	next := storage.AnnotationID(in.now)
	for a, err := range in.tx.Annotations().List(storage.AnnotationQuery{}) {
		if err != nil {
			return err
		}
		there.add(a)
		next = max(next, a.ID+1)
	}
	return in.each(auditAnnotations, func(i int, text json.RawMessage) error {
		a, ok, err := readAnnotation(i, text, in.now)
		if err != nil {
			return err
		}
		a.OriginName = in.from
		if ok {
			ok, err = in.tracked(a.App)
		}
		if err != nil {
			return err
		}
		if !ok || there.has(a) {
			in.told.AnnotationsSkipped++
			return nil
		}
		a.ID = next
		next++
		there.add(a.Annotation)
		in.told.AnnotationsAdded++
		return in.tx.Annotations().Put(a.Annotation)
	})
}

// tracked says whether there is such an app.
func (in *intake) tracked(app storage.AppID) (bool, error) {
	_, err := in.tx.Apps().Get(app)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// verdicts takes the verdicts in, as the other person's.
func (in *intake) verdicts() error {
	return in.each(auditVerdicts, func(i int, text json.RawMessage) error {
		v, ok, err := readVerdict(i, text, in.now)
		if ok && err == nil {
			ok, err = in.tracked(v.App)
		}
		if err != nil || !ok {
			return err
		}
		v.Origin, v.OriginName = storage.OriginImported, in.from
		before, err := in.tx.Verdicts().Get(v.Key())
		switch {
		case err == nil:
			if before.Decision == v.Decision && before.Rationale == v.Rationale {
				return nil
			}
			v.SetAt = before.SetAt
		case !errors.Is(err, storage.ErrNotFound):
			return err
		}
		in.told.VerdictsAdded++
		return in.tx.Verdicts().Put(v)
	})
}
