package fleet

import _ "github.com/privacylabels/auditor/storage/storagetest"
