package terms

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/storage"
)

// stemsByLens returns, for each subject of a policy, the beginnings of the words
// and phrases that mention it, in lower case and separated by commas.
func stemsByLens() map[storage.PolicyLensKey]string {
	return map[storage.PolicyLensKey]string{
		storage.LensCollection: "personal data,personal information,information we collect,data we collect,we collect,personenbezogene,données personnelles,données à caractère personnel," +
			"datos personales,datos de carácter personal,dati personali,dados pessoais,persoonsgegevens,personuppgifter,personopplysninger,personoplysninger,henkilötiedo,danych osobowych,dane osobowe," +
			"osobní údaje,osobných údajov,személyes adat,date cu caracter personal,персональн,личных данных,персональні,kişisel veri,البيانات الشخصية,المعلومات الشخصية,מידע אישי,נתונים אישיים," +
			"اطلاعات شخصی,व्यक्तिगत,data pribadi,dữ liệu cá nhân,thông tin cá nhân,ข้อมูลส่วนบุคคล,個人情報,个人信息,個人資料,个人资料,個人データ,개인정보,προσωπικών δεδομένων,προσωπικά δεδομένα",
		storage.LensUse:       "how we use,we use your,use of information,provide our services,provide the service,verwenden wir,zweck der verarbeitung,finalité,finalidad,finalità,finalidade,doeleinden,цел,目的,목적,الغرض",
		storage.LensAds:       "advertis,marketing,werbung,werbe,publicit,pubblicit,publicid,reclame,реклам,reklam,إعلان,פרסום,広告,广告,廣告,광고",
		storage.LensSharing:   "third part,third-part,share your,disclose,dritte,auftragsverarbeiter,tiers,terceros,terzi,terceiros,derden,третьи,üçüncü,أطراف ثالثة,צד שלישי,צדדים שלישיים,第三者,第三方,제3자",
		storage.LensTracking:  "cookie,tracking,analytics,identifier,tracker,файлы cookie,çerez,ملفات تعريف,עוגיות,クッキー,쿠키,分析",
		storage.LensControls:  "opt out,opt-out,your rights,your choices,delete your,access your,withdraw,widerruf,auskunft,vos droits,sus derechos,diritti,direitos,rechten,права,haklar,حقوق,זכויות,権利,权利,權利,권리",
		storage.LensRetention: "retain,retention,how long we keep,stored for,speicherdauer,aufbewahr,conservation,conservación,conservazione,retenção,bewaartermijn,хран,saklama,الاحتفاظ,שמירת,保存期間,保存期限,보유",
		storage.LensChildren:  "children,minors,under the age,under 13,under 16,parental,kinder,minderjährig,enfants,mineurs,menores,minori,crianças,kinderen,детей,çocuk,الأطفال,ילדים,児童,未成年,儿童,兒童,아동",
	}
}

// phrasesIn cuts a list at its commas. A phrase with the letter ı of Turkish is in it with an i as
// well, because that is what the capital letter becomes.
func phrasesIn(list string) []string {
	phrases := strings.Split(list, ",")
	for _, phrase := range phrases {
		if plain := strings.ReplaceAll(phrase, "ı", "i"); plain != phrase {
			phrases = append(phrases, plain)
		}
	}
	return phrases
}

// prefix is how many bytes of a stem the index has as its key.
const prefix = 3

// index finds all of its entries in one pass over a text.
type index struct {
	first   [256]bool // bytes with which an entry begins
	entries map[[prefix]byte][]entry
}

// entry is a text to find, and the number of what it belongs to.
type entry struct {
	text string
	of   int
}

func newIndex() *index { return &index{entries: make(map[[prefix]byte][]entry)} }

func (x *index) add(text string, of int) {
	x.first[text[0]] = true
	key := [prefix]byte([]byte(text))
	x.entries[key] = append(x.entries[key], entry{text, of})
}

// each calls fn with the entries in a text and where they begin.
func (x *index) each(text string, fn func(at int, found entry)) {
	for i := range max(0, len(text)-prefix+1) {
		if !x.first[text[i]] {
			continue
		}
		for _, e := range x.entries[[prefix]byte{text[i], text[i+1], text[i+2]}] {
			if strings.HasPrefix(text[i:], e.text) {
				fn(i, e)
				break
			}
		}
	}
}

// lenses are the subjects of policies, in a fixed order.
var lenses = sync.OnceValue(func() []storage.PolicyLensKey { return slices.Sorted(maps.Keys(stemsByLens())) })

var stemIndex = sync.OnceValue(func() *index {
	x, lists := newIndex(), stemsByLens()
	for of, lens := range lenses() {
		for _, stem := range phrasesIn(lists[lens]) {
			x.add(stem, of)
		}
	}
	return x
})

// Mentions are what a text mentions of the subjects of policies.
type Mentions struct {
	Count    int // of all mentions
	Subjects map[storage.PolicyLensKey]int
}

// MentionsIn counts the mentions of the subjects of policies in a text in lower case.
func MentionsIn(text string) Mentions {
	var counts [16]int
	stemIndex().each(text, func(_ int, found entry) { counts[found.of]++ })
	m := Mentions{Subjects: make(map[storage.PolicyLensKey]int)}
	for of, lens := range lenses() {
		if counts[of] > 0 {
			m.Subjects[lens] = counts[of]
			m.Count += counts[of]
		}
	}
	return m
}

// Stems returns the stems that mention each subject of a policy, in lower case.
func Stems() map[storage.PolicyLensKey][]string {
	lists := make(map[storage.PolicyLensKey][]string)
	for lens, list := range stemsByLens() {
		lists[lens] = strings.Split(list, ",")
	}
	return lists
}

// NamesPolicy reports whether a text, such as the label or the path of a link, has a
// word that privacy policies are called by.
func NamesPolicy(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(policyNames(), func(word string) bool { return strings.Contains(text, word) })
}

// policyNames returns the words for privacy policies in addresses and links.
func policyNames() []string {
	return strings.Split("privacy,datenschutz,confidentialit,donnees-personnelles,données personnelles,privacidad,privacidade,riservatezza,integritetspolicy,"+
		"personvern,privatliv,tietosuoja,prywatno,soukrom,adatvedelm,adatvédelm,confidențialit,konfidents,конфиденциальн,конфіденційн,gizlilik,kvkk,"+
		"απορρήτου,隐私,隱私,プライバシー,個人情報,개인정보,الخصوصية,פרטיות,kebijakan-privasi,privasi,bảo mật,ความเป็นส่วนตัว,गोपनीयता", ",")
}
