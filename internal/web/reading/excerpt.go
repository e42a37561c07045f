package reading

import (
	"context"
	"errors"
	"sync"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/policy/textdiff"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// The limits of what a list of changes shows of the texts of policies, in bytes.
const (
	excerptText = 1500     // of one change
	runText     = 240      // of a part of a line without a change, and of a line that is new or gone
	pageText    = 10 << 10 // of a page; the other changes have a link
	maxExcerpts = 256      // that are held in memory
	cutMark     = " […] "
)

// excerpt is the beginning of the difference between two texts.
type excerpt struct {
	Lines []policyLine
	More  bool
	size  int // bytes of text
}

// excerpts are differences that were made. The ID of a version has the digest of its text,
// so they stay valid. The zero value is ready for use.
type excerpts struct {
	mu   sync.Mutex
	made map[[2]storage.PolicyVersionID]*excerpt
}

func (e *excerpts) get(of [2]storage.PolicyVersionID) *excerpt {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.made[of]
}

func (e *excerpts) put(of [2]storage.PolicyVersionID, made *excerpt) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.made == nil || len(e.made) >= maxExcerpts {
		e.made = make(map[[2]storage.PolicyVersionID]*excerpt)
	}
	e.made[of] = made
}

// excerpts adds to the lines of a page what changed in the texts of policies, as far as
// there is room.
func (s changes) addExcerpts(ctx context.Context, r ui.Request, days []day) {
	room := pageText
	for _, d := range days {
		for _, app := range d.Apps {
			for i := range app.Lines {
				l := &app.Lines[i]
				if l.Policy == "" || room <= 0 {
					continue
				}
				made, err := s.excerpt(ctx, l.before, l.Policy)
				switch {
				case errors.Is(err, storage.ErrNotFound): // the text was removed
				case err != nil:
					l.Unread = ui.Why(r, err)
				default:
					l.Excerpt = made
					room -= made.size
				}
			}
		}
	}
}

// excerpt returns the difference between two versions.
func (s changes) excerpt(ctx context.Context, before, after string) (*excerpt, error) {
	var of [2]storage.PolicyVersionID
	for i, text := range []string{before, after} {
		var err error
		if of[i], err = storage.ParsePolicyVersionID(text); err != nil {
			return nil, storage.ErrNotFound
		}
	}
	if made := s.excerpts.get(of); made != nil {
		return made, nil
	}
	diff, err := s.Policies.Compare(ctx, of[1], of[0])
	if err != nil {
		return nil, err
	}
	made := newExcerpt(diff.Lines)
	s.excerpts.put(of, made)
	return made, nil
}

func newExcerpt(lines []textdiff.Line) *excerpt {
	e := new(excerpt)
	all, more := around(lines)
	for i, l := range all {
		if e.size >= excerptText {
			e.More = true
			return e
		}
		if l.Gap == 0 {
			l.Line = shortened(l.Line, excerptText-e.size)
		} else if i == len(all)-1 {
			break
		}
		e.size += len(l.Text)
		e.Lines = append(e.Lines, l)
	}
	e.More = more
	return e
}

// shortened returns a line of about so many bytes at most, without the middle of long parts
// that did not change.
func shortened(l textdiff.Line, most int) textdiff.Line {
	if len(l.Words) == 0 {
		l.Text = cutMiddle(l.Text, max(runText, min(2*runText, most)))
		return l
	}
	words, size := []textdiff.Run{}, 0
	for _, run := range l.Words {
		if size >= max(most, runText) {
			words = append(words, textdiff.Run{Kind: textdiff.Unchanged, Text: cutMark})
			break
		}
		run.Text = cutMiddle(run.Text, runText)
		size += len(run.Text)
		words = append(words, run)
	}
	l.Words, l.Text = words, ""
	for _, run := range words {
		l.Text += run.Text
	}
	return l
}

// cutMiddle leaves out the middle of a text that is longer than so many bytes.
func cutMiddle(text string, most int) string {
	if len(text) <= most {
		return text
	}
	head, tail := most/2, len(text)-most/2
	for !utf8.RuneStart(text[head]) {
		head--
	}
	for tail < len(text) && !utf8.RuneStart(text[tail]) {
		tail++
	}
	return text[:head] + cutMark + text[tail:]
}
