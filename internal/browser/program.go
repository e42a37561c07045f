package browser

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Build builds the standalone program of the module in a folder and returns its path,
// which is in the folder to.
func Build(ctx context.Context, module, to string) (string, error) {
	path := filepath.Join(to, "auditor")
	build := exec.CommandContext(ctx, "go", "-C", module, "build", "-o", path, "./examples/auditor")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("browser: build the program: %w\n%s", err, out)
	}
	return path, nil
}

// quiet has the program start no scheduled refresh: the first one of a new installation comes within minutes, and
// would take the changes of a fake store before the person who presses a button does.
const quiet = "SERVICE_SCHEDULER_TICK=8760h"

// Program is the standalone program, running.
type Program struct {
	URL string

	cmd  *exec.Cmd
	log  *bytes.Buffer
	done chan error
}

// Start runs the program at a path on a data folder and a free port, with more arguments
// and more in its environment, and waits until it takes requests. Unless the environment says otherwise, it
// starts no scheduled refresh.
func Start(path, dir string, args, env []string) (*Program, error) {
	p := &Program{log: new(bytes.Buffer), done: make(chan error, 1)}
	p.cmd = exec.Command(path, append([]string{"-addr", "127.0.0.1:0", "-data-dir", dir}, args...)...)
	p.cmd.Env = slices.Concat(os.Environ(), []string{quiet}, env)
	p.cmd.Stderr = p.log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("browser: start the program: %w", err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	go func() { p.done <- p.cmd.Wait() }()
	if !ok {
		_ = p.cmd.Process.Kill()
		<-p.done
		return nil, fmt.Errorf("browser: the program announced %q (%w)\n%s", line, err, p.log)
	}
	p.URL = address
	return p, nil
}

// Close ends the program as Ctrl-C does. The error has its log.
func (p *Program) Close() error {
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case err := <-p.done:
		if err != nil {
			return fmt.Errorf("browser: the program ended: %w\n%s", err, p.log)
		}
		return nil
	case <-time.After(20 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.done
		return fmt.Errorf("browser: the program did not end within 20 seconds\n%s", p.log)
	}
}
