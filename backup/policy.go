package backup

import (
	"fmt"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

const memberPolicyVersions = "policyVersions"

func policyVersions() kind {
	k := plain(memberPolicyVersions, storage.Tx.PolicyVersions, storage.PolicyVersionID.String)
	k.unpack = func(f *facts, v storage.PolicyVersion) (storage.PolicyVersion, error) {
		// A text is known by its digest, so a wrong one would hide that it changed.
		// What this installation signed may be of a time when words were counted
		// in another way.
		if digest := policy.Digest(v.Text); !f.trusted && digest != v.ID.Hash {
			return v, fmt.Errorf("%w: %v is not the digest of its text", ErrRecord, v.ID.Hash)
		}
		return v, nil
	}
	return hung(k, func(p storage.PolicyVersion) storage.AppID { return p.ID.App })
}
