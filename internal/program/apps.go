package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"time"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/program/commands"
	"github.com/privacylabels/auditor/internal/program/serving"
)

// appsCommand is a command of package commands.
type appsCommand interface {
	Do(context.Context, *commands.Env) error
}

// maxDecoded is how many bytes an answer may have that a command decodes. Lists are read page by
// page, so only an endless answer has more.
const maxDecoded = 16 << 20

// appsCommands returns the commands on the tracked apps, by name: the fields of c that are such
// a command.
func (c config) appsCommands() map[string]appsCommand {
	found := make(map[string]appsCommand)
	for field, value := range reflect.ValueOf(c).Fields() {
		if command, ok := value.Interface().(appsCommand); ok {
			found[cmp.Or(field.Tag.Get("name"), strings.ToLower(field.Name))] = command
		}
	}
	return found
}

// onApps runs a command on the tracked apps, and returns the exit code.
func onApps(ctx context.Context, c config, command appsCommand, stdin io.Reader, stdout, stderr io.Writer) int {
	env := &commands.Env{
		In: stdin, Out: stdout, Err: stderr, Now: time.Now,
		Write: func(ctx context.Context, name string, write func(io.Writer) error) error {
			_, err := c.write(ctx, name, write)
			return err
		},
		WriteSigned: c.writePackage,
		Unpack:      c.unpack,
	}
	err := c.withService(ctx, env, stderr, func() error { return command.Do(ctx, env) })
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, commands.ErrPartial):
		return exitPartial
	case errors.Is(err, commands.ErrStopped):
		return exitOpen
	case errors.Is(err, commands.ErrInterrupted):
		return exitInterrupted
	case errors.Is(err, commands.ErrCancelled):
		return exitCancelled
	case ctx.Err() != nil:
		return stopped(c, stderr)
	}
	return fail(stderr, exitFault, "%s: %v", c.Command, describe(err, c))
}

// withService connects env to the service that a command works on, and calls do. That is a
// running service, or one in this process over the data folder.
func (c config) withService(ctx context.Context, env *commands.Env, stderr io.Writer, do func() error) (err error) {
	at := newRemote(c.ServiceURL, c.AdminToken)
	switch {
	case c.Command == "import" && c.Import.DryRun: // needs no service
	case c.ServiceURL == "":
		if c.Command != "track" && c.Command != "import" {
			if err := hasDatabase(c); err != nil {
				return fmt.Errorf("%w; --data-dir names another folder, and --url a running service", err)
			}
		}
		log := slog.New(slog.DiscardHandler) // the command reports errors itself
		if c.LogLevel != slog.LevelInfo {
			log = serving.NewLogger(stderr, c.LogFormat, c.LogLevel)
		}
		var stop func() error
		if at, stop, err = serveHere(ctx, c, log); err != nil {
			return err
		}
		defer func() {
			if closing := stop(); err == nil {
				err = closing
			} else if closing != nil {
				fail(stderr, exitFault, "%s: %v", c.Command, closing) // err decides the exit code
			}
		}()
	}
	at.stderr = stderr
	if at.url != "" {
		env.Client, err = client.New(at.url, client.WithToken(at.token), client.WithHTTPClient(at.client),
			client.WithIgnored(at.warnOf), client.WithMaxAnswer(maxDecoded))
		if err != nil {
			return err
		}
	}
	env.Get = func(ctx context.Context, path string) (io.ReadCloser, error) {
		resp, err := at.ask(ctx, http.MethodGet, path, nil, 0)
		if err != nil {
			return nil, err
		}
		return resp.Body, nil
	}
	return do()
}

// describe returns an error with a message for users.
func describe(err error, c config) error {
	if refused, ok := errors.AsType[*client.Error](err); ok {
		switch refused.Status {
		case http.StatusUnauthorized:
			return tokenError(c.AdminToken)
		case http.StatusTooManyRequests:
			return fmt.Errorf("the service refuses more requests for now: %s", withHint(refused.Message, refused.Hint))
		}
		return errors.New(withHint(refused.Message, refused.Hint))
	}
	var failed *url.Error
	if c.ServiceURL == "" || !errors.As(err, &failed) {
		return err
	}
	if refused, ok := errors.AsType[*net.OpError](err); ok && refused.Op == "dial" {
		return fmt.Errorf("no service answers at %s: %w", c.ServiceURL, refused.Err)
	}
	return fmt.Errorf("request to %s: %w", c.ServiceURL, failed.Err)
}

// withHint returns the message of a refusal with its hint, if it has one.
func withHint(message, hint string) string {
	if hint == "" {
		return message
	}
	return message + ". " + hint
}

// tokenError returns the error of a service that requires another token than the one that was
// sent, or one at all.
func tokenError(sent string) error {
	if sent == "" {
		return errNoToken
	}
	return errWrongToken
}

var errWrongToken = errors.New("the service refuses the token that was sent: AUDITOR_ADMIN_TOKEN, or the file of --admin-token-file, must contain the token of the service")

var errNoToken = errors.New("the service requires the admin token: set AUDITOR_ADMIN_TOKEN to it, or --admin-token-file to a file that has it")
