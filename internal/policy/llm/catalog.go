package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The limits of listing models.
const (
	listTimeout = 10 * time.Second
	maxList     = 1 << 20
	maxListed   = 1000
	maxPages    = 5
	maxID       = 200 // characters
)

// Listed is a model in the list of a target.
type Listed struct {
	ID     string `json:"id"`     // the ID
	Label  string `json:"label"`  // a name for people
	Source string `json:"source"` // the interface of the provider: openai-compat, ollama or anthropic
}

// Test requests the list of models of a target, and returns how many the first page
// has. It sends nothing but the key.
func (m *Models) Test(ctx context.Context, t Target) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	address := t.BaseURL + "/models"
	if t.Provider == settings.Anthropic {
		address = t.BaseURL + "/v1/models?limit=1"
	}
	page, err := m.page(ctx, t, address)
	return len(page.Data), err
}

// List returns the models of a target that write text, sorted by name. A custom server
// without an OpenAI-compatible list is asked for Ollama's; if that fails as well, the
// list is empty. A server that cannot be reached or refuses the key is an error.
func (m *Models) List(ctx context.Context, t Target) ([]Listed, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	var listed []Listed
	var err error
	switch t.Provider {
	case settings.Anthropic:
		listed, err = m.listAnthropic(ctx, t)
	case settings.CustomAI:
		listed, err = m.listOpenAI(ctx, t)
		if hasNoList(err) || err == nil && len(listed) == 0 {
			listed, err = m.listOllama(ctx, t)
		}
		if hasNoList(err) {
			err = nil // the server may still work
		}
	default:
		listed, err = m.listOpenAI(ctx, t)
		listed = slices.DeleteFunc(listed, func(l Listed) bool { return !writes(l.ID) })
	}
	if err != nil {
		return nil, err
	}
	order.Sort(listed, func(a, b Listed) int { return cmp.Compare(a.ID, b.ID) })
	listed = slices.CompactFunc(listed, func(a, b Listed) bool { return a.ID == b.ID })
	return append([]Listed{}, listed[:min(len(listed), maxListed)]...), nil
}

// hasNoList reports whether a server has answered that it has no list, or with something else.
func hasNoList(err error) bool {
	status, ok := errors.AsType[*StatusError](err)
	return errors.Is(err, summary.ErrModelAnswer) || ok && slices.Contains(noSuchURL, status.Status)
}

var noSuchURL = []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented}

// modelPage is a page of a list, of either protocol.
type modelPage struct {
	Data []sentModel `json:"data"`
	More bool        `json:"has_more"`
	Last string      `json:"last_id"`
}

type sentModel struct {
	ID    string `json:"id"`
	Label string `json:"display_name"`
}

// page requests a page of a list. A server that does not know the URL may answer with
// any object, and one without models with no list in it.
func (m *Models) page(ctx context.Context, t Target, address string) (modelPage, error) {
	var sent struct {
		modelPage
		Data jsonread.Value `json:"data"`
	}
	if err := m.get(ctx, t, address, &sent); err != nil {
		return modelPage{}, err
	}
	if sent.Data == nil || new(jsonread.Budget).Decode(sent.Data, &sent.modelPage.Data) != nil {
		return modelPage{}, fmt.Errorf("%w: not a list of models", summary.ErrModelAnswer)
	}
	return sent.modelPage, nil
}

func (m *Models) get(ctx context.Context, t Target, address string, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return fmt.Errorf("%w: the base URL is invalid", summary.ErrNeedsConfig)
	}
	body, err := m.exchange(r, t, maxList)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return summary.ErrModelTimeout
	}
	if err != nil {
		return err
	}
	if new(jsonread.Budget).Decode(body, into) != nil {
		return fmt.Errorf("%w: not a list of models", summary.ErrModelAnswer)
	}
	return nil
}

// listedOf returns the models of a list that have an ID.
func listedOf(models []sentModel, source string) (listed []Listed) {
	for _, m := range models {
		if m.ID != "" {
			id := storage.LineOf(m.ID, maxID)
			listed = append(listed, Listed{id, cmp.Or(storage.LineOf(m.Label, maxID), id), source})
		}
	}
	return listed
}

func (m *Models) listOpenAI(ctx context.Context, t Target) ([]Listed, error) {
	p, err := m.page(ctx, t, t.BaseURL+"/models")
	return listedOf(p.Data, "openai-compat"), err
}

func (m *Models) listAnthropic(ctx context.Context, t Target) ([]Listed, error) {
	var listed []Listed
	after := ""
	for range maxPages {
		address := t.BaseURL + "/v1/models?limit=1000"
		if after != "" {
			address += "&after_id=" + url.QueryEscape(after)
		}
		p, err := m.page(ctx, t, address)
		if err != nil {
			return nil, err
		}
		listed = append(listed, listedOf(p.Data, "anthropic")...)
		if !p.More || p.Last == "" || p.Last == after {
			break
		}
		after = p.Last
	}
	return listed, nil
}

func (m *Models) listOllama(ctx context.Context, t Target) ([]Listed, error) {
	var tags struct {
		Models []struct {
			Name string `json:"name"`
		} `json:"models"`
	}
	err := m.get(ctx, t, strings.TrimSuffix(t.BaseURL, "/v1")+"/api/tags", &tags)
	var models []sentModel
	for _, d := range tags.Models {
		models = append(models, sentModel{ID: d.Name})
	}
	return listedOf(models, "ollama"), err
}

// writes reports whether a model of OpenAI writes text in answer to text.
func writes(id string) bool {
	id = strings.ToLower(id)
	other := []string{
		"embedding", "whisper", "tts", "audio", "image", "moderation", "realtime", "transcribe", "dall-e", "sora", "search", "instruct", "computer-use",
	}
	if slices.ContainsFunc(other, func(word string) bool { return strings.Contains(id, word) }) {
		return false
	}
	return reasons(id) || strings.HasPrefix(id, "gpt-") || strings.HasPrefix(id, "chatgpt-") || strings.HasPrefix(id, "ft:")
}
