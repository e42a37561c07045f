module github.com/privacylabels/auditor

go 1.26.0
