package policy

import (
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// stems are beginnings of words that speak of data, with a comma between, in the
// languages that most policies are in: one list for each side of a policy. They say
// whether a text is a policy at all, and, where it is not English, which sides it
// speaks of; for phrases that say more see [cues].
func stems() map[storage.PolicyLensKey]string {
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

// policyNames are the words by which policies are called, in addresses and links.
func policyNames() []string {
	return strings.Split("privacy,datenschutz,confidentialit,donnees-personnelles,données personnelles,privacidad,privacidade,riservatezza,integritetspolicy,"+
		"personvern,privatliv,tietosuoja,prywatno,soukrom,adatvedelm,adatvédelm,confidențialit,konfidents,конфиденциальн,конфіденційн,gizlilik,kvkk,"+
		"απορρήτου,隐私,隱私,プライバシー,個人情報,개인정보,الخصوصية,פרטיות,kebijakan-privasi,privasi,bảo mật,ความเป็นส่วนตัว,गोपनीयता", ",")
}
