// Calls a running service, whose address is the first argument, through a client whose types
// are generated from the OpenAPI document. It fails when an answer has another shape.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] }; // of Node, whose types are not needed otherwise
const base = process.argv[2];
if (base === undefined) throw new Error("the address of a service is missing");
const client = createClient<paths>({ baseUrl: base, headers: { Origin: base } });

function check(ok: boolean, what: string): asserts ok {
  if (!ok) throw new Error(what);
}

const health = await client.GET("/api/health");
check(health.response.status === 200, "the service is not healthy");

const detail = await client.GET("/api/apps/{id}", { params: { path: { id: "9900000006" } } });
check(detail.data !== undefined && !Array.isArray(detail.data), "there is no app");
check("privacyTypes" in detail.data && detail.data.name === "Murmur Messenger", "the app is another one");

const changes = await client.GET("/api/changelog", { params: { query: { limit: 3, from: 1 } } });
check(changes.data?.rows.length === 3, "there are not three changes");

const run = await client.POST("/api/sync/trigger", { params: { query: { wait: "0" }, header: { Origin: base } } });
check(run.response.status === 202 && run.response.headers.get("Location") !== null, `the sync was answered with ${run.response.status}`);

// The runner of a run decides its totals, and the compiler knows it.
const runs = await client.GET("/api/runs", { params: { query: { limit: 1 } } });
const newest = runs.data?.runs[0];
check(newest?.runner === "sync" && newest.totals.attempted >= 0, "the newest run is no sync");

// So does the kind of a line.
const followed = await client.POST("/api/wayback/import-all", {
  params: { query: { stream: "1" }, header: { Origin: base } },
  parseAs: "text",
});
const lines = String(followed.data)
  .trim()
  .split("\n")
  .map((text) => JSON.parse(text) as components["schemas"]["HistoryLine"]);
const [first, last] = [lines[0], lines[lines.length - 1]];
check(first?.kind === "batch-start" && first.total >= 0, "the first line is another one");
check(last?.kind === "summary" && last.totals.appsAttempted >= 0, "the last line is no summary");

const missing = await client.GET("/api/apps/{id}", { params: { path: { id: "1" } } });
check(missing.error !== undefined && missing.error.error === "Not found", "a refusal is not typed");
console.log("the client of openapi-typescript works");
