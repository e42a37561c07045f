package fetch_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
)

// otherPages are the pieces of pages that are not policies: a title, a heading, and
// sentences that are repeated with numbers.
var otherPages = map[string][]struct{ title, heading, sentences string }{
	"consent wall": {
		{"Privacy Policy", "Before you continue to our site", "We and our %d partners store and access information on a device, such as cookies, and process personal data for personalised ads and content, ad measurement and audience research.|You may accept or refuse at any time, or withdraw in the footer of the page.|Accept all cookies or choose purpose %d in the list of partners."},
		{"Datenschutz", "Bevor Sie fortfahren", "Wir und unsere %d Partner speichern Informationen wie Cookies auf Ihrem Gerät und verarbeiten personenbezogene Daten für Werbung, Messung und Marketing.|Sie können alle akzeptieren oder Zweck %d ablehnen.|Ihre Einwilligung können Sie jederzeit widerrufen, auch für Dritte."},
		{"Confidentialité", "Avant de continuer", "Nous et nos %d partenaires stockons des cookies sur votre appareil et traitons des données personnelles pour la publicité et la mesure d'audience.|Vous pouvez tout accepter ou tout refuser pour la finalité %d.|Votre consentement peut être retiré à tout moment auprès de chaque tiers."},
		{"Privacidad", "Antes de continuar", "Nosotros y nuestros %d socios almacenamos cookies en su dispositivo y tratamos datos personales para publicidad y medición.|Puede aceptar todo o rechazar todo para la finalidad %d.|Su consentimiento se puede retirar en cualquier momento ante terceros."},
		{"プライバシー", "続行する前に", "当社とパートナー%d社は、お客様のデバイスにクッキーを保存し、広告と分析の目的で個人情報を処理します。|すべて同意するか、目的%dを拒否できます。|第三者の一覧はいつでも確認できます。"},
		{"Acme", "We value your privacy", "We and our %d vendors use cookies and process personal information for advertising and analytics.|Purpose %d: select personalised content. You can manage preferences or accept all.|Legitimate interest of our partners can be objected to."},
	},
	"says": {
		{"Privacy Policy", "Page not found", "Story %d: read our blog post about marketing, analytics and cookies recipes in the kitchen.|Children and friends love number %d, and so do third parties."},
		{"404", "Seite nicht gefunden", "Artikel %d: lesen Sie in unserem Magazin über Marketing, Werbung und Cookies für Kinder.|Beitrag %d handelt von Dritten und von Finanzen."},
		{"Erreur", "Page introuvable", "Article %d : découvrez notre magazine sur la publicité, les cookies et les enfants.|Le billet %d parle de marketing et de conservation des aliments."},
		{"Error", "Página no encontrada", "Artículo %d: lea nuestra revista sobre publicidad, cookies y menores.|La nota %d trata de marketing y conservación de alimentos."},
		{"エラー", "ページが見つかりません", "記事%d：広告とクッキーのレシピについての特集をお読みください。|児童向けの話題%dもあります。"},
		{"Datenschutz", "Diese Seite gibt es leider nicht mehr", "Artikel %d: lesen Sie in unserem Magazin über Marketing, Werbung und Cookies.|Beitrag %d sagt, wie wir personenbezogene Daten schützen."},
		{"Acme", "Erreur 404", "Article %d : découvrez notre magazine sur la publicité et les cookies.|Le billet %d dit comment nous protégeons vos données personnelles."},
		{"Acme – 404 not found", "", "Oops! That page can’t be found, it seems. Try one of %d articles on marketing.|Advertising and analytics make post %d a favourite among parents and minors."},
	},
	"asks to sign in": {
		{"Log in", "Sign in to your account", "Forgot your password? Sign in with one of %d providers to use marketing and analytics tools.|Need help? Topic %d tells how to create an account. Log in now."},
		{"Anmelden", "Bitte melden Sie sich an", "Passwort vergessen? Mit Anbieter %d einloggen und Marketing nutzen.|Noch kein Konto? Konto erstellen in %d Schritten für Werbung."},
		{"Connexion", "Connectez-vous", "Mot de passe oublié ? Le fournisseur %d permet de se connecter à la publicité.|Créer un compte en %d étapes pour vos enfants et les cookies."},
		{"Iniciar sesión", "Inicia sesión en tu cuenta", "¿Has olvidado tu contraseña? El proveedor %d permite iniciar sesión con publicidad.|Crear una cuenta en %d pasos con cookies."},
		{"ログイン", "アカウントにログイン", "パスワードを忘れた場合は方法%dでログインできます。広告の分析も可能です。|アカウントを作成するには手順%dに進みます。"},
	},
	"asks to sign": {
		{"Privacy Policy", "", "Email address\n\nPassword\n\nRemember me\n\nHelp %d: we collect personal data for marketing and analytics by third parties."},
		{"Datenschutz", "", "Benutzername oder E-Mail\n\nPasswort\n\nAngemeldet bleiben\n\nHilfe %d: personenbezogene Daten, Werbung und Cookies für Dritte."},
		{"プライバシーポリシー", "", "メールアドレス\n\nパスワード\n\nログイン状態\n\nヘルプ%d：個人情報と広告、クッキー、第三者の分析について。"},
	},
	"page of a shop": {
		{"Shop", "New arrivals", "Item %d: a lamp for children with free shipping. Add to cart.|Buy now and get %d cookies for analytics of your sleep."},
		{"Laden", "Neu im Laden: jetzt kaufen", "Artikel %d: eine Lampe für Kinder, kostenloser Versand. In den Warenkorb.|Werbung: Nummer %d ist auf Lager."},
		{"Boutique", "Meilleures ventes", "Article %d : une lampe pour enfants, livraison gratuite. Ajouter au panier.|La publicité %d est en stock avec des cookies."},
		{"Tienda", "Comprar ahora", "Artículo %d: una lámpara para menores, envío gratis. Añadir al carrito.|La publicidad %d con cookies."},
		{"ショップ", "今すぐ購入", "商品%d：児童用のランプ、送料無料。カートに入れる。|広告の品%d、在庫あり。"},
	},
	"parked domain": {
		{"acme.example", "This domain is for sale", "Related searches %d: marketing, cookies, analytics, advertising.|Buy this domain for %d dollars, sponsored listings by third parties."},
		{"acme.example", "Diese Domain steht zum Verkauf", "Verwandte Suche %d: Werbung, Cookies, Marketing für Kinder.|Diese Domain kaufen, Angebot %d von Dritten."},
		{"acme.example", "Ce domaine est à vendre", "Recherche %d : publicité, cookies, marketing, enfants.|Acheter ce domaine pour %d euros auprès de tiers."},
		{"acme.example", "Este dominio está en venta", "Búsqueda %d: publicidad, cookies, marketing, menores.|Comprar este dominio por %d euros a terceros."},
		{"acme.example", "このドメインは販売中です", "検索%d：広告、クッキー、分析。|ドメインを購入する場合は%d円です。"},
	},
	"site under maintenance": {
		{"Privacy Policy", "We'll be back soon", "Our site is under maintenance, step %d of our plan for marketing and analytics.|Thanks for waiting, children and parents, in hour %d."},
		{"Wartung", "Wartungsarbeiten", "Unsere Seite wird gewartet, Schritt %d für Marketing und Cookies.|Danke für Ihre Geduld in Stunde %d, auch den Kindern."},
		{"Maintenance", "Maintenance en cours", "Notre site est en maintenance, étape %d pour la publicité et les cookies.|Merci d’attendre encore %d heures, aux enfants aussi."},
		{"Mantenimiento", "Sitio en mantenimiento", "Volveremos pronto, paso %d de publicidad y cookies.|Gracias por su paciencia durante %d horas, también a los menores."},
		{"メンテナンス", "メンテナンス中です", "作業%dのため広告と分析を停止しています。|児童の皆様もあと%d時間お待ちください。"},
	},
	"asks for a proof": {
		{"Just a moment...", "Checking your browser", "Enable JavaScript and cookies to continue, attempt %d, for analytics.|Verify you are human with question %d, no third party involved."},
		{"プライバシーポリシー", "ブラウザを確認しています", "しばらくお待ちください。試行%d回目、クッキーと分析のため。|人間であることを確認するため、質問%dに答えてください。"},
		{"Sicherheitsprüfung", "Sind Sie kein Roboter?", "Bitte JavaScript aktivieren und Cookies erlauben, Versuch %d.|Frage %d dient der Sicherheit, nicht dem Marketing."},
		{"Vérification", "Vérification de sécurité", "Activez JavaScript et les cookies, essai %d.|La question %d ne sert pas à la publicité."},
		{"Verificación", "Verificación de seguridad", "Active JavaScript y las cookies, intento %d.|La pregunta %d no sirve para publicidad."},
	},
	"terms of use": {
		{"Terms of Service – Acme", "Terms of Service", "Section %d: you may not resell the service, and we disclose what the law wants to third parties.|You accept these terms for purchase %d, and this policy on refunds. See our Privacy Policy for personal data.|Your personal information is handled by us."},
		{"Acme AGB", "Allgemeine Geschäftsbedingungen", "Ziffer %d: Dritte erhalten keine Rechte, und für Werbung gilt Ziffer %[1]d auch.|Wie wir personenbezogene Daten verarbeiten, sagt unsere Datenschutzerklärung in Punkt %d."},
		{"Conditions", "Conditions générales de vente", "Article %d : le client accepte la publicité et les cookies, et les tiers n'ont aucun droit.|Les données personnelles sont traitées selon l'article %d."},
		{"Acme", "Términos y condiciones", "Cláusula %d: los menores no pueden comprar, y los terceros no tienen derechos.|Los datos personales se tratan según la cláusula %d, con publicidad."},
		{"利用規約", "利用規約", "第%d条：利用者は第三者に権利を譲渡できません。広告の分析も含みます。|当社は個人情報を適切に取り扱い、第%d条を守ります。"},
	},
	"consent": {
		{"Privacy Policy", "Your privacy choices", "Purpose %d: we collect personal information and use cookies for advertising and analytics.|Third parties get your data for purpose %d if you agree."},
		{"Privacy Policy", "Privacy settings", "Switch %d: personal data for marketing, tracking and analytics by third parties.|Opt out of switch %d here. We collect identifiers."},
		{"Datenschutzerklärung", "Datenschutz-Einstellungen", "Zweck %d: personenbezogene Daten für Werbung und Marketing durch Dritte.|Schalter %d: Cookies zur Messung."},
		{"Politique de confidentialité", "Paramètres de confidentialité", "Finalité %d : données personnelles pour la publicité et les cookies.|Les tiers reçoivent vos données pour la finalité %d."},
		{"プライバシーポリシー", "プライバシー設定", "目的%d：広告と分析のために個人情報とクッキーを使います。|第三者は目的%dのために個人情報を受け取ります。"},
	},
	"start page": {
		{"Acme", "Benvenuti in Acme", "Scrivi la nota %d su tutti i dispositivi, con marketing e cookie.|Più di %d minori ci danno fiducia, e i dati personali restano da noi."},
		{"ブログ", "最新記事", "記事%d：個人情報と広告とクッキーの話題です。|児童の皆様に第三者が話題%dをお届けします。個人情報の話です。"},
		{"Acme – the app for your day", "Welcome to Acme", "Plan trip %d with friends, with less marketing noise and more time.|Analytics for family %d, and for children of all ages, at a glance."},
		{"Privacy Policy", "The best notes in the world", "Write note %d on all of your devices.|Trusted by third parties and %d parents, with analytics."},
		{"Acme – Notizen", "Willkommen bei Acme", "Notiz %d auf allen Geräten schreiben, ganz ohne Werbung.|Vertrauen von %d Kindern und Dritten, mit Marketing."},
		{"Acme – Notes", "Bienvenue chez Acme", "Écrivez la note %d sur tous vos appareils, sans publicité.|Plus de %d enfants nous font confiance, avec marketing."},
		{"Acme – Notas", "Bienvenido a Acme", "Escribe la nota %d en todos tus dispositivos, sin publicidad.|Más de %d menores confían en nosotros, con marketing."},
		{"アクメ", "アクメへようこそ", "メモ%dをすべての端末で書けます。広告はありません。|%d人の児童が利用しています。"},
	},
}

// manyTimes repeats sentences, separated by bars, with numbers until there are many words.
func manyTimes(sentences string) string {
	var b strings.Builder
	for i := 0; b.Len() < 9000; i++ {
		for sentence := range strings.SplitSeq(sentences, "|") {
			if strings.Contains(sentence, "%d") {
				sentence = fmt.Sprintf(sentence, i)
			}
			b.WriteString(sentence + " ")
		}
		b.WriteString("\n\n")
	}
	return b.String()
}

// No other page is taken for a policy, however long it is and with or without a
// heading, and the reason says what it is.
func TestOtherPages(t *testing.T) {
	t.Parallel()
	pages := 0
	for kind, list := range otherPages {
		for _, page := range list {
			for _, marked := range []bool{true, false} {
				heading := page.heading
				if marked && heading != "" {
					heading = "# " + heading
				}
				pages++
				text := strings.TrimSpace(heading+"\n\n"+manyTimes(page.sentences)) + "\n\nYour personal data are safe with us."
				source, err := fetch.Judge(fetch.Document{Title: page.title, Text: text, Asked: "https://a.example/privacy", FinalURL: "https://a.example/privacy"}, "")
				if source.Words < fetch.MinWords {
					t.Fatalf("%s: %d words only", page.heading, source.Words)
				}
				why := ""
				if known, ok := errors.AsType[*fetch.Error](err); ok && known.Err != nil {
					why = known.Err.Error()
				}
				if err == nil || kind != "start page" && !strings.HasPrefix(why, kind) {
					t.Errorf("%s %q, heading marked %v: %v, want %s", page.title, page.heading, marked, err, kind)
				}
			}
		}
	}
	if pages < 60 {
		t.Errorf("%d pages", pages)
	}
}

// A policy that is also something else, or that has a section so called, is one.
func TestPoliciesWithOtherTitles(t *testing.T) {
	t.Parallel()
	policy := manyTimes("We collect personal information %d and share it with third parties.|You may opt out of cookies in case %d.")
	rules := manyTimes("You may not resell item %d.|We may end the contract in case %d.")
	for name, doc := range map[string]fetch.Document{
		"both in a heading":     {Title: "Legal", Text: "# Terms of Service and Privacy Policy\n\n" + rules + policy},
		"both in the title":     {Title: "Terms of Use & Privacy Policy", Text: "# Terms of Use\n\n" + rules + policy},
		"terms, then a policy":  {Title: "Terms of Service", Text: "# Terms of Service\n\n" + rules + "\n\n# Privacy Policy\n\n" + policy},
		"a policy after terms":  {Title: "Acme", Text: "Terms of Service\n\n" + rules + "\n\nPrivacy Policy\n\n" + policy},
		"AGB und Datenschutz":   {Title: "AGB", Text: "# AGB\n\n" + rules + "\n\n## Datenschutz\n\n" + policy},
		"a policy says so":      {Title: "Terms", Text: "# Terms of Use\n\nThis privacy policy belongs to our terms.\n\n" + policy},
		"a policy, then choice": {Title: "Acme", Text: "# Your privacy choices\n\nThis Privacy Notice says what we do.\n\n" + policy},
		"a choice as a section": {Title: "Acme", Text: "# Privacy Policy\n\n" + policy + "\n\n## Your privacy choices\n\n" + policy},
		"settings and a policy": {Title: "Acme", Text: "# Privacy settings\n\nChoose.\n\n## Privacy Policy\n\n" + policy},
		"a welcome":             {Title: "Privacy Policy", Text: "# Welcome to Acme\n\nThis privacy policy says what we do.\n\n" + policy},
		"fields that it keeps":  {Title: "Privacy Policy", Text: "# Privacy Policy\n\nEmail address\n\nPassword\n\nLog in data\n\n" + policy},
	} {
		if _, err := fetch.Judge(doc, ""); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A policy is one from 20 words on if it calls itself a policy.
func TestShortPolicies(t *testing.T) {
	t.Parallel()
	for name, doc := range map[string]fetch.Document{
		"English":              {Text: "# Privacy Policy\n\nThis app does not collect, store or share any data. It works on your device only. If you have questions, write to me@a.example."},
		"English, the title":   {Title: "Privacy Policy – Tiny App", Text: "Tiny App does not collect any personal information. It has no accounts, no ads and no trackers, and works without a network at all times."},
		"English, value":       {Text: "# Privacy policy\n\nWe value your privacy. Your consent is not needed because we collect nothing. The app has no cookies, no analytics, and no other company gets anything."},
		"English, a line":      {Text: "Privacy Statement for Tiny App\n\nNo information leaves your phone. We collect nothing, we share nothing and we sell nothing. This is all that there is to say."},
		"English, Privacy":     {Title: "Tiny App", Text: "# Privacy\n\nTiny App doesn’t collect data about you. All of your notes are saved on your phone and are deleted together with the app when you remove it."},
		"English, no longer":   {Text: "# Privacy Notice\n\nWe collect your contacts and may sell them to partners. You can sign in or log in to your account and stop this at any time in settings."},
		"German":               {Text: "# Datenschutzerklärung\n\nDiese App erhebt keine Daten. Es gibt keine Werbung, keine Konten und keine Cookies. Alles bleibt auf dem Gerät, und niemand sonst bekommt etwas davon zu sehen."},
		"French":               {Text: "# Politique de confidentialité\n\nCette application ne collecte aucune donnée. Elle n’a ni comptes ni publicité. Tout reste sur votre appareil, et personne d’autre ne peut y accéder à aucun moment."},
		"Spanish":              {Text: "# Política de privacidad\n\nEsta aplicación no recopila datos de ningún tipo. No tiene cuentas ni anuncios. Todo se queda en su dispositivo y nadie más puede verlo en ningún momento."},
		"Italian":              {Text: "# Informativa sulla privacy\n\nQuesta app non raccoglie dati. Non ha account né pubblicità. Tutto rimane sul tuo dispositivo e nessun altro può vederlo in alcun momento, mai e poi mai."},
		"Portuguese":           {Text: "# Política de Privacidade\n\nEste aplicativo não coleta dados. Não tem contas nem anúncios. Tudo fica no seu aparelho e ninguém mais pode ver nada em nenhum momento, nunca mesmo."},
		"Dutch":                {Text: "# Privacyverklaring\n\nDeze app verzamelt geen gegevens. Er zijn geen accounts en geen advertenties. Alles blijft op uw toestel en niemand anders kan er ooit bij, op geen enkel moment."},
		"Russian":              {Text: "# Политика конфиденциальности\n\nПриложение не собирает данные. В нём нет учётных записей и рекламы. Всё остаётся на вашем устройстве, и никто другой не может этого увидеть никогда и ни при каких условиях."},
		"Japanese":             {Text: "# プライバシーポリシー\n\n本アプリは個人情報を取得しません。広告もアカウントもありません。すべての記録は端末の中にだけ保存されます。お問い合わせはメールでお願いします。"},
		"Chinese":              {Text: "# 隐私政策\n\n本应用不收集任何个人信息，没有广告，也没有账户。所有内容都只保存在您的设备上，其他人无法看到。如有疑问，请通过电子邮件与我们联系，我们会尽快答复。"},
		"Korean":               {Text: "# 개인정보처리방침\n\n이 앱은 어떠한 정보도 수집하지 않습니다. 광고도 계정도 없습니다. 모든 내용은 기기에만 저장되며 다른 사람은 볼 수 없습니다. 문의 사항은 이메일로 보내 주시면 빠르게 답변해 드리겠습니다. 감사합니다."},
		"Turkish":              {Text: "# Gizlilik Politikası\n\nBu uygulama hiçbir veri toplamaz. Hesap yoktur, reklam yoktur. Her şey cihazınızda kalır ve başka hiç kimse onu hiçbir zaman göremez. Sorularınız için bize yazın."},
		"Arabic":               {Text: "# سياسة الخصوصية\n\nلا يجمع هذا التطبيق أي بيانات. لا توجد حسابات ولا إعلانات. كل شيء يبقى على جهازك ولا يمكن لأي شخص آخر رؤيته في أي وقت من الأوقات أبدا."},
		"a policy, said later": {Text: "# Tiny App\n\nThis privacy policy says what Tiny App does with personal data. It keeps none. There are no accounts, no cookies and no ads in it at all."},
	} {
		source, err := fetch.Judge(doc, "")
		if err != nil || source.Words < 20 || source.Words >= fetch.MinWords || source.Doubtful {
			t.Errorf("%s: %d words, doubtful %v, %v", name, source.Words, source.Doubtful, err)
		}
	}
	for name, doc := range map[string]fetch.Document{
		"19 words":       {Text: "# Privacy Policy\n\nThis app does not collect data. It works on your device only, as long as possible."},
		"a shell":        {Title: "Privacy Policy", Text: "You need to enable JavaScript to run this app. Home Products Solutions Pricing Company Careers Support Blog News Contact Imprint Terms Press Partners Team"},
		"no data":        {Title: "Privacy Policy", Text: "# Privacy Policy\n\nThis page moved to another place. Please have a look at the links in the menu above, or try again in a while, thank you very much."},
		"no scripts":     {Text: "# Privacy Policy\n\nPlease enable JavaScript on this device to read the page. If you see this text for longer, another browser on your phone may help you out."},
		"not called one": {Title: "Tiny App", Text: "Tiny App collects no personal data. It has no accounts, no ads and no trackers, and works without a network at all times, wherever you are."},
	} {
		if source, err := fetch.Judge(doc, ""); err == nil {
			t.Errorf("%s: %d words are a policy", name, source.Words)
		}
	}
}

// An address that leads to the start page has no policy, unless that is one.
func TestStartPage(t *testing.T) {
	t.Parallel()
	home := "# Welcome\n\n" + manyTimes("We collect recipes for marketing teams, with analytics %d.|Your personal information stays with you.")
	policy := "# Privacy Policy\n\n" + manyTimes("We collect your name %d and share it with third parties.")
	for _, tt := range []struct {
		asked, final, text string
		why                string
	}{
		{"https://a.example/privacy", "https://a.example/", home, "redirected to the start page"},
		{"https://a.example/privacy", "https://www.a.example/de-de/", home, "redirected to the start page"},
		{"https://a.example/legal/privacy.html", "https://b.example/index.html", home, "redirected to the start page"},
		{"https://a.example/privacy", "https://privacy.a.example/", policy, ""},
		{"https://a.example/", "https://a.example/en", policy, ""},
		{"https://a.example/privacy", "https://a.example/legal", policy, ""},
	} {
		_, err := fetch.Judge(fetch.Document{Text: tt.text, Asked: tt.asked, FinalURL: tt.final}, "")
		if (err == nil) != (tt.why == "") || err != nil && (!errors.Is(err, fetch.ErrNotPolicy) || !strings.Contains(err.Error(), tt.why)) {
			t.Errorf("from %s to %s: %v, want %q", tt.asked, tt.final, err, tt.why)
		}
		if tt.why != "" && !strings.Contains(fetch.Explain(err), tt.why) {
			t.Errorf("explained as %q, want %q", fetch.Explain(err), tt.why)
		}
	}
}

// A text that is very unlike the one before is doubtful; one that is like it is a policy
// whatever it calls itself.
func TestVersionBefore(t *testing.T) {
	t.Parallel()
	policy := "# Privacy Policy\n\n" + manyTimes("We collect your name %d and share it with third parties.")
	another := "# Privacy Policy\n\n" + manyTimes("Your rights: in case %d you may ask us whether cookies are set by advertisers.")
	for name, tt := range map[string]struct {
		text, before string
		doubtful     bool
	}{
		"none":      {policy, "", false},
		"the same":  {policy, policy, false},
		"a clause":  {policy + "We sell it.", policy, false},
		"another":   {another, policy, true},
		"a tenth":   {policy[:len(policy)/10], policy, true},
		"unnamed":   {policy[len("# Privacy Policy"):], policy, false},
		"the short": {"# Privacy\n\nWe collect your contacts and may sell them. Write to us if you have any questions on this policy or on your data.", "# Privacy\n\nWe collect nothing at all. Write to us if you have any questions on this policy or on your data.", false},
	} {
		source, err := fetch.Judge(fetch.Document{Text: tt.text}, tt.before)
		if err != nil || source.Doubtful != tt.doubtful {
			t.Errorf("%s: doubtful %v, %v, want %v", name, source.Doubtful, err, tt.doubtful)
		}
	}
}
