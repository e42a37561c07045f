package browser

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Step is something that a person does with a tab, or waits for.
type Step struct {
	name string
	do   func(context.Context, *Tab) error
}

// action is a step that is an action of chromedp.
func action(name string, a func(*Tab) chromedp.Action[chromedp.Void]) Step {
	return Step{name, func(ctx context.Context, t *Tab) error { return chromedp.Do(ctx, a(t)) }}
}

// Open opens a path of the site.
func Open(path string) Step {
	return action("open "+path, func(t *Tab) chromedp.Action[chromedp.Void] { return chromedp.Navigate(t.origin + path) })
}

// Reload loads the page anew.
func Reload() Step {
	return action("reload", func(*Tab) chromedp.Action[chromedp.Void] { return chromedp.Reload() })
}

// ReloadUntil loads the page anew until all texts are on it.
func ReloadUntil(texts ...string) Step {
	return Step{fmt.Sprintf("reload until seen: %q", texts), func(ctx context.Context, t *Tab) error {
		for {
			if err := chromedp.Do(ctx, chromedp.Reload()); err != nil {
				return err
			}
			if so, err := evaluate[bool](ctx, invoke(all, texts)); err != nil || so {
				return err
			}
		}
	}}
}

// Back goes back in the history. The page before may come from the browser's memory, so a
// step with [At] has to wait for it.
func Back() Step {
	return Step{"back", func(ctx context.Context, _ *Tab) error {
		_, err := evaluate[bool](ctx, "(history.back(), true)")
		return err
	}}
}

// Key presses a key, which is a character or one of Tab, Enter and Escape.
func Key(key string) Step {
	press := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: key, Text: key}
	if code, ok := codes[key]; ok {
		press.Code, press.WindowsVirtualKeyCode, press.Text = key, code, ""
		if key == "Enter" {
			press.Text = "\r"
		}
	}
	release := press
	release.Type, release.Text = input.DispatchKeyEventTypeKeyUp, ""
	return Step{"press " + key, func(ctx context.Context, _ *Tab) error {
		return chromedp.Do(ctx, send(input.DispatchKeyEvent, press), send(input.DispatchKeyEvent, release))
	}}
}

var codes = map[string]int64{"Tab": 9, "Enter": 13, "Escape": 27}

// Then takes a step that leads to another page, and waits until that has loaded.
func Then(step Step) Step {
	return Step{step.name, func(ctx context.Context, t *Tab) error {
		_, err := chromedp.Run(ctx, chromedp.WaitEvent(page.LoadEventFired, nil,
			chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error { return step.do(ctx, t) })))
		return err
	}}
}

// Press clicks on the first link or button with a name, in the elements of a selector if
// one is given.
func Press(name string, in ...string) Step {
	return Step{fmt.Sprintf("press %q", name), func(ctx context.Context, _ *Tab) error {
		at, err := evaluate[[]float64](ctx, invoke(`(name, within) => {
			const texts = (e) => {
				const copy = e.cloneNode(true);
				copy.querySelectorAll('[aria-hidden=true]').forEach((c) => c.remove());
				copy.querySelectorAll('br').forEach((c) => c.replaceWith(' '));
				return copy.textContent.replace(/\s+/g, ' ').trim();
			};
			const all = [...document.querySelectorAll(within)].flatMap((e) => [...e.querySelectorAll('a, button, summary')]);
			const found = all.find((e) => (texts(e) === name || e.getAttribute('aria-label') === name) && e.checkVisibility());
			if (!found) { throw new Error('there is nothing of this name'); }
			found.scrollIntoView({ block: 'center' });
			const box = found.getClientRects()[0];
			const at = [box.left + box.width / 2, box.top + box.height / 2];
			const hit = document.elementFromPoint(at[0], at[1]);
			if (!found.contains(hit)) { throw new Error('it is covered by ' + (hit ? hit.outerHTML.slice(0, 200) : 'nothing: it is outside of the window')); }
			return at;
		}`, name, scope(in)))
		if err != nil {
			return err
		}
		return chromedp.Do(ctx, chromedp.MouseClickXY(at[0], at[1]))
	}}
}

// scope returns the selector that a step was given, or that of everything.
func scope(in []string) string {
	if len(in) > 0 {
		return in[0]
	}
	return "body"
}

// field is a function that finds the first field with a label.
const field = `(label, within) => {
	const named = (e) => {
		if (e.getAttribute('aria-label')) { return e.getAttribute('aria-label'); }
		if (!e.labels || !e.labels.length) { return ''; }
		const copy = e.labels[0].cloneNode(true);
		copy.querySelectorAll('input, select, textarea').forEach((c) => c.remove());
		return copy.textContent.replace(/\s+/g, ' ').trim();
	};
	const all = [...document.querySelectorAll(within)].flatMap((e) => [...e.querySelectorAll('input, select, textarea')]);
	const found = all.find((e) => e.type !== 'hidden' && e.checkVisibility() && named(e) === label);
	if (!found) { throw new Error('there is no such field, but: ' + all.map(named).join('; ')); }
	return found;
}`

// Fill types a text in the field with a label, in place of what is in it.
func Fill(label, text string, in ...string) Step {
	return Step{fmt.Sprintf("fill %q", label), func(ctx context.Context, _ *Tab) error {
		_, err := evaluate[bool](ctx, "(e => { e.focus(); e.select(); return true; })("+invoke(field, label, scope(in))+")")
		if err != nil {
			return err
		}
		return chromedp.Do(ctx, send(input.InsertText, input.InsertTextParams{Text: text}))
	}}
}

// Choose chooses the option with a text in the list with a label.
func Choose(label, option string, in ...string) Step {
	return Step{fmt.Sprintf("choose %q for %q", option, label), func(ctx context.Context, _ *Tab) error {
		_, err := evaluate[bool](ctx, `((e, text) => {
			const option = [...e.options].find((o) => o.textContent.trim() === text);
			if (!option) { throw new Error('there is no such choice, but: ' + [...e.options].map((o) => o.textContent).join('; ')); }
			e.focus();
			e.value = option.value;
			e.dispatchEvent(new Event('input', { bubbles: true }));
			e.dispatchEvent(new Event('change', { bubbles: true }));
			return true;
		})(`+invoke(field, label, scope(in))+fmt.Sprintf(", %q)", option))
		return err
	}}
}

// Tick clicks on the checkbox or radio button with a label.
func Tick(label string, in ...string) Step {
	return Step{fmt.Sprintf("tick %q", label), func(ctx context.Context, _ *Tab) error {
		_, err := evaluate[bool](ctx, "(e => { e.click(); return true; })("+invoke(field, label, scope(in))+")")
		return err
	}}
}

// Attach puts a file of the machine in the field that a selector finds.
func Attach(selector, path string) Step {
	return action("attach a file", func(*Tab) chromedp.Action[chromedp.Void] {
		return chromedp.SetUploadFiles(chromedp.CSS(selector), []string{path})
	})
}

// See waits until all texts are on the page.
func See(texts ...string) Step {
	return Until(fmt.Sprintf("see %q", texts), invoke(all, texts))
}

// all is a function that reports whether all texts are on the page.
const all = `(texts) => {
	const shown = document.body.innerText.replace(/\s+/g, ' ');
	return texts.every((t) => shown.includes(t));
}`

// Miss waits until none of the texts is on the page.
func Miss(texts ...string) Step {
	return Until(fmt.Sprintf("see nothing of %q", texts), invoke(`(texts) => {
		const shown = document.body.innerText.replace(/\s+/g, ' ');
		return texts.every((t) => !shown.includes(t));
	}`, texts))
}

// At waits until the tab shows all of the page at a path with its query.
func At(path string) Step {
	return Until("be at "+path, invoke("(path) => location.pathname + location.search === path && document.readyState === 'complete'", path))
}

// Until waits until a JavaScript expression is true.
func Until(name, expression string) Step {
	return Step{name, func(ctx context.Context, _ *Tab) error {
		for {
			so, err := evaluate[bool](ctx, expression)
			if err == nil && so {
				return nil
			}
			select {
			case <-ctx.Done():
				return errors.Join(errors.New("it does not happen"), err)
			case <-time.After(25 * time.Millisecond):
			}
		}
	}}
}

// evaluate returns the value of an expression. The error of a script is its first line.
func evaluate[T any](ctx context.Context, expression string) (T, error) {
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	var thrown *chromedp.ExceptionError
	if errors.As(err, &thrown) {
		line, _, _ := strings.Cut(err.Error(), "\n")
		err = errors.New(line)
	}
	return value, err
}
