package terms

import (
	"slices"
	"strings"
	"sync"
)

// Page is a kind of page that is not a policy.
type Page int

// The kinds.
const (
	NotFound Page = iota
	Consent
	SignIn
	Shop
	Parked
	Maintenance
	Challenge
	Pages = iota // how many kinds there are
)

// phrasesOf returns, for each kind of page, the phrases that it is recognized by, in
// lower case and separated by commas.
func phrasesOf() [Pages]string {
	return [Pages]string{
		NotFound: "page not found,404 not found,error 404,fehler 404,erreur 404,errore 404,erro 404,http 404,page has moved,page has been moved,page was moved,page may have been removed,can't seem to find,nothing here,404 error,404 -,404 |,page doesn't exist,page does not exist,page you were looking for,page you are looking for,page you requested,page cannot be found,page can't be found," +
			"page could not be found,couldn't find that page,couldn't find the page,can't find that page,can't find the page,page isn't available,page is not available,page is no longer available,no longer exists,nothing was found,nothing found," +
			"oops! that page,content not found,not found,seite nicht gefunden,seite wurde nicht gefunden,seite konnte nicht gefunden,seite existiert nicht,seite gibt es nicht,seite gibt es leider nicht,seite gibt es nicht mehr,seite ist umgezogen,seite ist nicht mehr,nicht gefunden," +
			"page introuvable,page non trouvée,page n'existe pas,page n'existe plus,page demandée,introuvable,página no encontrada,página no existe,página que buscas,página que busca,no se encontró la página,no encontrada," +
			"pagina non trovata,pagina non esiste,pagina inesistente,página não encontrada,página não existe,pagina niet gevonden,pagina bestaat niet,sidan hittades inte,siden blev ikke fundet,siden ble ikke funnet,sivua ei löytynyt," +
			"nie znaleziono strony,strona nie istnieje,stránka nenalezena,страница не найдена,сторінку не знайдено,sayfa bulunamadı,ページが見つかりません,ページは見つかりません,お探しのページ,存在しません,页面不存在,找不到页面,页面走丢,页面未找到,找不到頁面,頁面不存在," +
			"페이지를 찾을 수 없습니다,페이지가 없습니다,찾을 수 없는 페이지,الصفحة غير موجودة,הדף לא נמצא,halaman tidak ditemukan,không tìm thấy trang,ไม่พบหน้า,पृष्ठ नहीं मिला",
		Consent: "before you continue,we and our partners,we and our ,our partners store,store and/or access,store and access,stores and accesses,accept all,reject all,allow all cookies,accept cookies,manage your choices,manage preferences," +
			"manage options,manage cookies,cookie preferences,cookie settings,consent preferences,continue without accepting,with your consent we,your consent,give consent,consent to the use,consent or pay,we value your privacy,we care about your privacy," +
			"your privacy is important to us,change your choices,withdraw your consent,list of partners,legitimate interest of our,vendors,exercise your right to consent,signaled to our,transparency and consent framework,our partners process data,privacy choices below,partners on the basis of consent," +
			"bevor sie fortfahren,bevor du fortfährst,wir und unsere,unsere partner,alle akzeptieren,alle ablehnen,alles akzeptieren,cookies akzeptieren,cookie-einstellungen,ihre einwilligung,deine einwilligung,ihre zustimmung,mit ihrer einwilligung," +
			"zustimmen und weiter,ihre privatsphäre ist uns,mit werbung weiterlesen,mit werbung und tracking,pur-abo,ohne werbetracking,werbefrei lesen,ihre zustimmung jederzeit,wir respektieren ihre privatsphäre,wir schätzen ihre privatsphäre,auf ihrem gerät,ihre auswahl," +
			"avant de continuer,avant de poursuivre,nous et nos,nos partenaires,tout accepter,tout refuser,accepter et continuer,accepter les cookies,continuer sans accepter,gérer mes choix,gérer vos choix,paramétrer les cookies,votre consentement," +
			"respectons votre vie privée,avec votre accord,votre accord,fermer et accepter,accepter & fermer,respect de votre vie privée,vie privée est importante,sur votre appareil,sur votre terminal,vos choix," +
			"antes de continuar,nosotros y nuestros,nuestros socios,aceptar todo,aceptar todas,rechazar todo,rechazar todas,aceptar y continuar,configurar cookies,su consentimiento,tu consentimiento,valoramos su privacidad,valoramos tu privacidad,tu privacidad es importante,su privacidad es importante,con tu acuerdo,con su permiso," +
			"en su dispositivo,en tu dispositivo,sus opciones,tus opciones," +
			"prima di continuare,noi e i nostri,i nostri partner,accetta tutto,accetta tutti,rifiuta tutto,rifiuta tutti,il tuo consenso,la tua privacy è importante,tua privacy è la nostra priorità,noi e i nostri fornitori,con la tua autorizzazione,sul tuo dispositivo,antes de prosseguir,nós e os nossos,nossos parceiros,valorizamos a sua privacidade,com a sua permissão,aceitar tudo," +
			"aceitar todos,rejeitar tudo,seu consentimento,no seu dispositivo,voordat je verder,voordat u verder,wij en onze,onze partners,alles accepteren,alles weigeren,jouw toestemming,uw toestemming,op uw apparaat," +
			"innan du fortsätter,godkänn alla,accepter alle,godta alle,hyväksy kaikki,zanim przejdziesz,zaakceptuj wszystkie,my i nasi partnerzy,přijmout vše,прежде чем продолжить,принять все,мы и наши партнеры,tümünü kabul et,devam etmeden önce," +
			"続行する前に,続ける前に,当社とパートナー,当社およびパートナー,当社と当社のパートナー,社のパートナー,プライバシーを尊重します,すべて同意,すべて受け入れる,すべて許可,すべて拒否,同意する,同意して,お客様のデバイス,在继续之前,继续之前,接受所有,全部接受,我们和我们的合作伙伴,我们及我们的合作伙伴,家合作伙伴,我们重视您的隐私,全部拒绝," +
			"계속하기 전에,모두 동의,모두 수락,당사와 파트너,قبل المتابعة,قبول الكل,לפני שתמשיך,אשר הכל,sebelum melanjutkan,terima semua,trước khi tiếp tục,chấp nhận tất cả,ยอมรับทั้งหมด",
		SignIn: "sign in,sign-in,signing in,log in,log-in,login,forgot password,forgot your password,keep me signed in,remember me,create an account,don't have an account,enter your password,einloggen,anmelden,melden sie sich an,passwort vergessen,konto erstellen," +
			"angemeldet bleiben,se connecter,connectez-vous,connexion,mot de passe oublié,créer un compte,rester connecté,iniciar sesión,inicia sesión,inicie sesión,olvidado tu contraseña,olvidó su contraseña,olvidaste tu contraseña,crear una cuenta,crear cuenta," +
			"accedi al,accedi con,accedi o,accedi per,password dimenticata,crea un account,iniciar sessão,fazer login,esqueceu,criar conta,inloggen,wachtwoord vergeten,logga in,log ind,logg inn,kirjaudu,zaloguj się,přihlásit,войти,забыли пароль,увійти,giriş yap,şifremi unuttum," +
			"ログイン,サインイン,パスワードを忘れ,アカウントを作成,登录,登入,忘记密码,로그인,비밀번호를 잊,تسجيل الدخول,כניסה לחשבון,masuk ke akun,đăng nhập,เข้าสู่ระบบ",
		Shop: "add to cart,add to basket,add to bag,shopping cart,your cart,buy now,shop now,checkout,free shipping,in stock,out of stock,best sellers,new arrivals,in den warenkorb,warenkorb,jetzt kaufen,jetzt bestellen,versandkostenfrei,kostenloser versand,auf lager," +
			"ajouter au panier,votre panier,livraison offerte,retours gratuits,acheter maintenant,livraison gratuite,en stock,meilleures ventes,añadir al carrito,agregar al carrito,tu carrito,comprar ahora,envío gratis,envío gratuito,aggiungi al carrello,acquista ora,spedizione gratuita," +
			"adicionar ao carrinho,compre agora,frete grátis,in winkelwagen,winkelwagen,lägg i varukorg,læg i kurv,legg i handlekurv,lisää ostoskoriin,dodaj do koszyka,do košíku,в корзину,купить сейчас,sepete ekle," +
			"カートに入れる,カートに追加,今すぐ購入,送料無料,在庫あり,加入购物车,加入購物車,立即购买,包邮,장바구니,구매하기,무료 배송,أضف إلى السلة,הוסף לסל",
		Parked: "domain is for sale,domain name is for sale,domain may be for sale,buy this domain,this domain is parked,parked domain,domain parking,domain has expired,inquire about this domain,make an offer,related searches,sponsored listings,is for sale,domain brokers,make offer,enter your offer," +
			"steht zum verkauf,angebot abgeben,domaininhaber geparkt,domain zu verkaufen,diese domain kaufen,domain ist geparkt,geparkte domain,est à vendre,acheter ce domaine,domaine à vendre,nom de domaine est,está en venta,está a la venta,comprar este dominio,dominio a la venta,dominio en venta," +
			"è in vendita,acquista questo dominio,está à venda,comprar este domínio,domein is te koop,domein te koop,domena jest na sprzedaż,домен продается,домен продаётся,купить домен,ドメインは販売,ドメインを購入,このドメイン,域名出售,购买该域名,도메인 판매",
		Maintenance: "under maintenance,scheduled maintenance,down for maintenance,maintenance mode,we'll be back,we will be back,be back soon,be right back,temporarily unavailable,site is offline,currently unavailable,under construction,coming soon," +
			"wartungsarbeiten,wartungsmodus,wird gewartet,gleich wieder da,bald wieder,vorübergehend nicht erreichbar,vorübergehend nicht verfügbar,maintenance en cours,en maintenance,de retour bientôt,bientôt de retour,temporairement indisponible,en cours de maintenance," +
			"en mantenimiento,volveremos pronto,volveremos en breve,temporalmente fuera,no está disponible temporalmente,temporalmente no disponible,in manutenzione,torneremo presto,temporaneamente non disponibile,em manutenção,voltaremos em breve," +
			"onderhoud,binnenkort terug,underhåll,vedligeholdelse,huoltokatko,konserwacj,prace serwisowe,údržba,технические работы,технічні роботи,bakım çalışması,メンテナンス,维护中,系统维护,維護中,점검 중,صيانة",
		Challenge: "checking your browser,verify you are human,verify that you are human,verifying you are human,are you a robot,not a robot,enable javascript and cookies,enable cookies and,please enable javascript,need to enable javascript,just a moment,access denied," +
			"attention required,complete the captcha,captcha,unusual traffic,security check,ddos protection,request blocked,you have been blocked,javascript aktivieren,aktivieren sie javascript,kein roboter,sicherheitsprüfung,zugriff verweigert," +
			"activer javascript,activez javascript,pas un robot,accès refusé,vérification de sécurité,habilite javascript,activar javascript,active javascript,no soy un robot,no eres un robot,acceso denegado,verificación de seguridad," +
			"attiva javascript,accesso negato,ative o javascript,acesso negado,javascript inschakelen,toegang geweigerd,включите javascript,доступ запрещен,javascriptを有効,ロボットではない,ロボットでは,人間であること,ブラウザを確認,ブラウザーを確認,接続の安全性,セキュリティチェック,セキュリティ チェック,セキュリティ確認,アクセスを確認,画像認証,しばらくお待ち,アクセスが拒否,启用javascript,人机验证,访问被拒绝,자바스크립트를,로봇이 아닙니다",
	}
}

var pageIndex = sync.OnceValue(func() *index {
	x := newIndex()
	for page, list := range phrasesOf() {
		for _, phrase := range phrasesIn(list) {
			if phrase = strings.TrimLeft(phrase, " "); len(phrase) >= prefix {
				x.add(phrase, page)
			}
		}
	}
	return x
})

// PagesIn returns, for each kind of page, how many of its phrases occur in a text in
// lower case with straight apostrophes, and the first of them.
func PagesIn(text string) (counts [Pages]int, first [Pages]string) {
	pageIndex().each(text, func(at int, found entry) {
		if at > 0 && wordByte(text[at-1]) && wordByte(text[at]) {
			return // within a word
		}
		if counts[found.of]++; counts[found.of] == 1 {
			first[found.of] = found.text
		}
	})
	return counts, first
}

// wordByte reports whether a byte is of a word in ASCII.
func wordByte(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' }

// calls returns the names of privacy policies, in lower case and separated by commas.
func calls() string {
	return "privacy policy,privacy notice,privacy statement,privacy policies,privacy & cookie,privacy and cookie,privacy practices,privacy information,privacy declaration,data policy,data privacy,privacy center notice,data protection,data use policy," +
		"datenschutzerklärung,datenschutzhinweis,datenschutzinformation,datenschutzrichtlinie,datenschutzbestimmung,datenschutzbelehrung,hinweise zum datenschutz,erklärung zum datenschutz,informationen zum datenschutz," +
		"politique de confidentialité,politique de protection,politique relative à la vie privée,politique de vie privée,politique sur la vie privée,charte de confidentialité,charte de protection,déclaration de confidentialité,avis de confidentialité," +
		"politique vie privée,charte de vie privée,charte vie privée,déclaration de vie privée,protection de la vie privée,politique en matière de confidentialité,protection des données,données personnelles,règles de confidentialité,engagement de confidentialité,notice de confidentialité," +
		"política de privacidad,aviso de privacidad,declaración de privacidad,política de protección de datos,protección de datos,políticas de privacidad,normativa de privacidad," +
		"informativa sulla privacy,informativa privacy,informativa sul trattamento,informativa sulla riservatezza,politica sulla privacy,protezione dei dati,trattamento dei dati personali,tutela della privacy,política de privacidade,aviso de privacidade,declaração de privacidade,proteção de dados," +
		"privacybeleid,privacyverklaring,privacyreglement,privacy beleid,privacy verklaring,gegevensbescherming,dataskydd,behandling av personuppgifter,databeskyttelse,ochrona danych,integritetspolicy,sekretesspolicy,personvernerklæring,personvern,privatlivspolitik,persondatapolitik,tietosuojaseloste,tietosuojakäytäntö,tietosuojaselost," +
		"polityka prywatności,polityce prywatności,zásady ochrany,ochrana osobních,zásady soukromí,adatvédelmi,adatkezelési,politica de confidențialitate,politică de confidențialitate,ochrana súkromia,политика конфиденциальности,политике конфиденциальности," +
		"политика обработки,політика конфіденційності,gizlilik politikası,gizlilik bildirimi,gizlilik sözleşmesi,aydınlatma metni,πολιτική απορρήτου,πολιτική προστασίας,プライバシーポリシー,プライバシー ポリシー,プライバシー通知,個人情報保護方針,個人情報の取扱,個人情報の取り扱い,個人情報保護," +
		"隐私政策,隐私权政策,隐私声明,隐私条款,隐私保护,隱私政策,隱私權政策,隱私聲明,隱私權保護,개인정보처리방침,개인정보 처리방침,개인정보 처리 방침,개인정보취급방침,개인정보 보호정책,개인정보보호,سياسة الخصوصية,إشعار الخصوصية,بيان الخصوصية,מדיניות פרטיות,מדיניות הפרטיות,הצהרת פרטיות," +
		"سیاست حفظ حریم خصوصی,حریم خصوصی,गोपनीयता नीति,kebijakan privasi,dasar privasi,chính sách bảo mật,chính sách quyền riêng tư,นโยบายความเป็นส่วนตัว,ประกาศความเป็นส่วนตัว"
}

// selfCalls returns the words with which a policy refers to itself, in the same form.
func selfCalls() string {
	return "this privacy,this policy,this statement,this data protection,the following privacy policy,diese datenschutz,dieser datenschutz,diesen datenschutz,vorliegende datenschutz,nachfolgende datenschutz," +
		"cette politique,présente politique,cette charte,présente charte,présente déclaration,cette déclaration,présente notice,cette notice,esta política,presente política,este aviso de privacidad,presente aviso,esta declaración," +
		"questa informativa,presente informativa,questa privacy policy,presente privacy policy,presente policy,este aviso,esta declaração,dit privacybeleid,deze privacyverklaring,dit beleid,deze verklaring,denna integritetspolicy,denna policy," +
		"denne privatlivspolitik,denne personvernerklæring,denne politik,denne erklæring,tämä tietosuoja,tässä tietosuoja,tämän tietosuoja,niniejsza polityka,niniejszej polity,ta polityka,tyto zásady,těchto zásad,tato ochrana,jelen adat,prezenta politic,această politică," +
		"настоящая политика,настоящей политик,данная политика,эта политика,ця політика,bu gizlilik,bu politika,işbu gizlilik,işbu politika,παρούσα πολιτική,πολιτική αυτή,本プライバシーポリシー,本ポリシー,本方針,本隐私,本政策,本隱私,本声明,본 개인정보,본 방침,이 개인정보,본 정책," +
		"سياسة الخصوصية هذه,هذه السياسة,מדיניות פרטיות זו,מדיניות זו,यह गोपनीयता,इस गोपनीयता,kebijakan privasi ini,kebijakan ini,chính sách bảo mật này,chính sách này,นโยบายความเป็นส่วนตัวนี้,นโยบายนี้"
}

// bareNames are the words that name a privacy policy when they are a whole title. They are split
// once, because each heading of a page is compared with them.
var bareNames = sync.OnceValue(func() []string {
	return append(strings.Fields("privacy datenschutz confidentialité privacidad privacidade riservatezza integritet personvern privatliv tietosuoja prywatność soukromí конфиденциальность gizlilik απόρρητο プライバシー 隐私 隱私 개인정보 الخصوصية פרטיות privasi गोपनीयता"), "vie privée")
})

// dataWords returns the beginnings of words for data and for what is done with them, by
// which a short policy is told from other short texts.
func dataWords() string {
	return "data,information,collect,cookie,informaci,informaç,informazion,daten,erheb,speicher,donnée,collect,information,datos,recopil,recog,dati,raccog,dados,colet,gegevens,verzam,uppgift,samlar,opplysning,oplysning,tietoj,tiedot,danych,dane,údaj,adat,date cu,date despre,datele,datelor,данн,собира,дані,veri,δεδομέν," +
		"情報,データ,収集,取得,信息,数据,收集,資料,個資,정보,수집,بيانات,معلومات,נתונים,מידע,اطلاعات,डेटा,जानकारी,informasi,dữ liệu,thông tin,ข้อมูล"
}

// appWords returns the beginnings of words for where data are and who gets them, which a short
// policy may have in place of a word for data.
func appWords() string {
	return "phone,device,account,offline,server,advert,analytics,purchase,track,record,personal,contacts,location,telefon,gerät,konto,konten,werbung,standort,offline,internet,téléphone,appareil,compte,publicité,serveur,réseau,achats," +
		"teléfono,dispositivo,móvil,telefono,telefoon,cuenta,anuncio,publicidad,servidor,conexión,compras,dispositivo,pubblicità,acquisti,aparelho,celular,telefone,conta,anúncio,toestel,apparaat,advertent,aankopen,netwerk,enhet,puhelin,laite,reklam,zakupy,urządzeni,zařízení,účet,eszköz," +
		"телефон,устройств,учётн,учетн,аккаунт,реклам,сеть,сети,пристро,cihaz,hesap,reklam,συσκευ,λογαριασμ,端末,アカウント,広告,通信,購入,手机,设备,账号,账户,广告,联网,手機,帳號,휴대전화,휴대폰,기기,계정,광고,인터넷," +
		"جهاز,حساب,هاتف,מכשיר,חשבון,טלפון,دستگاه,फ़ोन,डिवाइस,खाता,perangkat,akun,thiết bị,tài khoản,อุปกรณ์,บัญชี"
}

// thingWords returns the beginnings of words for what short policies say in place of data: for what a person has
// and a phone records. Other texts have them as often.
func thingWords() string {
	return "e-mail,mail,photo,address,number,bluetooth,camera,microphone,statistic,name,foto,adress,nummer,kamera,mikrofon,statistik,standort,photo,adresse,numéro,caméra,statistique,nom," +
		"correo,dirección,número,nombre,cámara,micrófono,estadístic,ubicación,indirizz,numero,nome,fotocamera,statistich,posizione,telemóvel,endereço,morada,câmera,microfone,estatístic,posição,localização," +
		"naam,namn,navn,nimi,osoite,numer,imion,imię,adres,jméno,adresa,név,cím,nume,имя,имена,адрес,номер,фото,ім'я,adınız,numara,όνομα,διεύθυνση," +
		"名前,氏名,写真,住所,電話番号,位置,姓名,地址,照片,电话,電話,이름,주소,사진,위치,اسم,عنوان,صور,שם,כתובת,नाम,पता,nama,alamat,tên,địa chỉ,ชื่อ,ที่อยู่"
}

// parsed are the lists, cut.
var parsed = sync.OnceValue(func() (p struct{ calls, selfCalls, dataWords, appWords, thingWords []string }) {
	p.calls, p.selfCalls, p.dataWords = phrasesIn(calls()), phrasesIn(selfCalls()), slices.Compact(slices.Sorted(slices.Values(phrasesIn(dataWords()))))
	p.appWords, p.thingWords = phrasesIn(appWords()), phrasesIn(thingWords())
	return p
})

func containsAny(text string, list []string) bool {
	for _, phrase := range list {
		if strings.Contains(text, phrase) {
			return true
		}
	}
	return false
}

// CallsPolicy reports whether a title or a heading in lower case is that of a privacy
// policy.
func CallsPolicy(title string) bool {
	if containsAny(title, parsed().calls) {
		return true
	}
	for part := range strings.FieldsFuncSeq(title, separates) {
		if slices.Contains(bareNames(), strings.TrimSpace(part)) {
			return true
		}
	}
	return false
}

// joining are the words between a bare name of a policy and what it is for.
var joining = strings.Fields("for of at in on with by für bei der des von im in de du des chez pour en del della di per da do dos van voor bij för hos til for")

// CallsPolicyOf reports whether a heading in lower case, or a part of a title, has the word for
// privacy and what that is for, or whose it is: "privacy at Acme", "Acme privacy", "our commitment to your privacy".
// So begin the headings of other texts as well.
func CallsPolicyOf(heading string) bool {
	const most = 6 // words that end with privacy
	for part := range strings.FieldsFuncSeq(heading, separates) {
		words := strings.Fields(part)
		if len(words) == 2 && slices.Contains(bareNames(), words[1]) {
			return true
		}
		if len(words) < 3 {
			continue
		}
		if slices.Contains(bareNames(), words[0]) && slices.ContainsFunc(joining, func(word string) bool {
			return words[1] == word || strings.HasPrefix(words[1], "l'") || strings.HasPrefix(words[1], "dell'") || strings.HasPrefix(words[1], "d'")
		}) {
			return true
		}
		if len(words) <= most && slices.Contains(bareNames(), words[len(words)-1]) && Speakers(words[0]+" ") > 0 && words[0] != "we" {
			return true
		}
	}
	return false
}

// separates reports whether a character is between the parts of a title.
func separates(r rune) bool { return strings.ContainsRune("|-–—·:\\/•.#", r) }

// CallsItself reports whether a text in lower case refers to itself as a policy.
func CallsItself(text string) bool { return containsAny(text, parsed().selfCalls) }

// SpeaksOfData reports whether a text in lower case has a word for data, or for what is
// done with them.
func SpeaksOfData(text string) bool { return containsAny(text, parsed().dataWords) }

// DataWords counts the words for data, and for what is done with them, that a text in lower case has.
func DataWords(text string) (count int) {
	for _, word := range parsed().dataWords {
		if strings.Contains(text, word) {
			count++
		}
	}
	return count
}

// SpeaksOfApps reports whether a text in lower case has a word for data, for where they are and who
// gets them, or for what a person has and a phone records.
func SpeaksOfApps(text string) bool {
	return SpeaksOfData(text) || SpeaksOfDevices(text) || containsAny(text, parsed().thingWords)
}

// SpeaksOfDevices reports whether a text in lower case has a word for where data are and who gets them.
func SpeaksOfDevices(text string) bool { return containsAny(text, parsed().appWords) }
