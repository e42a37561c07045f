package httpapi_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
)

const routesPage = "../../docs/ROUTES.md"

// routesIntroduction says what the columns of the page mean.
const routesIntroduction = "# Routes of the API\n\n" +
	"This page is made from the declarations of the routes by `go generate ./internal/httpapi`; a test fails if it is\n" +
	"out of date. `GET /api/openapi.json` has the parameters, bodies and answers of each.\n\n" +
	"- **Admin token**: when the route requires it. *no*: never. *exposed*: if others can reach the service. *set*: if a token is\n" +
	"  configured, or others can reach the service. *always*: in any case, so without a configured token it is refused.\n" +
	"- **Read token**: whether one is enough in place of the admin token. *required*: if `SERVICE_REQUIRE_TOKEN=all` requires a\n" +
	"  token for reads, and not otherwise unless the admin token is required. *accepted*: it is never required.\n" +
	"- **Access**: what an authorizer of an embedding program has to grant: *none*, *read*, *change* or *admin*.\n" +
	"- **Calls**: how many calls a client can make in which time. Routes with the same name in brackets are counted together.\n" +
	"- **Body**: the maximum size of the body. Every route that changes something also needs the header `Origin` with the address\n" +
	"  of the service, unless the request has the admin token.\n"

// routes returns the page that lists the routes.
func routes(rows []httpapi.Row) string {
	var groups []string
	byGroup := make(map[string][]httpapi.Row)
	for _, row := range rows {
		if byGroup[row.Group] == nil {
			groups = append(groups, row.Group)
		}
		byGroup[row.Group] = append(byGroup[row.Group], row)
	}
	var page strings.Builder
	page.WriteString(routesIntroduction)
	for _, group := range groups {
		fmt.Fprintf(&page, "\n## %s\n\n| Route | What it does | Admin token | Read token | Access | Calls | Body |\n|---|---|---|---|---|---|---|\n", group)
		for _, row := range byGroup[group] {
			fmt.Fprintf(&page, "| `%s %s` | %s | %s | %s | %s | %s | %s |\n",
				row.Method, row.Path, row.Summary, tokenWord(row), readTokenWord(row), row.Needs, callsOf(row), bodyLimit(row))
		}
	}
	return page.String()
}

func tokenWord(row httpapi.Row) string {
	switch {
	case row.Token == "C":
		return "always"
	case row.Token == "R":
		return "set"
	case row.Gated:
		return "exposed"
	}
	return "no"
}

func readTokenWord(row httpapi.Row) string {
	switch {
	case row.Guarded:
		return "required"
	case row.Readable:
		return "accepted"
	}
	return "no"
}

func callsOf(row httpapi.Row) string {
	if row.Limit == "" {
		return ""
	}
	return fmt.Sprintf("%s in %s [%s]", row.Limit, row.Window, row.Bucket)
}

// bodyLimit returns the maximum size of the body of a route that reads one.
func bodyLimit(row httpapi.Row) string {
	switch {
	case row.Method == "GET":
		return ""
	case row.MaxBody%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", row.MaxBody>>20)
	}
	return fmt.Sprintf("%d KiB", row.MaxBody>>10)
}

func TestRoutesPage(t *testing.T) {
	t.Parallel()
	got := routes(httpapi.Rows())
	if *update {
		must(t, os.WriteFile(routesPage, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(routesPage)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("docs/ROUTES.md (-page +routes), see -update:\n%s", diff)
	}
}
