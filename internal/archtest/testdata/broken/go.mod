module github.com/privacylabels/auditor

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/uptrace/bunrouter v1.0.23
)

replace (
	github.com/google/go-cmp => ./testdata/cmp
	github.com/uptrace/bunrouter => ./testdata/bunrouter
)
