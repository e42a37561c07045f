package fetch_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
)

// site is a site in a language: what its pages of each kind say, what else is on all of them,
// and how they mention its policy.
type site struct {
	policy  string            // the name of the policy
	teaser  string            // a section on it
	kinds   map[string]string // a heading, and sentences
	stories []string
}

var sitesByLanguage = map[string]site{
	"English": {
		policy: "Privacy Policy", teaser: "Your trust matters to us. Read how we handle personal data and cookies in our privacy policy.",
		kinds: map[string]string{
			"consent":     "Your cookies, your call|We and our 812 partners store and access information on your device to show personalised ads.|Select a purpose below, or accept all.|Partners may process your personal data on the basis of their legitimate interest.|You can withdraw your consent in the preferences at any time.",
			"not found":   "Sorry, this page does not exist|The page you were looking for has moved or was removed.|Check the address, or try the search above.|Maybe one of these stories is what you wanted.",
			"start":       "Plan your week in one place|Notes, calendars and lists for you and your family.|Loved by 40,000 teams all over the world.|Start today, it takes a minute.|No ads, ever.",
			"parked":      "acme.example may be for sale|This domain is parked for free by its registrar.|Make an offer, or ask our brokers for the price.|Related searches for this name are below.",
			"shop":        "Lamps and chairs|Add to cart: the oak chair, 89.00, in stock, free shipping.|Buy now and pay later, in three parts.|Our best sellers of this month.",
			"maintenance": "We'll be right back|The site is down for scheduled maintenance until the evening.|Thank you for waiting so long.|Orders that were placed before are not affected.",
			"sign in":     "Welcome back|Sign in to your account to go on.|Email|Password|Forgot your password?|Don't have an account yet? Create an account.",
		},
		stories: []string{
			"The bakery on the corner opens at six and sells rye bread with caraway until noon.", "Our team walked across the Alps in eleven days with two tents and a kettle.",
			"A kettle boils faster with a lid, as every child in this house knows by now.", "Marketing teams use the calendar to plan campaigns together with their agencies.",
			"In spring the river is too high for boats, so the ferry waits for the first of May.", "Analytics of last year show that readers prefer short stories about dogs.",
			"Read on the train, at the beach or at the kitchen table, in whatever light you like.", "Third parties have built more than ninety extensions for the editor.",
		},
	},
	"German": {
		policy: "Datenschutzerklärung", teaser: "Ihr Vertrauen ist uns wichtig. Wie wir mit personenbezogenen Daten und Cookies umgehen, lesen Sie in unserer Datenschutzerklärung.",
		kinds: map[string]string{
			"consent":     "Ihre Cookies, Ihre Wahl|Wir und unsere 812 Partner speichern Informationen auf Ihrem Gerät, um personalisierte Werbung zu zeigen.|Wählen Sie unten einen Zweck, oder alle akzeptieren.|Partner verarbeiten Ihre personenbezogenen Daten aus berechtigtem Interesse.|Ihre Einwilligung können Sie jederzeit widerrufen.",
			"not found":   "Leider wurde diese Seite nicht gefunden|Die Seite ist umgezogen oder wurde gelöscht.|Prüfen Sie die Adresse, oder nutzen Sie die Suche.|Vielleicht ist eine dieser Geschichten, was Sie suchen.",
			"start":       "Die Woche planen, an einem Ort|Notizen, Kalender und Listen für Sie und Ihre Familie.|Beliebt bei 40.000 Teams in aller Welt.|Fangen Sie heute an, es dauert eine Minute.|Ganz ohne Werbung.",
			"parked":      "acme.example steht zum Verkauf|Diese Domain ist geparkt.|Diese Domain kaufen oder ein Angebot machen.|Verwandte Suchen stehen unten.",
			"shop":        "Lampen und Stühle|In den Warenkorb: der Stuhl aus Eiche, 89,00 Euro, auf Lager, versandkostenfrei.|Jetzt kaufen und später in drei Teilen zahlen.|Die beliebtesten Stücke des Monats.",
			"maintenance": "Wir sind gleich wieder da|Die Seite wird gewartet und ist am Abend wieder erreichbar.|Danke für Ihre Geduld.|Bestellungen von vorher sind nicht betroffen.",
			"sign in":     "Willkommen zurück|Bitte melden Sie sich an, um fortzufahren.|E-Mail|Passwort|Passwort vergessen?|Noch kein Konto? Konto erstellen.",
		},
		stories: []string{
			"Die Bäckerei an der Ecke öffnet um sechs und verkauft bis mittags Roggenbrot mit Kümmel.", "Unser Team lief in elf Tagen mit zwei Zelten und einem Kessel über die Alpen.",
			"Ein Kessel kocht mit Deckel schneller, das weiß in diesem Haus inzwischen jedes Kind.", "Marketing und Vertrieb planen mit dem Kalender gemeinsam ihre Kampagnen.",
			"Im Frühling steht der Fluss zu hoch für Boote, also wartet die Fähre auf den ersten Mai.", "Die Werbung des letzten Jahres zeigte am liebsten kurze Geschichten über Hunde.",
			"Lesen Sie im Zug, am Strand oder am Küchentisch, bei jedem Licht, das Ihnen gefällt.", "Dritte haben mehr als neunzig Erweiterungen für den Editor gebaut.",
		},
	},
	"French": {
		policy: "Politique de confidentialité", teaser: "Votre confiance compte. Notre politique de confidentialité dit comment nous traitons les données personnelles et les cookies.",
		kinds: map[string]string{
			"consent":     "Vos cookies, votre choix|Nous et nos 812 partenaires stockons des informations sur votre appareil pour afficher de la publicité personnalisée.|Choisissez une finalité ci-dessous, ou tout accepter.|Les partenaires traitent vos données personnelles sur la base de leur intérêt légitime.|Votre consentement peut être retiré à tout moment.",
			"not found":   "Cette page n'existe plus|La page demandée a été déplacée ou supprimée.|Vérifiez l'adresse, ou utilisez la recherche.|L'une de ces histoires est peut-être celle que vous cherchez.",
			"start":       "Planifiez votre semaine en un seul endroit|Notes, calendriers et listes pour vous et votre famille.|Adopté par 40 000 équipes dans le monde entier.|Commencez aujourd'hui, cela prend une minute.|Sans publicité.",
			"parked":      "acme.example : ce domaine est à vendre|Acheter ce domaine auprès de nos courtiers.|Faites une offre pour ce nom.|Les recherches associées sont ci-dessous.",
			"shop":        "Lampes et chaises|Ajouter au panier : la chaise en chêne, 89,00 euros, en stock, livraison gratuite.|Acheter maintenant et payer plus tard en trois fois.|Les meilleures ventes du mois.",
			"maintenance": "Nous serons bientôt de retour|Le site est en maintenance jusqu'à ce soir.|Merci d’attendre encore un peu.|Les commandes passées avant ne sont pas touchées.",
			"sign in":     "Content de vous revoir|Connectez-vous pour continuer.|Adresse e-mail|Mot de passe|Mot de passe oublié ?|Pas encore de compte ? Créer un compte.",
		},
		stories: []string{
			"La boulangerie du coin ouvre à six heures et vend du pain de seigle au carvi jusqu'à midi.", "Notre équipe a traversé les Alpes en onze jours avec deux tentes et une bouilloire.",
			"Une bouilloire chauffe plus vite avec un couvercle, tous les enfants de la maison le savent.", "Le marketing utilise le calendrier pour préparer ses campagnes avec les agences.",
			"Au printemps la rivière est trop haute pour les bateaux, le bac attend donc le premier mai.", "La publicité de l'an dernier montrait surtout de courtes histoires de chiens.",
			"Lisez dans le train, à la plage ou à la table de la cuisine, à la lumière que vous aimez.", "Des tiers ont écrit plus de quatre-vingt-dix extensions pour l'éditeur.",
		},
	},
	"Spanish": {
		policy: "Política de privacidad", teaser: "Su confianza nos importa. Nuestra política de privacidad dice cómo tratamos los datos personales y las cookies.",
		kinds: map[string]string{
			"consent":     "Sus cookies, su decisión|Nosotros y nuestros 812 socios almacenamos información en su dispositivo para mostrar publicidad personalizada.|Elija una finalidad, o aceptar todo.|Los socios tratan sus datos personales por su interés legítimo.|Puede retirar su consentimiento en cualquier momento.",
			"not found":   "Lo sentimos, esta página no existe|La página que busca se ha movido o se ha borrado.|Compruebe la dirección, o use el buscador.|Quizá una de estas historias es la que quería.",
			"start":       "Planifique su semana en un solo lugar|Notas, calendarios y listas para usted y su familia.|Lo usan 40.000 equipos en todo el mundo.|Empiece hoy, solo tarda un minuto.|Sin publicidad.",
			"parked":      "acme.example: este dominio está en venta|Comprar este dominio a nuestros agentes.|Haga una oferta por este nombre.|Las búsquedas relacionadas están abajo.",
			"shop":        "Lámparas y sillas|Añadir al carrito: la silla de roble, 89,00 euros, envío gratis.|Comprar ahora y pagar después en tres partes.|Lo más vendido del mes.",
			"maintenance": "Volveremos pronto|El sitio está en mantenimiento hasta la noche.|Gracias por su paciencia.|Los pedidos anteriores no se ven afectados.",
			"sign in":     "Hola de nuevo|Inicie sesión para continuar.|Correo electrónico|Contraseña|¿Ha olvidado su contraseña?|¿Aún no tiene cuenta? Crear una cuenta.",
		},
		stories: []string{
			"La panadería de la esquina abre a las seis y vende pan de centeno con alcaravea hasta mediodía.", "Nuestro equipo cruzó los Alpes en once días con dos tiendas y un hervidor.",
			"Un hervidor calienta antes con tapa, como ya saben todos los menores de esta casa.", "El equipo de marketing usa el calendario para preparar campañas con sus agencias.",
			"En primavera el río va demasiado alto para los barcos, así que la barca espera al uno de mayo.", "La publicidad del año pasado mostraba sobre todo historias cortas de perros.",
			"Lea en el tren, en la playa o en la mesa de la cocina, con la luz que más le guste.", "Hay terceros que han escrito más de noventa extensiones para el editor.",
		},
	},
}

// shapes are pages with a title, a heading, the text of their kind and other text, which
// mention the policy.
var shapes = map[string]string{
	"in the footer":  "<title>Acme</title><header><a href=/>Acme</a></header><main><h1>HEADING</h1>KIND STORIES</main><footer><a href=/privacy>POLICY</a> <a href=/i>Imprint</a></footer>",
	"without a main": "<title>HEADING</title><div class=page><div class=top><h1>HEADING</h1>KIND</div><div class=rest>STORIES</div><div class=end><a href=/privacy>POLICY</a></div></div>",
	"in a heading":   "<title>Acme</title><main><h1>HEADING</h1>KIND STORIES<h2>POLICY</h2><p>TEASER</p></main>",
	"in the title":   "<title>POLICY | Acme</title><body><h1>HEADING</h1>KIND STORIES<p>TEASER</p>",
	"in a section":   "<title>Acme</title><body><section><h2>HEADING</h2>KIND</section><section><h3>POLICY</h3><p>TEASER</p><a href=/privacy>POLICY</a></section><section>STORIES</section>",
}

// pageOf returns a page of a kind in a shape.
func (s site) pageOf(kind, shape string) string {
	heading, sentences, _ := strings.Cut(s.kinds[kind], "|")
	var own, stories strings.Builder
	for sentence := range strings.SplitSeq(sentences, "|") {
		fmt.Fprintf(&own, "<p>%s</p>", sentence)
	}
	for i := range 6 * len(s.stories) {
		if i%len(s.stories) == 0 {
			fmt.Fprintf(&stories, "<h3>%d</h3>", 1+i/len(s.stories))
		}
		fmt.Fprintf(&stories, "<p>%s</p>", s.stories[(i*3+i/len(s.stories))%len(s.stories)])
	}
	return strings.NewReplacer("HEADING", heading, "KIND", own.String(), "STORIES", stories.String(), "POLICY", s.policy, "TEASER", s.teaser).Replace(shapes[shape])
}

// Long pages of all kinds that mention the policy of their site are none.
func TestPagesThatMentionAPolicy(t *testing.T) {
	t.Parallel()
	page := ""
	client := newClient(t, fetch.Config{HTTPClient: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		resp := plain(r, page)
		resp.Header.Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path != "/page" {
			resp.StatusCode = http.StatusNotFound
		}
		return resp, nil
	})}})
	n := 0
	for language, s := range sitesByLanguage {
		for kind := range s.kinds {
			for shape := range shapes {
				n++
				page = s.pageOf(kind, shape)
				source, err := judged(client.Fetch(t.Context(), "https://a.example/page"))
				if words := len(strings.Fields(page)); words < fetch.MinWords {
					t.Errorf("%s, %s: %d words only", language, kind, words)
				}
				if err == nil {
					t.Errorf("%s, %s, %s: %d words are a policy", language, kind, shape, source.Words)
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("%d pages", n)
	}
}

// shortPolicies are policies of a few sentences, by language: a name, sentences on nothing that is
// collected, and sentences on what is.
var shortPolicies = map[string][3]string{
	"English":    {"Privacy Policy", "Little Timer does not collect anything about you.|All times stay on your phone.|There are no accounts and no ads in the app.|Other people cannot see your data.|Questions? Write to hello@a.example.", "When you send us an e-mail, we keep your address and your message for a year.|Our server writes the IP address of each visit to a log, which is deleted after seven days.|You may ask us at any time which data we have, and to delete them.|We do not share them with third parties unless a law wants us to."},
	"German":     {"Datenschutzerklärung", "Der kleine Wecker erhebt keine Daten über Sie.|Alle Zeiten bleiben auf Ihrem Telefon.|In der App gibt es weder Konten noch Werbung.|Niemand sonst kann Ihre Daten sehen.|Fragen? Schreiben Sie an hallo@a.example.", "Wenn Sie uns eine E-Mail senden, speichern wir Ihre Adresse und Ihre Nachricht ein Jahr lang.|Unser Server schreibt die IP-Adresse jedes Besuchs in ein Protokoll, das nach sieben Tagen gelöscht wird.|Sie können jederzeit Auskunft verlangen und die Löschung Ihrer Daten.|Wir geben sie nicht an Dritte weiter, es sei denn, ein Gesetz will es."},
	"French":     {"Politique de confidentialité", "Le petit minuteur ne collecte rien sur vous.|Tous les temps restent sur votre téléphone.|Il n'y a ni compte ni publicité dans l'application.|Personne d'autre ne peut voir vos données.|Des questions ? Écrivez à bonjour@a.example.", "Si vous nous envoyez un message, nous gardons votre adresse pendant un an.|Notre serveur note l'adresse IP de chaque visite dans un journal, qui est effacé après sept jours.|Vous pouvez demander à tout moment quelles données nous avons, et leur suppression.|Nous ne les partageons pas avec des tiers, sauf si une loi l'exige."},
	"Spanish":    {"Política de privacidad", "El pequeño reloj no recopila nada sobre usted.|Todos los tiempos se quedan en su teléfono.|La aplicación no tiene cuentas ni anuncios.|Nadie más puede ver sus datos.|¿Preguntas? Escriba a hola@a.example.", "Si nos envía un correo, guardamos su dirección y su mensaje durante un año.|Nuestro servidor anota la dirección IP de cada visita en un registro, que se borra a los siete días.|Puede preguntar en cualquier momento qué datos tenemos y pedir que se borren.|No los compartimos con terceros, salvo que una ley lo exija."},
	"Italian":    {"Informativa sulla privacy", "Il piccolo timer non raccoglie nulla su di te.|Tutti i tempi restano sul tuo telefono.|Nell'app non ci sono account né pubblicità.|Nessun altro può vedere i tuoi dati.|Domande? Scrivi a ciao@a.example.", "Se ci mandi un messaggio, teniamo il tuo indirizzo per un anno.|Il nostro server scrive l'indirizzo IP di ogni visita in un registro, che si cancella dopo sette giorni.|Puoi chiedere in ogni momento quali dati abbiamo e farli cancellare.|Non li diamo a terzi, se non lo vuole una legge."},
	"Portuguese": {"Política de Privacidade", "O pequeno relógio não coleta nada sobre você.|Todos os tempos ficam no seu telefone.|O aplicativo não tem contas nem anúncios.|Ninguém mais pode ver os seus dados.|Perguntas? Escreva para ola@a.example.", "Se você nos envia uma mensagem, guardamos o seu endereço durante um ano.|O nosso servidor escreve o endereço IP de cada visita num registro, que se apaga depois de sete dias.|Você pode perguntar a qualquer momento que dados temos e pedir que sejam apagados.|Não os damos a terceiros, a não ser que uma lei o exija."},
	"Russian":    {"Политика конфиденциальности", "Маленький таймер не собирает ничего о вас.|Всё время хранится только на вашем телефоне.|В приложении нет ни учётных записей, ни рекламы.|Никто другой не видит ваши данные.|Вопросы? Пишите на privet@a.example.", "Если вы пишете нам, мы храним ваш адрес и сообщение один год.|Наш сервер записывает адрес каждого посещения в журнал, который удаляется через семь дней.|Вы можете в любое время узнать, какие данные у нас есть, и попросить их удалить.|Мы не передаём их третьим лицам, если этого не требует закон."},
	"Japanese":   {"プライバシーポリシー", "小さなタイマーはお客様の情報を一切収集しません。|時間の記録は端末の中にだけ保存されます。|アプリにはアカウントも広告もありません。|他の人がデータを見ることはできません。|ご質問は電子メールでお寄せください。", "お問い合わせをいただいた場合、アドレスと内容を一年間保存します。|サーバーは訪問ごとにアドレスを記録し、七日後に削除します。|保有する情報の開示と削除をいつでも請求できます。|法律で求められる場合を除き、第三者に提供することはありません。"},
}

// shortShapes are pages with a short policy, whose name is a heading or the title only.
var shortShapes = map[string]string{
	"alone":            "<h1>NAME</h1>TEXT",
	"with the site":    "<title>Acme</title><header><a href=/>Acme</a><nav><a href=/a>Apps</a><a href=/b>Blog</a></nav></header><main><h1>NAME</h1>TEXT</main><footer><a href=/t>Terms of Service</a><a href=/s>Sign in</a></footer>",
	"by its title":     "<title>NAME – Acme</title><body>TEXT",
	"without headings": "<div class=page><div><b>NAME</b></div><div>TEXT</div></div>",
	"in sections":      "<title>Acme</title><main><h1>NAME</h1>TEXT<h2>More</h2>MORE<h2>Contact</h2><p>Acme, 1 Main Street, Dublin</p></main>",
	"long":             "<title>NAME</title><main><h2>NAME</h2>TEXT<h3>1.</h3>MORE<h3>2.</h3>TEXT MORE</main><form><input type=email><button>Subscribe</button></form>",
}

// All policies of 20 to 399 words are policies, and their text is theirs.
func TestShortPoliciesOnPages(t *testing.T) {
	t.Parallel()
	n := 0
	for language, policy := range shortPolicies {
		paragraphs := func(sentences string) string { return "<p>" + strings.ReplaceAll(sentences, "|", "</p><p>") + "</p>" }
		for shape, page := range shortShapes {
			n++
			page = strings.NewReplacer("NAME", policy[0], "TEXT", paragraphs(policy[1]), "MORE", paragraphs(policy[2])).Replace(page)
			source, err := judged(readAs(t, page, "text/html; charset=utf-8", 0))
			if err != nil || source.Words < 20 || source.Words >= fetch.MinWords {
				t.Errorf("%s, %s: %d words, %v", language, shape, source.Words, err)
			}
			for sentence := range strings.SplitSeq(policy[1], "|") {
				if !strings.Contains(source.Text, sentence) {
					t.Errorf("%s, %s: %q is not in %q", language, shape, sentence, source.Text)
				}
			}
			if strings.Contains(source.Text, "Blog") || strings.Contains(source.Text, "Sign in") {
				t.Errorf("%s, %s: parts of the site are in %q", language, shape, source.Text)
			}
		}
	}
	if n < 40 {
		t.Errorf("%d policies", n)
	}
}
