package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

type build = func(ctx context.Context, path, name string) (any, error)

func newKept(t testing.TB, do build, change func(*httpapi.Config)) *api {
	t.Helper()
	return start(t, func(cfg httpapi.Config) (*httpapi.API, error) { return httpapi.NewKept(cfg, do) }, change)
}

// write changes something in the store.
func (a *api) write(value string) {
	a.t.Helper()
	err := a.store.Update(a.t.Context(), func(tx *storage.Tx) error {
		return tx.Settings.Put(storage.Setting{Name: "value", Value: value})
	})
	if err != nil {
		a.t.Error(err)
	}
}

// readValue returns what write wrote.
func readValue(ctx context.Context, store storage.Store) (value string, err error) {
	err = store.View(ctx, func(tx *storage.Tx) error {
		s, err := tx.Settings.Get("value")
		value = s.Value
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		return err
	})
	return value, err
}

// counting counts how often an answer is made.
func counting(n *atomic.Int64) build {
	return func(_ context.Context, path, name string) (any, error) {
		return fmt.Sprint(path, " ", name, " ", n.Add(1)), nil
	}
}

func TestAnswerIsCachedUntilTheNextRevision(t *testing.T) {
	t.Parallel()
	var built atomic.Int64
	a := newKept(t, counting(&built), onSQLite(t))
	first := a.do("GET", "/api/kept/a?name=x").status(200)
	again := a.do("GET", "/api/kept/a?unknown=1&name=x&name=y").status(200)
	if built.Load() != 1 || first.Body.String() != again.Body.String() {
		t.Errorf("made %d times: %s, %s", built.Load(), first.Body, again.Body)
	}
	first.header("Cache-Control", "no-cache")
	a.write("1")
	a.do("GET", "/api/kept/a?name=x").status(200)
	if built.Load() != 2 {
		t.Errorf("made %d times after a write, want 2", built.Load())
	}
}

func TestUpdateThatWritesNothingKeepsTheAnswer(t *testing.T) {
	t.Parallel()
	var built atomic.Int64
	a := newKept(t, counting(&built), onSQLite(t))
	for range 3 {
		a.do("GET", "/api/kept/a")
		a.update(func(*storage.Tx) error { return nil })
	}
	if built.Load() != 1 {
		t.Errorf("made %d times, want 1", built.Load())
	}
}

func TestTwoRoutesWithOneRequestTypeDoNotCollide(t *testing.T) {
	t.Parallel()
	a := newKept(t, func(_ context.Context, path, name string) (any, error) { return path + name, nil }, nil)
	for range 2 {
		for _, path := range []string{"/api/kept/a", "/api/kept/b"} {
			for _, name := range []string{"", "x", "y"} {
				var got string
				a.do("GET", path+"?name="+name).status(200).json(&got)
				if got != path+name {
					t.Errorf("%s of %q: %q", path, name, got)
				}
			}
		}
	}
}

func TestNoStaleAnswerAfterAWrite(t *testing.T) {
	t.Parallel()
	var a *api
	a = newKept(t, func(ctx context.Context, _, _ string) (any, error) { return readValue(ctx, a.store) }, onSQLite(t))
	var group sync.WaitGroup
	done := make(chan struct{})
	var latest atomic.Int64
	for range 4 {
		group.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				before := latest.Load()
				var text string
				a.do("GET", "/api/kept/a").status(200).json(&text)
				if n, _ := strconv.ParseInt(text, 10, 64); n < before {
					t.Errorf("read %d after %d was written", n, before)
					return
				}
			}
		})
	}
	for i := range int64(300) {
		a.write(strconv.FormatInt(i, 10))
		latest.Store(i)
		var text string
		a.do("GET", "/api/kept/a").status(200).json(&text)
		if text != strconv.FormatInt(i, 10) {
			t.Errorf("the writer of %d read %s", i, text)
		}
	}
	close(done)
	group.Wait()
}

func TestOneBuilderServesAllWhoWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var built atomic.Int64
		a := newKept(t, func(context.Context, string, string) (any, error) {
			time.Sleep(time.Second)
			return built.Add(1), nil
		}, nil)
		var group sync.WaitGroup
		for range 50 {
			group.Go(func() { a.do("GET", "/api/kept/a").status(200) })
		}
		group.Wait()
		if built.Load() != 1 {
			t.Errorf("made %d times, want 1", built.Load())
		}
	})
}

func TestErrorOfABuilderIsSharedAndNotCached(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var built atomic.Int64
		a := newKept(t, func(context.Context, string, string) (any, error) {
			time.Sleep(time.Second)
			built.Add(1)
			return nil, storage.ErrNotFound
		}, nil)
		for want := range 2 {
			var group sync.WaitGroup
			for range 10 {
				group.Go(func() { a.do("GET", "/api/kept/a").error(404, "") })
			}
			group.Wait()
			if built.Load() != int64(want+1) {
				t.Errorf("made %d times, want %d", built.Load(), want+1)
			}
		}
	})
}

func TestBuilderWhoHangsUpDoesNotFailTheOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := newKept(t, func(ctx context.Context, _, _ string) (any, error) {
			select {
			case <-time.After(time.Second):
				return "whole", nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}, nil)
		hangUp, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		group.Go(func() { a.do("GET", "/api/kept/a", within(hangUp)) })
		synctest.Wait()
		for range 10 {
			group.Go(func() {
				var text string
				a.do("GET", "/api/kept/a").status(200).json(&text)
				if text != "whole" {
					t.Errorf("answer %q", text)
				}
			})
		}
		synctest.Wait()
		cancel()
		group.Wait()
	})
}

func TestWaiterWhoHangsUpIsLetGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := newKept(t, func(context.Context, string, string) (any, error) {
			time.Sleep(time.Hour)
			return 1, nil
		}, nil)
		var group sync.WaitGroup
		group.Go(func() { a.do("GET", "/api/kept/a").status(200) })
		synctest.Wait()
		impatient, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begun := time.Now()
		a.do("GET", "/api/kept/a", within(impatient)).status(503)
		if waited := time.Since(begun); waited != time.Second {
			t.Errorf("waited %v", waited)
		}
		group.Wait()
	})
}

func TestPanicOfABuilderReleasesTheOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var built atomic.Int64
		a := newKept(t, func(context.Context, string, string) (any, error) {
			time.Sleep(time.Second)
			if built.Add(1) == 1 {
				panic("first")
			}
			return "second", nil
		}, func(c *httpapi.Config) { c.Logger = nil })
		var group sync.WaitGroup
		var failed atomic.Int64
		for range 5 {
			group.Go(func() {
				if a.do("GET", "/api/kept/a").Code == 500 {
					failed.Add(1)
				}
			})
		}
		group.Wait()
		if failed.Load() != 1 || built.Load() != 2 {
			t.Errorf("%d of 5 failed, made %d times", failed.Load(), built.Load())
		}
	})
}

func TestAnswerOfAnOlderRevisionDoesNotReplaceANewerOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var a *api
		var slow atomic.Bool
		slow.Store(true)
		a = newKept(t, func(ctx context.Context, _, _ string) (any, error) {
			value, err := readValue(ctx, a.store)
			if slow.Swap(false) {
				time.Sleep(time.Hour)
			}
			return value, err
		}, nil)
		a.write("old")
		var group sync.WaitGroup
		group.Go(func() { a.do("GET", "/api/kept/a").status(200) })
		synctest.Wait()
		a.write("new")
		for range 2 {
			var text string
			a.do("GET", "/api/kept/a").status(200).json(&text)
			if text != "new" {
				t.Errorf("answer %q, want new", text)
			}
			group.Wait() // the old one is made now
		}
	})
}

func TestAnswerMayExpire(t *testing.T) {
	t.Parallel()
	var built atomic.Int64
	var a *api
	a = newKept(t, func(context.Context, string, string) (any, error) {
		built.Add(1)
		return httpapi.Until{Text: "x", End: storage.TimeOf(a.clock.Now()).Add(time.Minute)}, nil
	}, nil)
	for _, step := range []struct {
		wait time.Duration
		want int64
	}{{0, 1}, {time.Minute - time.Millisecond, 1}, {time.Millisecond, 2}, {0, 2}} {
		a.clock.Advance(step.wait)
		a.do("GET", "/api/kept/a").status(200)
		if built.Load() != step.want {
			t.Errorf("made %d times, want %d", built.Load(), step.want)
		}
	}
}

// Who waits for an answer that stops being right meanwhile is made another one.
func TestAnswerThatEndedWhileItWasMadeIsMadeAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var built atomic.Int64
		var a *api
		a = newKept(t, func(context.Context, string, string) (any, error) {
			end := storage.TimeOf(a.clock.Now()).Add(time.Minute)
			n := built.Add(1)
			time.Sleep(time.Second)
			return httpapi.Until{Text: strconv.FormatInt(n, 10), End: end}, nil
		}, nil)
		var group sync.WaitGroup
		group.Go(func() { a.do("GET", "/api/kept/a").status(200) })
		synctest.Wait()
		a.clock.Advance(time.Minute)
		group.Go(func() {
			if got := into[httpapi.Until](a.do("GET", "/api/kept/a")); got.Text != "2" {
				t.Errorf("who came too late for the first was given %q", got.Text)
			}
		})
		group.Wait()
	})
}

func TestCachedAnswersStayWithinTheBudget(t *testing.T) {
	t.Parallel()
	const budget = 100_000
	var built atomic.Int64
	a := newKept(t, func(_ context.Context, _, name string) (any, error) {
		built.Add(1)
		if name == "huge" {
			return strings.Repeat("x", budget/4), nil
		}
		return strings.Repeat("x", 5_000), nil
	}, func(c *httpapi.Config) { c.CacheBytes = budget })
	for i := range 200 {
		a.do("GET", "/api/kept/a?name=used").status(200)
		a.do("GET", fmt.Sprint("/api/kept/a?name=", i)).status(200)
		if n, size := httpapi.CacheSize(a.API); size > budget || n > 20 {
			t.Fatalf("%d answers of %d bytes are kept", n, size)
		}
	}
	if built.Load() != 201 {
		t.Errorf("made %d times: what was used last went first", built.Load())
	}
	for range 2 {
		a.do("GET", "/api/kept/a?name=huge").status(200)
	}
	if built.Load() != 203 {
		t.Error("an answer of a quarter of the budget was cached")
	}
	a.do("GET", "/api/kept/a?name=long&x="+strings.Repeat("x", budget)).status(200)
	if _, size := httpapi.CacheSize(a.API); size > budget {
		t.Errorf("%d bytes are kept", size)
	}
}

// plain hides the optional interfaces of a store.
type plain struct{ storage.Store }

func TestNothingIsCachedWithoutRevisionsOrBudget(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*httpapi.Config){
		"no revisions": func(c *httpapi.Config) { c.Store = plain{c.Store} },
		"no budget":    func(c *httpapi.Config) { c.CacheBytes = -1 },
	} {
		var built atomic.Int64
		a := newKept(t, counting(&built), change)
		tag := a.do("GET", "/api/kept/a").status(200).Header().Get("Etag")
		a.do("GET", "/api/kept/a").status(200)
		if built.Load() != 2 || tag == "" {
			t.Errorf("%s: made %d times, tag %q", name, built.Load(), tag)
		}
	}
}

func TestRevisionThatFailsIsAnError(t *testing.T) {
	t.Parallel()
	a := newKept(t, func(context.Context, string, string) (any, error) { return 1, nil },
		func(c *httpapi.Config) { c.Store = unrevised{c.Store} })
	a.do("GET", "/api/kept/a").error(500, "Internal server error")
}

type unrevised struct{ storage.Store }

func (unrevised) Revision(context.Context) (uint64, error) { return 0, errors.New("lost") }

func TestEntityTagNamesTheBody(t *testing.T) {
	t.Parallel()
	var a *api
	a = newKept(t, func(ctx context.Context, _, _ string) (any, error) { return readValue(ctx, a.store) }, nil)
	a.write("one")
	first := a.do("GET", "/api/kept/a").status(200)
	tag := first.Header().Get("Etag")
	if !strings.HasPrefix(tag, `"`) || len(tag) < 10 {
		t.Fatalf("tag %q is not strong", tag)
	}
	for _, match := range []string{tag, "W/" + tag, `"x", ` + tag, "*", `"a","b",` + tag + `,"c"`} {
		for _, method := range []string{"GET", "HEAD"} {
			got := a.do(method, "/api/kept/a", header("If-None-Match", match)).status(http.StatusNotModified)
			if got.Body.Len() != 0 || got.Header().Get("Etag") != tag || got.Header().Get("Content-Length") != "" {
				t.Errorf("%s %s: header %v, body %q", method, match, got.Header(), got.Body)
			}
		}
	}
	for _, match := range []string{"", `"x"`, strings.Trim(tag, `"`), tag + "x", "w/" + tag, strings.Repeat(`"x",`, 1000)} {
		a.do("GET", "/api/kept/a", header("If-None-Match", match)).status(200)
	}
	a.write("two")
	if other := a.do("GET", "/api/kept/a", header("If-None-Match", tag)).status(200).Header().Get("Etag"); other == tag {
		t.Error("another body has the same tag")
	}
	a.write("one")
	a.do("GET", "/api/kept/a", header("If-None-Match", tag)).status(http.StatusNotModified)
}

func TestGuardsComeBeforeCachedAnswers(t *testing.T) {
	t.Parallel()
	a := newKept(t, func(context.Context, string, string) (any, error) { return 1, nil }, nil)
	tag := a.do("GET", "/api/kept/a").status(200).Header().Get("Etag")
	a.do("GET", "/api/kept/a", hostHeader("evil.example"), header("If-None-Match", tag)).error(400, "Host not allowed")
	big := func(r *http.Request) { r.ContentLength = 1 << 20 }
	a.do("GET", "/api/kept/a", big, header("If-None-Match", tag)).error(413, "")
}
