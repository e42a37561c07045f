package reading_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// An entry about a whole privacy type has a part for each data type of a category. The page
// names the category once.
func TestCategoryIsNamedOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.fill(7)
	part := func(category, dataType string) storage.Part {
		return storage.Part{Type: storage.EntryAdded, DataCategory: category, DataType: dataType}
	}
	s.update(func(tx *storage.Tx) error {
		change, err := storage.First(tx.Changes.List(storage.ChangeQuery{App: 7}))
		if err != nil {
			return err
		}
		change.Entry = storage.Entry{
			Type: storage.EntryAdded, Description: "New privacy label", Category: storage.CategoryPrivacyLabel,
			Subject: storage.Subject{PrivacyType: storage.DataLinkedToYou, Parts: []storage.Part{
				part("CONTACT_INFO", "NAME"), part("CONTACT_INFO", "PHONE_NUMBER"), part("LOCATION", "COARSE_LOCATION"), part("LOCATION", "PRECISE_LOCATION"),
			}},
		}
		return tx.Changes.Put(change)
	})
	for target, text := range map[string]string{
		"/":       s.get("GET /", "/", nil),
		"/apps/7": s.get("GET /apps/{id}", "/apps/7", map[string]string{"id": "7"}),
	} {
		if !strings.Contains(text, "Contact Info, Location") || strings.Contains(text, "Contact Info, Contact Info") {
			t.Errorf("%s does not name each category once:\n%s", target, text)
		}
	}
}
