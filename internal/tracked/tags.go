package tracked

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// MaxAppTags is the maximum number of tags of an app.
const MaxAppTags = 20

// ErrTag means that a text is not a tag, or that an app has too many.
var ErrTag = errors.New("a tag has 1 to 50 characters without commas, at least one of which can be seen, and an app at most 20 tags")

// Tag returns a text as a tag: in lower case, without space around it. The error wraps [ErrTag].
func Tag(text string) (string, error) {
	tag, ok := storage.TagOf(text)
	if !ok {
		return "", fmt.Errorf("%.60q: %w", text, ErrTag)
	}
	return tag, nil
}

// Marks are what the user has set about an app beside a verdict.
type Marks struct {
	Tags     []string         `json:"tags"`     // the tags, in alphabetical order
	PausedAt storage.NullTime `json:"pausedAt"` // since when runs leave the app out; null: they refresh it
}

// Marks returns the marks of apps, by ID. Apps without any are left out.
func (s *Service) Marks(ctx context.Context, ids ...storage.AppID) (map[storage.AppID]Marks, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) (map[storage.AppID]Marks, error) {
		return marksOf(tx, ids...)
	})
}

// marksOf returns the marks of apps. In a store without the tables there are none.
func marksOf(tx *storage.Tx, ids ...storage.AppID) (map[storage.AppID]Marks, error) {
	marks := make(map[storage.AppID]Marks)
	if len(ids) == 0 {
		return marks, nil
	}
	for tag, err := range tx.AppTags.List(storage.AppTagQuery{Apps: ids}) {
		if errors.Is(err, storage.ErrNotSupported) {
			return marks, nil
		}
		if err != nil {
			return nil, err
		}
		m := marks[tag.App]
		m.Tags = append(m.Tags, tag.Tag)
		marks[tag.App] = m
	}
	for paused, err := range tx.PausedApps.List(storage.PausedAppQuery{Apps: ids}) {
		if errors.Is(err, storage.ErrNotSupported) {
			return marks, nil
		}
		if err != nil {
			return nil, err
		}
		m := marks[paused.App]
		m.PausedAt = storage.NullTime(paused.PausedAt)
		if m.Tags == nil {
			m.Tags = []string{}
		}
		marks[paused.App] = m
	}
	return marks, nil
}

// TagCount is a tag and the number of apps that have it.
type TagCount struct {
	Tag  string `json:"tag"`  // the tag
	Apps int    `json:"apps"` // the number of apps
}

// Tags returns all tags, in alphabetical order.
func (s *Service) Tags(ctx context.Context) ([]TagCount, error) {
	return storage.View(ctx, s.store, func(tx *storage.Tx) ([]TagCount, error) {
		counts := []TagCount{}
		for tag, err := range tx.AppTags.List(storage.AppTagQuery{ByTag: true}) {
			if errors.Is(err, storage.ErrNotSupported) {
				break
			}
			if err != nil {
				return nil, err
			}
			if n := len(counts); n == 0 || counts[n-1].Tag != tag.Tag {
				counts = append(counts, TagCount{Tag: tag.Tag})
			}
			counts[len(counts)-1].Apps++
		}
		return counts, nil
	})
}

// SetTags replaces the tags of an app and returns them. The error wraps storage.ErrNotFound if the app
// is not tracked, and [ErrTag].
func (s *Service) SetTags(ctx context.Context, id storage.AppID, texts []string) ([]string, error) {
	tags := []string{}
	for _, text := range texts {
		tag, err := Tag(text)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	if len(tags) > MaxAppTags {
		return nil, fmt.Errorf("%d tags: %w", len(tags), ErrTag)
	}
	slices.Sort(tags)
	return tags, s.store.Update(ctx, func(tx *storage.Tx) error {
		if _, err := tx.Apps.Get(id); err != nil {
			return err
		}
		if _, err := storage.DeleteListed(tx.AppTags, storage.AppTagQuery{Apps: []storage.AppID{id}}); err != nil {
			return err
		}
		return putTags(tx, id, tags)
	})
}

func putTags(tx *storage.Tx, id storage.AppID, tags []string) error {
	for _, tag := range tags {
		if err := tx.AppTags.Put(storage.AppTag{App: id, Tag: tag}); err != nil {
			return err
		}
	}
	return nil
}

// TagAll gives apps a tag, or takes it from them. IDs that are not tracked are ignored. It returns the
// IDs of the apps that changed. The error wraps [ErrTag].
func (s *Service) TagAll(ctx context.Context, text string, add bool, ids ...storage.AppID) ([]storage.AppID, error) {
	tag, err := Tag(text)
	if err != nil && !add { // an app may have one from before it was refused
		tag, _ = storage.TagOf(text)
	}
	if tag == "" {
		return nil, err
	}
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (changed []storage.AppID, err error) {
		for _, id := range ids {
			_, tracked, err := storage.Find(tx.Apps, id)
			if err != nil {
				return nil, err
			}
			_, tagged, err := storage.Find(tx.AppTags, storage.AppTagID{App: id, Tag: tag})
			if err != nil {
				return nil, err
			}
			if !tracked || tagged == add {
				continue
			}
			changed = append(changed, id)
			if !add {
				if _, err := tx.AppTags.Delete(storage.AppTagID{App: id, Tag: tag}); err != nil {
					return nil, err
				}
				continue
			}
			n, err := tx.AppTags.Count(storage.AppTagQuery{Apps: []storage.AppID{id}})
			if err != nil {
				return nil, err
			}
			if n >= MaxAppTags {
				return nil, fmt.Errorf("app %d has %d tags: %w", id, n, ErrTag)
			}
			if err := putTags(tx, id, []string{tag}); err != nil {
				return nil, err
			}
		}
		return changed, nil
	})
}
