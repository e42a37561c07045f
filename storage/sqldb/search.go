package sqldb

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The index app_search has the trigrams of the texts that apps are searched in, see
// [Dialect.Trigrams]. A search reads the apps that have some trigrams of what is sought, and
// compares their texts. So the index decides what is read and never what is found.
//
// It is made from apps: a transaction notes the apps whose text it may have changed, and brings
// the index up to date before it is committed. Triggers would do so after each statement, and
// SQLite would then write a part of the index for each app.

const (
	gramLength = 3 // characters
	maxGrams   = 8 // of a search, beside the last one
)

// gramsOf returns trigrams of a text in the form in which MATCH takes them, or none if it is too
// short to have any. Trigrams that overlap select little more than the ones beside each other.
func gramsOf(text string) (grams []string) {
	letters := []rune(text)
	last := len(letters) - gramLength
	if last < 0 {
		return nil
	}
	for from := 0; from < last && from < maxGrams*gramLength; from += gramLength {
		grams = append(grams, quoted(letters[from:from+gramLength]))
	}
	return append(grams, quoted(letters[last:]))
}

func quoted(gram []rune) string { return `"` + strings.ReplaceAll(string(gram), `"`, `""`) + `"` }

// knownGrams remembers which trigrams are in too many apps for a search to read them from the
// index, which takes longer the more apps have them. That may no longer be so: then a search takes
// longer and finds the same.
type knownGrams struct {
	mu     sync.Mutex
	apps   int // in the fleet when the first was noted
	common map[string]bool
}

// maxKnownGrams is more than there are common ones, which a fleet has a few hundred of.
const maxKnownGrams = 4096

// isCommon reports what was noted of a trigram, if anything was.
func (k *knownGrams) isCommon(gram string, apps int) (common, known bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if apps > 2*k.apps || apps < k.apps/2 {
		k.common = nil
	}
	common, known = k.common[gram]
	return common, known
}

func (k *knownGrams) note(gram string, common bool, apps int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.common == nil || len(k.common) >= maxKnownGrams {
		k.apps, k.common = apps, make(map[string]bool)
	}
	k.common[gram] = common
}

// Up to this many apps are read one by one, out of order, and otherwise all texts from an index
// in the order of the list. Of a large fleet that is the share of the apps for which both take
// about the same time.
const (
	minFew   = 1000
	fewOfAll = 16
)

// lastSearch is what a View has read for a search, as a list is usually counted as well.
type lastSearch struct {
	text string // folded
	ids  string // of the candidates, see [tx.candidates]
	few  bool

	query string // selects the apps of the list without its limit
	args  []any
	found []int64
}

// candidates returns the IDs of the apps that a search for a folded text has to read, as a JSON
// array. Few is false if there is no index for it, or if it would have to read so many that
// reading all is faster.
func (t *tx) candidates(text string) (ids string, few bool) {
	if !t.dialect.Trigrams || t.unindexed.any() {
		return "", false
	}
	grams := gramsOf(text)
	if len(grams) == 0 {
		return "", false
	}
	if t.search.text == text && !t.writable {
		return t.search.ids, t.search.few
	}
	all := 0
	if _, err := t.first("SELECT n FROM sizes WHERE kind = 'apps'", nil, &all); err != nil {
		return "", false // and every statement of the transaction fails from now on
	}
	most := max(minFew, all/fewOfAll)
	grams, err := t.selective(grams, most, all)
	if err != nil {
		return "", false
	}
	found, err := t.ids("SELECT rowid FROM app_search WHERE app_search MATCH ? LIMIT "+someRows, []any{strings.Join(grams, " "), int64(most) + 1})
	if err != nil {
		return "", false
	}
	t.search = lastSearch{text: text}
	if len(found) <= most {
		t.search.ids, t.search.few = array(found), true
	}
	return t.search.ids, t.search.few
}

// selective returns the trigrams that at most so many of all apps have, or all of them if each is
// in more.
func (t *tx) selective(grams []string, most, all int) ([]string, error) {
	if all <= most {
		return grams, nil
	}
	var rare []string
	for _, gram := range grams {
		common, known := t.grams.isCommon(gram, all)
		if !known {
			var id int64
			var err error
			if common, err = t.first("SELECT rowid FROM app_search WHERE app_search MATCH ? LIMIT 1 OFFSET ?", []any{gram, int64(most)}, &id); err != nil {
				return nil, err
			}
			t.grams.note(gram, common, all)
		}
		if !common {
			rare = append(rare, gram)
		}
	}
	if len(rare) == 0 {
		return grams, nil
	}
	return rare, nil
}

// ids returns the IDs that a query selects.
func (t *tx) ids(query string, args []any) (ids []int64, err error) {
	rows, err := t.read(t.dialect.rewrite(query), args)
	if err != nil {
		return nil, err
	}
	defer rows.close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, t.fail(err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		return nil, t.fail(err)
	}
	return ids, nil
}

// array returns IDs as a JSON array.
func array(ids []int64) string {
	b := []byte{'['}
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(append(b, ']'))
}

// few returns the IDs of the page of a list of few apps.
func (t *tx) few(s *selection) (page []int64) {
	query := s.keys + " ORDER BY " + s.order
	if last := &t.search; t.writable || last.query != query || !reflect.DeepEqual(last.args, s.args) {
		found, err := t.ids("SELECT id FROM ("+query+") AS found", s.args)
		if err != nil {
			return nil // and every statement of the transaction fails from now on
		}
		last.query, last.args, last.found = query, s.args, found
	}
	page = t.search.found
	page = page[min(max(s.offset, 0), len(page)):]
	if s.limit > 0 {
		page = page[:min(s.limit, len(page))]
	}
	return page
}

// unindexed are the texts that the index may not have.
type unindexed struct {
	texts map[int64]string // by app
	gone  map[int64]bool   // apps that are not there
	all   bool             // nor are others
}

func (u *unindexed) any() bool { return len(u.texts)+len(u.gone) > 0 || u.all }

// maxUnindexed is how many apps are noted before the index is brought up to date.
const maxUnindexed = 1000

// textChanged notes that an app may have another text.
func (t *tx) textChanged(id int64, text string) error {
	if t.unindexed.texts == nil {
		t.unindexed.texts = make(map[int64]string)
	}
	t.unindexed.texts[id] = text
	delete(t.unindexed.gone, id)
	return t.indexIfFull()
}

// textGone notes that an app was deleted.
func (t *tx) textGone(id int64) error {
	if t.unindexed.gone == nil {
		t.unindexed.gone = make(map[int64]bool)
	}
	t.unindexed.gone[id] = true
	delete(t.unindexed.texts, id)
	return t.indexIfFull()
}

func (t *tx) indexIfFull() error {
	if len(t.unindexed.texts)+len(t.unindexed.gone) < maxUnindexed {
		return nil
	}
	return t.index()
}

// index brings the index up to date. Each statement writes one row: before those that may write
// more, SQLite would write a part of the index.
func (t *tx) index() error {
	due := t.unindexed
	t.unindexed = unindexed{}
	if due.all {
		if _, err := t.write("INSERT INTO app_search (app_search) VALUES ('delete-all')", nil); err != nil {
			return fmt.Errorf("clear the search index: %w", err)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(due.gone)) {
		if _, err := t.write("DELETE FROM app_search WHERE rowid = ?", []any{id}); err != nil {
			return fmt.Errorf("update the search index: %w", err)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(due.texts)) {
		if _, err := t.write("INSERT OR REPLACE INTO app_search (rowid, search) VALUES (?, ?)", []any{id, due.texts[id]}); err != nil {
			return fmt.Errorf("update the search index: %w", err)
		}
	}
	return nil
}
