package storage

import "github.com/uptrace/bunrouter"

const Name = bunrouter.Name
