package terms

import (
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

// prefix is how many bytes of a stem the index has as its key.
const prefix = 3

// index finds all stems in one pass over a text.
type index struct {
	first [256]bool // bytes with which a stem begins
	stems map[[prefix]byte][]string
}

var stemIndex = sync.OnceValue(func() *index {
	x := &index{stems: make(map[[prefix]byte][]string)}
	for _, list := range stemsByLens() {
		for stem := range strings.SplitSeq(list, ",") {
			x.first[stem[0]] = true
			key := [prefix]byte([]byte(stem))
			x.stems[key] = append(x.stems[key], stem)
		}
	}
	return x
})

// Stems returns the stems that mention each subject of a policy, in lower case.
func Stems() map[storage.PolicyLensKey][]string {
	lists := make(map[storage.PolicyLensKey][]string)
	for lens, list := range stemsByLens() {
		lists[lens] = strings.Split(list, ",")
	}
	return lists
}

// MentionsData reports whether a text mentions any subject of a policy.
func MentionsData(text string) bool {
	x, text := stemIndex(), strings.ToLower(text)
	for i := range max(0, len(text)-prefix+1) {
		if !x.first[text[i]] {
			continue
		}
		key := [prefix]byte{text[i], text[i+1], text[i+2]}
		if slices.ContainsFunc(x.stems[key], func(stem string) bool { return strings.HasPrefix(text[i:], stem) }) {
			return true
		}
	}
	return false
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
