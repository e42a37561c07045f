"""Calls a running service through the generated client. It fails when an answer has another
shape.

    PYTHONPATH=generated python3 smoke.py http://127.0.0.1:3000
"""

import sys

import auditor_client
from auditor_client.rest import ApiException


def main(base):
    client = auditor_client.ApiClient(auditor_client.Configuration(host=base))
    fleet, ops = auditor_client.FleetApi(client), auditor_client.OpsApi(client)
    changelog, runs = auditor_client.ChangelogApi(client), auditor_client.RunsApi(client)

    assert ops.health().status == "ok", "the service is not healthy"

    app = fleet.query_app_by_id("9900000006")
    assert app["name"] == "Murmur Messenger" and app["privacyTypes"], "the app is another one"

    feed = changelog.changelog(limit=3, _from=1)
    assert len(feed.rows) == 3 and feed.rows[0].app_name, "there are not three changes"

    started = runs.sync(origin=base, wait="0", _preload_content=False)
    assert started.status == 202 and started.headers["Location"], f"the sync was answered with {started.status}"

    newest = runs.runs(limit=1).runs[0]
    assert newest.runner == "sync" and newest.totals["attempted"] >= 0, "the newest run is no sync"

    try:
        fleet.query_app_by_id("1")
    except ApiException as refusal:
        assert refusal.status == 404 and "Not found" in refusal.body, refusal
    else:
        raise AssertionError("an app that is not tracked was answered")
    print("the client of openapi-generator works")


main(sys.argv[1])
