package flags_test

import (
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/program/flags"
)

// read reads settings from a command line and an empty environment.
func read(t *testing.T, args ...string) (s flags.Settings, err error) {
	t.Helper()
	r := flags.NewReader(nil)
	parser, err := kong.New(&s, r.Options()...)
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Parse(parser, args)
	return s, r.Complete(&s, parser, err)
}

func TestGuarded(t *testing.T) {
	t.Parallel()
	plain, err := read(t)
	if err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]bool{
		"--country=de": false, "--demo --trust-proxy": false, "--allowed-hosts=a.example": false,
		"--admin-token=secret": true, "--network-exposed": true, "--trusted-header=X-User --trusted-proxies=10.0.0.1": true,
		"--admin-token=secret --require-token=all --trusted-header=X-User --trusted-proxies=10.0.0.1 --trusted-admins=ada --allowed-hosts=a.example": true,
	} {
		s, err := read(t, strings.Fields(args)...)
		if err != nil || s.Guarded() != want || s.Unguarded().Guarded() {
			t.Errorf("%s: guarded %t, want %t; without its guards %t, want false; %v", args, s.Guarded(), want, s.Unguarded().Guarded(), err)
		}
		bare := s.Unguarded()
		bare.Page, bare.Country, bare.Demo = plain.Page, plain.Country, plain.Demo
		if diff := cmp.Diff(plain, bare); diff != "" {
			t.Errorf("%s: without its guards (-want +got):\n%s", args, diff)
		}
	}
}

// TestEachWrongSettingIsNamedOnce has combinations of settings of which one is not understood.
func TestEachWrongSettingIsNamedOnce(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"--trusted-header=Cookie --trusted-proxies=10.0.0.1 --trusted-admins=ada": `-trusted-header: "Cookie" is not the name of a header that can name a user, such as X-Forwarded-User`,
		"--trusted-header=X-User --trusted-proxies=10.0.0":                        `-trusted-proxies: "10.0.0" is not an address or a network such as 10.0.0.0/24`,
		"--require-token=all --trusted-header=Cookie":                             `-trusted-header: "Cookie" is not the name of a header that can name a user, such as X-Forwarded-User`,
		"--trusted-header=Cookie --admin-token=a\x01": `-trusted-header: "Cookie" is not the name of a header that can name a user, such as X-Forwarded-User
-admin-token: the token has control characters, which a request cannot send`,
		"--require-token=all": "-require-token: set AUDITOR_ADMIN_TOKEN too, or nothing could be read",
	} {
		if _, err := read(t, strings.Split(args, " ")...); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}
