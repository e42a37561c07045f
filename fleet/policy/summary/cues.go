package summary

import (
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// tone is what a phrase says about a subject of a policy.
type tone byte

const (
	mention tone = '?' // the subject is mentioned
	plain   tone = '~' // common practice
	good    tone = '+' // in favor of the user
	bad     tone = '-' // against the user
)

// cue is a phrase of an English policy in the form of [bareWords], with a space before
// it. Its last word may be the beginning of a word.
type cue struct {
	phrase string
	tone   tone
}

// cues returns the phrases of a lens, the bad ones first.
func cues(key storage.PolicyLensKey) []cue {
	table := map[storage.PolicyLensKey]map[tone]string{
		storage.LensCollection: {
			bad: `collect precise location,precise location,precise geolocation,biometric,health data,collect health,your contacts,address book,contact list,
				browsing history,sensitive personal,racial or ethnic,financial information,social security,government id,content of your messages,microphone,camera roll`,
			plain: `we collect,information we collect,data we collect,we may collect,we also collect,you provide,we receive,we gather,we obtain,are collected,is collected`,
			good:  `minimum amount of,only collect what,only the data that,collect as little,data minimi,stays on your device,remains on your device,processed on your device,stored locally`,
		},
		storage.LensUse: {
			bad:   `any purpose,other purposes we,train our,train machine,profiling,automated decision,build a profile,infer your,combine information,combine your`,
			plain: `we use your,we use the,we use this,use your information,use your personal,we may use,used to provide,to provide our,to provide the,to improve,to personali,to operate`,
			good:  `solely to,only to provide,only use your,only for the purpose,only used to,not use it for any other,exclusively to`,
		},
		storage.LensAds: {
			bad: `targeted advertis,personalized ad,personalised ad,interest based ad,behavioral advertis,behavioural advertis,advertising partners,ad networks,advertising network,
				third party advertis,show you ads,serve ads,display ads,cross context,advertising id,for advertising,relevant advertis`,
			plain: `marketing,promotional,newsletter,advertis,sponsor`,
			good:  `no ads,ad free,free of ads,opt out of marketing,unsubscribe,opt out of receiving,opt in to marketing,contextual ad`,
		},
		storage.LensSharing: {
			bad: `sell your,sell personal,sell the personal,sell information,sell data,sale of personal,share your personal information with third,share with our partners,share it with our partners,share your information with advertis,
				business partners,data brokers,affiliates and partners,share your data with third,share personal information with third,share with third`,
			plain: `service providers,law enforcement,legal process,merger,acquisition,third parties,third party,share your,share information,disclose,we share,affiliates,processors,vendors`,
			good:  `only share with your consent,share only with your,only with your consent,only with your explicit,require them to protect,contractually obligat,contractually required`,
		},
		storage.LensTracking: {
			bad: `track you,tracking technolog,cross device,web beacons,pixels,fingerprint,across other,third party cookies,over time and across,across apps,
				across websites,session replay,tracking pixels,not honor do not track,not respond to do not track,not currently respond to do not track,ignore do not track`,
			plain: `cookies,cookie,analytics,identifiers,log data,usage data,device id,sdks,similar technolog`,
			good:  `anonymous analytics,anonymized analytics,anonymised analytics,aggregated and anonym,strictly necessary cookies,only essential cookies,only necessary cookies,disable cookies,refuse cookies,reject cookies,block cookies,honor do not track,honour do not track,respond to do not track,respect do not track`,
		},
		storage.LensControls: {
			bad:   `no way to opt,reserve the right to refuse,by using our service you agree to any,waive,without notice`,
			plain: `your rights,your choices,your preferences,contact us to,privacy settings,privacy rights`,
			good: `right to access,right to delete,right to erasure,right to object,right to withdraw,withdraw your consent,request deletion,request that we delete,delete your account,
				delete your personal,delete your data,request access,access and correct,data portability,opt out,you can delete,you may delete,export your data,download your data,right to rectif,right to port,you can choose`,
		},
		storage.LensRetention: {
			bad:   `indefinite,as long as we wish,as long as we want,as long as we consider,retain it for any,even after you delete,after you close your account,perpetu,forever`,
			plain: `as long as necessary,as long as is necessary,as long as needed,as long as your account,as long as you,retain your,retention,we retain,we keep your,we store your,retained for,necessary to fulfil,necessary for the purposes`,
			good: `deleted after,delete after,deleted within,delete within,days after,within 30 days,within 90 days,for 30 days,for 90 days,automatically deleted,automatically delete,
				erased after,days of your request,months after,retention period of,erase it after`,
		},
		storage.LensChildren: {
			bad:   `collect information from children,collect personal information from children,collect personal data from children,knowingly collect,collects data from children,directed to children,designed for children`,
			plain: `children,minors,under the age,under 13,under 16,under 18,parental,parents,guardian`,
			good: `not directed to children,not intended for children,not directed at children,not intended for use by children,not for children,parental consent,consent of a parent,
				verifiable parental,delete that information,delete such information,parents can review,parents may review,comply with coppa,childrens online privacy`,
		},
	}
	var list []cue
	for _, t := range []tone{bad, good, plain} {
		for phrase := range strings.SplitSeq(table[key][t], ",") {
			if phrase = strings.TrimSpace(phrase); phrase != "" {
				list = append(list, cue{" " + phrase, t})
			}
		}
	}
	return list
}

// ratingOf returns the rating of the tones that a text has on a subject, see
// [Extractive].
func ratingOf(quotes map[tone]string) storage.PolicyRating {
	switch {
	case quotes[bad] != "" && quotes[good] == "":
		return storage.RatingConcerning
	case quotes[bad] != "", quotes[plain] != "":
		return storage.RatingMixed
	case quotes[good] != "":
		return storage.RatingFavorable
	}
	return storage.RatingUnclear
}
