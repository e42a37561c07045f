package bundle

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"

	"github.com/privacylabels/auditor/storage"
)

// noteKey identifies a note by its app and text, and by its time or, if that is
// unknown, its author.
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

// notes are the keys of known notes.
type notes map[noteKey]struct{}

func (n notes) add(a storage.Annotation) {
	n[keyOf(a, a.CreatedAt, "")] = struct{}{}
	if a.Origin == storage.OriginImported {
		n[keyOf(a, 0, a.OriginName)] = struct{}{}
	}
}

// has reports whether a note is known.
func (n notes) has(a incomingNote) bool {
	key := keyOf(a.Annotation, 0, a.OriginName)
	if a.dated {
		key = keyOf(a.Annotation, a.CreatedAt, "")
	}
	_, ok := n[key]
	return ok
}

// annotations adds the notes. It holds one key for each note of the database and of
// the bundle.
func (in *importer) annotations() error {
	if in.bundle.Info.Annotations == 0 {
		return nil
	}
	known := notes{}
	next := storage.AnnotationID(in.now)
	for a, err := range in.tx.Annotations.List(storage.AnnotationQuery{}) {
		if err != nil {
			return err
		}
		known.add(a)
		next = max(next, a.ID+1)
	}
	return in.bundle.each(memberAnnotations, func(i int, text json.RawMessage) error {
		a, ok, err := parseAnnotation(i, text, in.now)
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
		if !ok || known.has(a) {
			in.summary.AnnotationsSkipped++
			return nil
		}
		a.ID = next
		next++
		known.add(a.Annotation)
		in.summary.AnnotationsAdded++
		return in.tx.Annotations.Put(a.Annotation)
	})
}

// tracked reports whether an app is tracked.
func (in *importer) tracked(app storage.AppID) (bool, error) {
	_, found, err := storage.Find(in.tx.Apps, app)
	return found, err
}

// verdicts adds the verdicts as the other person's.
func (in *importer) verdicts() error {
	return in.bundle.each(memberVerdicts, func(i int, text json.RawMessage) error {
		v, ok, err := parseVerdict(i, text, in.now)
		if ok && err == nil {
			ok, err = in.tracked(v.App)
		}
		if err != nil || !ok {
			return err
		}
		v.Origin, v.OriginName = storage.OriginImported, in.from
		before, found, err := storage.Find(in.tx.Verdicts, storage.Key(v))
		if err != nil || found && before.Decision == v.Decision && before.Rationale == v.Rationale {
			return err
		}
		if found {
			v.SetAt = before.SetAt
		}
		in.summary.VerdictsAdded++
		return in.tx.Verdicts.Put(v)
	})
}
