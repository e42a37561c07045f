package fetch_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/policy/digest"
)

// briefNotices are short policies by language.
var briefNotices = map[string][]struct{ name, text string }{
	"en": {
		{"Privacy", "Tally Counter stores your counts on your phone and nowhere else. There is no account, no server and no analytics. Delete the app and all is gone."},
		{"Privacy Policy", "We, the makers of Fern, get nothing from you. The camera is used to measure leaves, and pictures never leave the device."},
		{"App privacy", "No tracking. No ads. No account. What you type stays on your iPad, and backups go to your own iCloud. Ask me anything: kim@fern.example."},
	},
	"de": {
		{"Datenschutz", "Zähler speichert die Zahlen nur auf Ihrem Telefon. Es gibt weder ein Konto noch einen Server. Löschen Sie die App, und alles ist weg. Fragen beantwortet Kim Farn."},
		{"Datenschutzhinweise", "Die Kamera misst Blätter. Bilder verlassen das Gerät nie. Wir sehen nicht, wer die App benutzt, und wollen es auch nicht wissen."},
	},
	"fr": {
		{"Confidentialité", "Compteur garde vos chiffres sur votre téléphone et nulle part ailleurs. Il n'y a ni compte, ni serveur, ni mesure. Supprimez l'application et tout disparaît."},
		{"Politique de confidentialité", "La caméra mesure des feuilles. Les images ne quittent jamais l'appareil. Nous ne savons pas qui utilise l'application et ne voulons pas le savoir."},
	},
	"es": {
		{"Privacidad", "Contador guarda sus números solo en su teléfono. No hay cuenta, ni servidor, ni análisis. Si borra la aplicación, todo desaparece. Preguntas: kim@fern.example."},
		{"Aviso de privacidad", "La cámara mide hojas. Las fotos nunca salen del dispositivo. No sabemos quién usa la aplicación ni queremos saberlo nunca."},
	},
	"it": {
		{"Privacy", "Contatore salva i numeri solo sul tuo telefono. Non ci sono account, server o analisi. Elimina l'app e sparisce tutto quanto. Domande: kim@fern.example."},
		{"Informativa sulla privacy", "La fotocamera misura le foglie. Le immagini non lasciano mai il dispositivo. Non sappiamo chi usa l'app e non vogliamo saperlo mai."},
	},
	"pt": {
		{"Privacidade", "O Contador guarda os números só no seu telefone. Não há conta, servidor nem análise. Apague o aplicativo e tudo desaparece. Dúvidas: kim@fern.example."},
		{"Política de privacidade", "A câmera mede folhas. As fotos nunca saem do aparelho. Não sabemos quem usa o aplicativo e não queremos saber, hoje ou amanhã."},
	},
	"nl": {
		{"Privacy", "Teller bewaart de getallen alleen op uw telefoon. Er is geen account, geen server en geen meting. Verwijder de app en alles is weg. Vragen: kim@fern.example."},
		{"Privacyverklaring", "De camera meet bladeren. Foto's verlaten het toestel nooit. Wij weten niet wie de app gebruikt en willen dat ook niet weten."},
	},
	"ja": {
		{"プライバシー", "カウンターは数値をお使いの端末にのみ保存します。アカウントもサーバーも分析もありません。アプリを削除すればすべて消えます。ご質問はメールでどうぞ。"},
		{"プライバシーポリシー", "カメラは葉の大きさを測るためだけに使います。写真が端末の外に出ることは決してありません。誰が使っているか当方は知りません。"},
	},
	"pl": {
		{"Prywatność", "Licznik zapisuje liczby tylko w telefonie. Nie ma konta, serwera ani analiz. Usuń aplikację, a wszystko zniknie na zawsze. Pytania: kim@fern.example."},
	},
	"ru": {
		{"Конфиденциальность", "Счётчик хранит числа только на вашем телефоне. Нет ни аккаунта, ни сервера, ни аналитики. Удалите приложение, и всё исчезнет навсегда. Вопросы: kim@fern.example."},
	},
}

// briefForms are pages with a short policy, whose sentences are between the head and the tail.
var briefForms = map[string]struct{ head, between, tail string }{
	"github readme":   {"<body><div class='application-main'><header class='AppHeader'><a href=/fern>fern</a></header><main><div class='repository-content'><article class='markdown-body entry-content'><h1>NAME</h1><a id=user-content href='#x'></a><p>", "</p><p>", "</p></article></div></main><footer><a href=/t>Terms</a></footer></div>"},
	"table":           {"<body><table><tr><td><b>NAME</b></td></tr><tr><td>", " ", "</td></tr></table>"},
	"dl":              {"<body><h3>NAME</h3><dl><dt>In short</dt><dd>", "</dd><dt>-</dt><dd>", "</dd></dl>"},
	"list only":       {"<body><h2>NAME</h2><ul><li>", "</li><li>", "</li></ul>"},
	"pre":             {"<body><pre>NAME\n\n", "\n", "</pre>"},
	"details":         {"<body><main><details><summary>NAME</summary><p>", " ", "</p></details></main>"},
	"title only":      {"<body><div><p>", "</p><p>", "</p></div>"},
	"section of page": {"<body><h1>Fern</h1><section id=privacy><h2>NAME</h2><p>", "</p><p>", "</p></section>"},
	"under a footer":  {"<body><h1>NAME</h1><p>", "</p><p>", "</p><hr><p><a href=/>Home</a> · <a href=/x>Press</a></p><p>© 2025 Kim Fern</p>"},
	"center font":     {"<BODY><CENTER><FONT SIZE=5>NAME</FONT><BR><BR>", "<BR>", "</CENTER>"},
	"blockquote":      {"<body><h1>NAME</h1><blockquote>", " ", "</blockquote>"},
	"carrd":           {"<body class=is-loading><div id=wrapper><div id=main><div class=inner><h1 id=text01>NAME</h1><p id=text02>", "<br>", "</p><ul id=buttons01><li><a href=/>Back</a></li></ul></div></div></div>"},
	"notion":          {"<body><article class='page sans'><header><h1 class=page-title>NAME</h1></header><div class=page-body><p>", "</p><p>", "</p></div></article>"},
	"google sites":    {"<body><div><header><div role=navigation><a href=/>Fern</a></div></header><div role=main><section><h1 class=zfr3Q><span>NAME</span></h1></section><section><p class=zfr3Q><span>", "</span></p><p class=zfr3Q><span>", "</span></p></section></div></div>"},
	"spans":           {"<body><div><span>NAME</span></div><div><span>", "</span><span> ", "</span></div>"},
	"cards":           {"<body><main><h1>NAME</h1><div class=grid><div class=card><p>", "</p></div><div class=card><p>", "</p></div></div></main>"},
}

// Short policies are recorded in each form, with all that they say.
func TestBriefNotices(t *testing.T) {
	t.Parallel()
	for language, list := range briefNotices {
		for _, p := range list {
			sentences := strings.SplitAfter(p.text, ". ")
			if language == "ja" {
				sentences = strings.SplitAfter(p.text, "。")
			}
			for form, f := range briefForms {
				page := "<!doctype html><html lang=" + language + "><head><meta charset=utf-8><title>" + p.name + "</title></head>" + strings.ReplaceAll(f.head, "NAME", p.name) + strings.Join(sentences, f.between) + f.tail
				source, err := judged(readAs(t, page, "text/html; charset=utf-8", 0))
				if err != nil {
					t.Errorf("%s, %s, %s: %v: %.200q", language, p.name, form, err, source.Text)
					continue
				}
				for _, s := range sentences {
					if !strings.Contains(unspaced.Replace(digest.Normal(source.Text)), unspaced.Replace(digest.Normal(s))) {
						t.Errorf("%s, %s, %s: %q is not in %.200q", language, p.name, form, s, source.Text)
					}
				}
			}
		}
	}
}
