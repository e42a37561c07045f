package e2e_test

import (
	"bytes"
	"context"
	"fmt"
	"github.com/privacylabels/auditor/internal/proctest"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// imageUser is the user of the image, who owns nothing.
const imageUser = 65534

// TestImage runs the program as the image does: alone in its root file system, without
// rights, with one folder that it may write to.
func TestImage(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only root can change the root file system of a program")
	}
	file, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.MkdirTemp("", "auditor-image-*") // not t.TempDir, which another user cannot enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	// The flags that only make it smaller are left out, because they take minutes.
	build := exec.Command("go", "build", "-o", filepath.Join(root, "auditor"), "./examples/auditor")
	build.Dir = "../.."
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	data := filepath.Join(root, "data")
	for _, err := range []error{os.Mkdir(data, 0o700), os.Chown(data, imageUser, imageUser), os.Chmod(root, 0o555)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	port := freePort(t)
	for _, line := range []string{
		"RUN CGO_ENABLED=0 ", " -o /out/auditor ./examples/auditor ", "FROM scratch\n", fmt.Sprintf("USER %d:%[1]d\n", imageUser), "VOLUME /data\n",
		"ENV SERVICE_ADDR=0.0.0.0:3000 SERVICE_NETWORK_EXPOSED=1 SERVICE_DATA_DIR=/data TMPDIR=/data\n", `CMD ["/auditor", "healthcheck", "-url", "http://127.0.0.1:3000"]`, `ENTRYPOINT ["/auditor"]`,
	} {
		if !bytes.Contains(file, []byte(line)) {
			t.Errorf("Dockerfile has no %q, which is tried here", line)
		}
	}
	env := []string{"SERVICE_ADDR=0.0.0.0:" + port, "SERVICE_NETWORK_EXPOSED=1", "SERVICE_DATA_DIR=/data", "TMPDIR=/data", "AUDITOR_ADMIN_TOKEN=correct-horse-battery-staple", "SERVICE_DEMO=1"}
	inside := func(args ...string) *exec.Cmd {
		cmd := exec.Command("/auditor", args...)
		cmd.Dir, cmd.Env = "/", env
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: imageUser, Gid: imageUser}}
		return cmd
	}
	var log bytes.Buffer
	service := inside()
	service.Stderr = &log
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- service.Wait() }()
	t.Cleanup(func() { _ = service.Process.Kill() })
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		out, err := inside("healthcheck", "-url", "http://127.0.0.1:"+port).CombinedOutput()
		if err == nil {
			break
		}
		if time.Since(began) > proctest.Busy {
			_ = service.Process.Kill()
			<-ended
			t.Fatalf("not healthy: %v\n%s\n%s", err, out, &log)
		}
	}
	if out, err := inside("backup", "-url", "http://127.0.0.1:"+port, "/data/backup.json").CombinedOutput(); err != nil {
		t.Errorf("backup: %v\n%s", err, out)
	}
	if err := service.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("stopped: %v\n%s", err, &log)
	}
	if out, err := inside("verify", "/data/backup.json").CombinedOutput(); err != nil {
		t.Errorf("verify: %v\n%s", err, out)
	}
}

// freePort returns a port that is free.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// TestServiceUnit checks the unit as systemd does, and that little is open to the
// program: 2.0 at most of 10.
func TestServiceUnit(t *testing.T) {
	t.Parallel()
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("there is no systemd-analyze")
	}
	text, err := os.ReadFile("../../auditor.service")
	if err != nil {
		t.Fatal(err)
	}
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	const installed = "/usr/local/bin/auditor"
	if !bytes.Contains(text, []byte("ExecStart="+installed+"\n")) {
		t.Errorf("the unit does not start %s", installed)
	}
	// The Go runtime reads the limit of open files, which the filter of system calls is
	// against. Without an error number systemd would kill the program for it.
	if !bytes.Contains(text, []byte("\nSystemCallErrorNumber=EPERM\n")) {
		t.Error("the unit kills the program for a system call, before its first line")
	}
	unit := filepath.Join(t.TempDir(), "auditor.service")
	if err := os.WriteFile(unit, bytes.ReplaceAll(text, []byte(installed), []byte(path)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"verify", unit}, {"security", "--offline=true", "--threshold=20", unit}} {
		ctx, stop := context.WithTimeout(t.Context(), proctest.Busy)
		out, err := exec.CommandContext(ctx, analyze, args...).CombinedOutput()
		stop()
		if err != nil || args[0] == "verify" && len(out) > 0 {
			t.Errorf("systemd-analyze %s: %v\n%s", args[0], err, out)
		}
	}
}
