package commands

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/terminal"
	"github.com/privacylabels/auditor/storage"
)

// Blocks is the command blocks.
type Blocks struct {
	ID     AppID  `arg:"" help:"The ID of the app, as list shows it."`
	Mark   string `placeholder:"BLOCK" help:"Mark a block as not part of the policy: the ID of a changing one, or what names it on the page."`
	Unmark string `placeholder:"BLOCK" help:"Make a marked block part of the policy again, by its ID or by what it was marked with."`
	JSON   bool   `help:"Print JSON, as POST /api/policy/blocks/{appId} answers."`
}

// Help returns examples.
func (Blocks) Help() string {
	return `What names a block is the #id or the .class of elements; the text of a heading, for its section; the words of a paragraph; or
the words that paragraphs begin with, followed by an ellipsis (U+2026). Fetches leave a marked block out, and that is no change of
the policy. The column LEFT OUT is how many parts of the page the last fetch left out for a mark; 0 means that the page has none such, or that
nothing else on it is a policy. Examples:

  auditor blocks 310633997
  auditor blocks 310633997 --mark 4f2c9d01aa37be60
  auditor blocks 310633997 --mark '#testimonials'
  auditor blocks 310633997 --unmark '#testimonials'`
}

// Do runs the command.
func (b Blocks) Do(ctx context.Context, e *Env) error {
	if b.Mark != "" && b.Unmark != "" {
		return errors.New("give either --mark or --unmark")
	}
	app, err := detailOf(ctx, e, b.ID)
	if err != nil {
		return err
	}
	found := client.PolicyPageBlocks{ChangingBlocks: []client.PolicyPageBlock{}, ExcludedBlocks: []client.PolicyPageBlock{}}
	if app.PolicyAnalysis != nil {
		found.ChangingBlocks, found.ExcludedBlocks = app.PolicyAnalysis.ChangingBlocks, app.PolicyAnalysis.ExcludedBlocks
	}
	switch {
	case b.Mark != "":
		body := client.ExcludePolicyBlockBody{Selector: &b.Mark}
		if _, known := blockOf(b.Mark, found.ChangingBlocks); known {
			body = client.ExcludePolicyBlockBody{Block: &b.Mark}
		}
		found, err = e.Client.ExcludePolicyBlock(ctx, int64(b.ID), body)
	case b.Unmark != "":
		block, known := blockOf(b.Unmark, found.ExcludedBlocks)
		if !known {
			return fmt.Errorf("%s is not marked as a block of the policy of app %d", terminal.Clip(b.Unmark, nameColumns), b.ID)
		}
		found, err = e.Client.ReadmitPolicyBlock(ctx, int64(b.ID), block.ID)
	}
	switch {
	case err != nil:
		return err
	case b.JSON:
		return e.printJSON(found)
	}
	if found.Hint != nil {
		e.say("%s", *found.Hint)
	}
	return e.showBlocks(found)
}

// blockOf returns the block with an ID or a selector.
func blockOf(name string, blocks []client.PolicyPageBlock) (found client.PolicyPageBlock, known bool) {
	for _, b := range blocks {
		if b.ID == name || b.Selector == name {
			return b, true
		}
	}
	return found, false
}

// showBlocks prints blocks as a table.
func (e *Env) showBlocks(found client.PolicyPageBlocks) error {
	rows := [][]string{{"BLOCK", "STATE", "SINCE", "LEFT OUT", "WHAT IT IS"}}
	for _, list := range []struct {
		state  string
		blocks []client.PolicyPageBlock
	}{{"marked", found.ExcludedBlocks}, {"changing", found.ChangingBlocks}} {
		for _, b := range list.blocks {
			leftOut := "-"
			if b.LeftOut != nil {
				leftOut = strconv.FormatInt(*b.LeftOut, 10)
			}
			if value(b.Kept) {
				leftOut = "none: the rest would be no policy"
			}
			rows = append(rows, []string{b.ID, list.state, day(b.At), leftOut, terminal.Clip(b.Name, textColumns)})
		}
	}
	if len(rows) == 1 {
		e.say("no block of the policy changes at each fetch, and none is marked")
		return nil
	}
	return e.table(rows)
}

// detailOf returns a tracked app.
func detailOf(ctx context.Context, e *Env, id AppID) (client.AppDetail, error) {
	app, err := e.Client.AppByID(ctx, strconv.FormatInt(int64(id), 10))
	if refused, ok := errors.AsType[*client.Error](err); ok && refused.Status == http.StatusNotFound {
		name := fmt.Sprintf("app %d", id)
		if storage.AppID(id).IsNumber() { // it may be given by the name of its package
			name = "the app"
		}
		err = fmt.Errorf("%s is not tracked; list shows those that are, and track adds one", name)
	}
	return app, err
}
