package terms

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Title is a kind of page that is known by its title or its first heading only: policies
// mention the same in their texts.
type Title int

// The kinds.
const (
	TermsOfUse Title = iota + 1
	PrivacySettings
	StartPage
	LegalDocument // any other than a privacy policy
	Article       // a guide, an answer to a question, an offer of sample texts
	Announcement  // of a policy that changes
	Search        // what a search found
	Job           // an officer for data protection, an advert for a job
)

// titlesOf returns the phrases of the titles of a kind, in lower case and separated by
// commas.
func titlesOf(kind Title) string {
	switch kind {
	case TermsOfUse:
		return "terms of service,terms of use,terms and conditions,terms & conditions,terms of sale,terms & services,general terms,service terms,user agreement,conditions of use,license agreement," +
			"allgemeine geschäftsbedingungen,nutzungsbedingungen,geschäftsbedingungen,verkaufsbedingungen,agb," +
			"conditions générales,conditions d'utilisation,cgu,cgv,conditions de vente," +
			"términos y condiciones,términos de servicio,términos del servicio,términos de uso,términos de venta,términos,condiciones de uso,condiciones generales,condiciones del servicio," +
			"termini e condizioni,termini di servizio,termini di utilizzo,condizioni d'uso,condizioni generali,termos de uso,termos de serviço,termos e condições,condições gerais,condições de uso," +
			"algemene voorwaarden,gebruiksvoorwaarden,användarvillkor,allmänna villkor,brukervilkår,vilkår og betingelser,käyttöehdot,regulamin,warunki korzystania,obchodní podmínky,podmínky použití," +
			"условия использования,пользовательское соглашение,умови використання,kullanım koşulları,hizmet şartları,όροι χρήσης,felhasználási feltételek,termeni și condiții," +
			"利用規約,ご利用規約,サービス規約,ご利用条件,利用条件,服务条款,使用条款,用户协议,服務條款,使用條款,이용약관,서비스 약관,شروط الاستخدام,شروط الخدمة,תנאי שימוש,syarat dan ketentuan,ketentuan layanan,điều khoản sử dụng,điều khoản dịch vụ,ข้อกำหนดการใช้งาน"
	case PrivacySettings:
		return "privacy choices,privacy settings,privacy preferences,privacy options,privacy preference center,privacy controls,manage your privacy,manage privacy,cookie settings,cookie preferences,cookie choices,consent settings,consent preferences," +
			"datenschutz-einstellungen,datenschutzeinstellungen,datenschutz einstellungen,privatsphäre-einstellungen,privatsphäreeinstellungen,privatsphäre einstellungen,einstellungen zum datenschutz,einstellungen zur privatsphäre,cookie-einstellungen,datenschutzoptionen,datenschutzpräferenzen," +
			"paramètres de confidentialité,préférences de confidentialité,choix de confidentialité,choix en matière de confidentialité,choix en matière de vie privée,paramètres des cookies,paramètres de vie privée,préférences en matière de confidentialité,gestion des cookies," +
			"configuración de privacidad,preferencias de privacidad,opciones de privacidad,ajustes de privacidad,configuración de cookies,centro de preferencias," +
			"impostazioni sulla privacy,impostazioni della privacy,impostazioni privacy,preferenze sulla privacy,preferenze privacy,preferenze relative alla privacy,configurações de privacidade,definições de privacidade,preferências de privacidade,opções de privacidade," +
			"privacy-instellingen,privacyinstellingen,privacyvoorkeuren,integritetsinställningar,sekretessinställningar,personverninnstillinger,privatlivsindstillinger,tietosuoja-asetukset,ustawienia prywatności,nastavení soukromí," +
			"настройки конфиденциальности,налаштування конфіденційності,gizlilik ayarları,gizlilik tercihleri,プライバシー設定,プライバシーの設定,プライバシーに関する設定,プライバシーの選択,プライバシー オプション,クッキー設定,cookie設定,cookieの設定," +
			"隐私设置,隐私偏好,隱私設定,隱私權設定,개인정보 설정,개인정보 보호 설정,쿠키 설정,إعدادات الخصوصية,הגדרות פרטיות,pengaturan privasi,cài đặt quyền riêng tư,การตั้งค่าความเป็นส่วนตัว"
	case StartPage:
		return "welcome to,our blog,latest posts,latest news,latest articles,from the blog,willkommen bei,willkommen auf,unser blog,neueste beiträge,neueste artikel,aktuelle beiträge,bienvenue chez,bienvenue sur,notre blog,derniers articles,dernières actualités," +
			"bienvenido a,bienvenidos a,nuestro blog,últimas entradas,últimos artículos,últimas noticias,benvenuto su,benvenuti su,benvenuti in,il nostro blog,ultimi articoli,ultime notizie,bem-vindo,nosso blog,últimos posts,últimas notícias," +
			"welkom bij,onze blog,laatste berichten,välkommen till,velkommen til,tervetuloa,witamy,nasz blog,vítejte,добро пожаловать,наш блог,последние статьи,hoş geldiniz,blogumuz,ようこそ,公式ブログ,最新記事,新着記事,ブログ記事,欢迎来到,最新文章,歡迎來到,환영합니다,최신 글,블로그 글,مرحبا بكم,ברוכים הבאים,selamat datang"
	case LegalDocument:
		return "terms,conditions of,cookie policy,cookies policy,cookie notice,cookie statement,usage policy,acceptable use,use policy,data processing,addendum,subprocessors,sub-processors,licence,license,eula,dpa,sla,dmca,service level," +
			"refund policy,return policy,cancellation policy,shipping policy,security policy,copyright policy,content policy,community guidelines,community rules,code of conduct,disclaimer,imprint,legal notice,legal information,accessibility statement,modern slavery," +
			"impressum,cookie-richtlinie,cookie-hinweis,cookie-erklärung,widerrufsbelehrung,widerrufsrecht,haftungsausschluss,auftragsverarbeitung,lizenzbedingungen,lizenzvereinbarung,teilnahmebedingungen,barrierefreiheit," +
			"mentions légales,politique de cookies,politique cookies,politique relative aux cookies,politique en matière de cookies,sous-traitance,contrat de licence," +
			"aviso legal,política de cookies,política de devoluciones,acuerdo de licencia,encargado del tratamiento,note legali,informativa sui cookie,politica dei cookie,termini,condizioni,política de reembolso,termos," +
			"cookiebeleid,cookieverklaring,verwerkersovereenkomst,cookiepolicy,cookie-politik,cookie-erklæring,evästeet,polityka cookies,zásady cookies,çerez politikası,политика cookie,cookieポリシー,クッキーポリシー,特定商取引,免責事項,cookie政策,免责声明,免責聲明,쿠키 정책"
	case Article:
		return "how to,how do i,how can i,how can you,what is a,what is gdpr,what are cookies,why you,why your,why does your,do i need,do you need,tips,ways to,steps to,things to know,guide to,beginner's guide,explained,everything you need to know,best practices," +
			"policy generator,policy template,policy example,sample privacy policy,policy checker,policy maker,policy for your,policy for my," +
			"so schreiben,so erstellen,so schützen,so löschen,wie sie,wie du,wie kann ich,wie lösche,wie schützt,was ist eine,was ist die,warum sie,tipps,ratgeber,muster für,muster-daten,-generator,-muster,checkliste,schritt für schritt," +
			"comment supprimer,comment protéger,comment rédiger,comment créer,comment modifier,comment changer,comment puis-je,comment savoir,qu'est-ce,pourquoi,conseils,modèle de,guide pour,guide de la,guide du,générateur,exemple de,tout savoir,étapes pour," +
			"cómo redactar,cómo proteger,cómo crear,cómo eliminar,cómo cambiar,cómo puedo,cómo hacer,qué es una,qué es el,qué es la,por qué necesit,consejos,modelo de,plantilla,guía para,guía de,generador,ejemplo de," +
			"come proteggere,come scrivere,come creare,come eliminare,come posso,cos'è,perché serve,consigli,guida alla,guida a,modello di,generatore,esempio di,como proteger,como criar,como escrever,como fazer,como eliminar,como excluir,como posso,o que é,dicas,gerador,guia de,guia para,exemplo de," +
			"hoe maak,hoe bescherm,hoe schrijf,hoe kan ik,wat is een,voorbeeld van,jak napisać,jak chronić,co to jest,wzór,poradnik,как написать,как защитить,как удалить,что такое,советы,образец,шаблон,генератор,nasıl,nedir," +
			"守る方法,の方法,つの方法,とは,書き方,作り方,ひな形,テンプレート,ガイド,注意点,如何保护,如何保護,如何编写,如何删除,怎么,什么是,什麼是,个方法,方法,技巧,模板,范本,生成器,指南,하는 방법,작성법,작성 방법,이란,가이드"
	case Announcement:
		return "update to our privacy,updates to our privacy,update to the privacy,updates to the privacy,changes to our privacy,change to our privacy,changes to the privacy,updating our privacy,we've updated our,we have updated our,we're updating,our new privacy,new privacy policy," +
			"änderung unserer datenschutz,änderungen unserer datenschutz,änderung der datenschutz,aktualisierung unserer datenschutz,neue datenschutzerklärung,unsere neue,évolution de notre politique,mise à jour de notre politique,modification de notre politique,nouvelle politique de," +
			"actualización de nuestra política,cambios en nuestra política,nueva política de,aggiornamento della nostra,nuova informativa,atualização da nossa,nova política de,改定のお知らせ,改訂のお知らせ,変更のお知らせ,更新通知,更新公告,更新说明,变更公告,개정 안내,변경 안내"
	case Search:
		return "search results,search result,results for,results matching,search for,search:,suchergebnis,suchergebnisse,ergebnisse für,suche nach,suche:,résultats pour,résultats de recherche,résultats de la recherche,recherche :,recherche:," +
			"resultados de búsqueda,resultados de la búsqueda,resultados para,resultados de,búsqueda:,risultati della ricerca,risultati per,ricerca:,resultados da pesquisa,resultados da busca,pesquisa por,busca por,pesquisa:,busca:," +
			"zoekresultaten,resultaten voor,sökresultat,søgeresultater,søkeresultater,hakutulokset,wyniki wyszukiwania,výsledky vyhledávání,keresési eredmények,rezultatele căutării,результаты поиска,результати пошуку,arama sonuçları,αποτελέσματα αναζήτησης," +
			"検索結果,搜索结果,搜尋結果,검색 결과,검색결과,نتائج البحث,תוצאות חיפוש,hasil pencarian,kết quả tìm kiếm,ผลการค้นหา,खोज परिणाम"
	case Job:
		return "(m/f/d),(f/m/d),(m/w/d),(w/m/d),(m/f/x),(f/m/x),(m/w/x),(h/f),(f/h),(m/v/x),(m/v),(k/m),privacy officer,data protection officer,privacy counsel,privacy engineer,privacy manager,datenschutzbeauftragte,datenschutzmanager," +
			"délégué à la protection,déléguée à la protection,delegado de protección,delegada de protección,responsabile della protezione,encarregado de proteção,encarregado da proteção,functionaris gegevensbescherming,functionaris voor gegevensbescherming,inspektor ochrony," +
			"データ保護責任者,個人情報保護管理者,数据保护官,개인정보 보호책임자 채용"
	}
	return ""
}

var titlePhrases = sync.OnceValue(func() map[Title][]string {
	phrases := make(map[Title][]string)
	for _, kind := range []Title{TermsOfUse, PrivacySettings, StartPage, LegalDocument, Article, Announcement, Search, Job} {
		phrases[kind] = phrasesIn(titlesOf(kind))
	}
	return phrases
})

// short is how many bytes a phrase has at most that only counts as a whole word.
const short = 4

// Entitled reports whether a title or a heading, in lower case and with straight
// apostrophes, is that of a page of a kind.
func Entitled(title string, kind Title) bool {
	for _, phrase := range titlePhrases()[kind] {
		at := strings.Index(title, phrase)
		if at < 0 {
			continue
		}
		end := at + len(phrase)
		if len(phrase) > short || (at == 0 || !wordByte(title[at-1])) && (end == len(title) || !wordByte(title[end])) {
			return true
		}
	}
	return false
}

// Frames reports whether a title or a heading, in the same form, begins or ends with a phrase of a kind: what
// is between is what the page is about.
func Frames(title string, kind Title) bool {
	title = strings.TrimFunc(title, func(r rune) bool { return !unicode.IsLetter(r) && r != ':' })
	return slices.ContainsFunc(titlePhrases()[kind], func(phrase string) bool {
		return strings.HasPrefix(title, phrase) || strings.HasSuffix(title, phrase)
	})
}

// speakers are the words with which the one who has the data speaks of itself or of its app, in
// lower case.
var speakers = sync.OnceValue(func() *index {
	x := newIndex()
	for word := range strings.SplitSeq("we ,we',our ,us ,us.,us,this app,the app,our app,this site,this website,this game,wir ,uns ,uns.,unser,diese app,die app,verantwortlich,nous ,notre ,nos ,cette application,l'application,l'app ,ce site,"+
		"nosotros,nuestr,esta aplicación,la aplicación,esta app,la app,el responsable,recopilamos,recogemos,utilizamos,questa app,questa applicazione,l'applicazione,nostr,raccogliamo,trattiamo,utilizziamo,il titolare,"+
		"nós ,nosso,nossa,este aplicativo,o aplicativo,esta aplicação,coletamos,recolhemos,wij ,onze,ons ,deze app,de app,deze website,vi ,vår,våra,denna app,denne app,appen ,vores,våre,nasz,nasi,aplikacj,zbieramy,administrator,"+
		"мы ,наш,нас ,приложени,biz ,bizim,uygulama,toplamıyor,topluyoruz,εμείς,μας ,εφαρμογ,当社,弊社,当方,私たち,本アプリ,当アプリ,本サービス,当サイト,运营者,我们,我們,本公司,本应用,本應用,本软件,本軟體,당사,회사는,저희,우리,이 앱,본 앱,نحن,تطبيق,אנחנו,אנו ,האפליקציה,kami ,aplikasi,chúng tôi,ứng dụng,เรา,แอป,हम ", ",") {
		if len(word) >= prefix {
			x.add(word, 0)
		}
	}
	return x
})

// Speakers counts the words in a text in lower case with which the one who has the data speaks
// of itself or of its app.
func Speakers(text string) (count int) {
	speakers().each(text, func(at int, _ entry) {
		if at == 0 || !wordByte(text[at-1]) || !wordByte(text[at]) {
			count++
		}
	})
	return count
}

// nameLength is how many bytes from its beginning on the words have, at most, with which
// a policy refers to itself as one on privacy.
const nameLength = 64

// CallsItselfPrivacy reports whether a text in lower case refers to itself as a policy on
// privacy, by name: not as "this policy" only, as other texts also do.
func CallsItselfPrivacy(text string) bool {
	for _, phrase := range parsed().selfCalls {
		for rest := text; ; {
			at := strings.Index(rest, phrase)
			if at < 0 {
				break
			}
			rest = rest[at:]
			name := rest[:min(len(rest), nameLength)]
			if end := strings.IndexAny(name, ".,;\n。、"); end >= 0 {
				name = name[:end]
			}
			if CallsPolicy(name) {
				return true
			}
			rest = rest[len(phrase):]
		}
	}
	return false
}

// CallsPolicyInFull reports whether a title or a heading in lower case has the whole name of
// a privacy policy, not only the word for privacy.
func CallsPolicyInFull(title string) bool { return containsAny(title, parsed().calls) }

// subjects are the names of policies that are also those of a section of another
// text, in lower case.
var subjects = sync.OnceValue(func() []string {
	return strings.Split("data protection,data privacy,privacy information,protection des données,données personnelles,protección de datos,proteção de dados,gegevensbescherming,personvern,"+
		"ochrana osobních,個人情報保護,個人情報の取扱,个人信息保护,隐私保护,隱私權保護,개인정보보호,حریم خصوصی", ",")
})

// NamesWholePolicy reports whether a heading in lower case is that of a whole privacy policy:
// not of a section on data protection in another text.
func NamesWholePolicy(heading string) bool {
	for _, subject := range subjects() {
		heading = strings.ReplaceAll(heading, subject, " ")
	}
	return CallsPolicyInFull(heading)
}

// formWords are the labels of the fields of a form to sign in, in lower case: for the
// password and for who signs in.
var formWords = sync.OnceValues(func() (password, name []string) {
	return strings.Split("password,passwort,kennwort,mot de passe,contraseña,senha,wachtwoord,lösenord,passord,adgangskode,salasana,hasło,heslo,пароль,şifre,parola,パスワード,密码,密碼,비밀번호,كلمة المرور,סיסמה,kata sandi,mật khẩu,รหัสผ่าน", ","),
		strings.Split("email,e-mail,user name,username,user id,benutzername,adresse électronique,identifiant,correo,usuario,utilizador,usuário,nome utente,gebruikersnaam,användarnamn,brukernavn,brugernavn,käyttäjä,użytkownik,uživatel,почт,логин,kullanıcı,メール,ユーザー名,ユーザーid,邮箱,用户名,郵箱,이메일,아이디,البريد,דוא", ",")
})

// Field reports whether the label of a field of a form, in lower case, is for a password or for
// who signs in.
func Field(label string) (password, name bool) {
	passwords, names := formWords()
	return containsAny(label, passwords), containsAny(label, names)
}
