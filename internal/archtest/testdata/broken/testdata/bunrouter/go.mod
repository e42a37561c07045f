module github.com/uptrace/bunrouter

go 1.26.0
