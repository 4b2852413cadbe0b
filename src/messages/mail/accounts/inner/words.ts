import { inLanguage, type Language } from '../../../../paper/printing/labels/labels.ts'
import type { SecretKind } from '../../message.ts'

interface AccountWords {
  readonly subject: string
  /** Paragraphs; the button follows the first one. */
  readonly text: readonly [string, ...string[]]
  readonly button: string
}

type Words = Readonly<Record<SecretKind, AccountWords>>

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    invitation: {
      subject: 'Invitation to join {company_name}',
      text: [
        'You are invited to work on the invoices of {company_name}.',
        'The link works once, until {date}.',
      ],
      button: 'Open invitation',
    },
    password_reset: {
      subject: 'Choose a new password',
      text: [
        'We received a request for a new password for {email}.',
        'The link works once, within an hour. If you did not ask for it, ignore this message: your password stays as it is.',
      ],
      button: 'Choose new password',
    },
  },
  de: {
    invitation: {
      subject: 'Einladung zu {company_name}',
      text: [
        'Sie sind eingeladen, bei {company_name} an den Rechnungen mitzuarbeiten.',
        'Der Link kann einmal verwendet werden und gilt bis {date}.',
      ],
      button: 'Einladung öffnen',
    },
    password_reset: {
      subject: 'Neues Passwort wählen',
      text: [
        'Für {email} wurde ein neues Passwort angefordert.',
        'Der Link kann einmal verwendet werden und gilt eine Stunde. Wenn Sie kein neues Passwort angefordert haben, ignorieren Sie diese Nachricht: Ihr Passwort bleibt unverändert.',
      ],
      button: 'Neues Passwort wählen',
    },
  },
  fr: {
    invitation: {
      subject: 'Invitation à rejoindre {company_name}',
      text: [
        'Vous êtes invité à travailler sur les factures de l’entreprise {company_name}.',
        'Le lien est valable une fois, jusqu’au {date}.',
      ],
      button: 'Ouvrir l’invitation',
    },
    password_reset: {
      subject: 'Choisir un nouveau mot de passe',
      text: [
        'Un nouveau mot de passe a été demandé pour {email}.',
        'Le lien est valable une fois, pendant une heure. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe ne change pas.',
      ],
      button: 'Choisir un mot de passe',
    },
  },
  es: {
    invitation: {
      subject: 'Invitación a {company_name}',
      text: [
        'Le han invitado a trabajar con las facturas de {company_name}.',
        'El enlace es válido una sola vez, hasta el {date}.',
      ],
      button: 'Abrir la invitación',
    },
    password_reset: {
      subject: 'Elija una contraseña nueva',
      text: [
        'Hemos recibido una solicitud de contraseña nueva para {email}.',
        'El enlace es válido una sola vez, durante una hora. Si no la ha solicitado, ignore este mensaje: su contraseña no cambia.',
      ],
      button: 'Elegir contraseña',
    },
  },
  it: {
    invitation: {
      subject: 'Invito a {company_name}',
      text: [
        'È invitato a lavorare alle fatture di {company_name}.',
        'Il link è valido una sola volta, fino al {date}.',
      ],
      button: 'Apri l’invito',
    },
    password_reset: {
      subject: 'Scelga una nuova password',
      text: [
        'Abbiamo ricevuto una richiesta di nuova password per {email}.',
        'Il link è valido una sola volta, per un’ora. Se non ha fatto la richiesta, ignori questo messaggio: la password non cambia.',
      ],
      button: 'Scegli la password',
    },
  },
  nl: {
    invitation: {
      subject: 'Uitnodiging voor {company_name}',
      text: [
        'U bent uitgenodigd om met de facturen van {company_name} te werken.',
        'De link werkt één keer, tot {date}.',
      ],
      button: 'Uitnodiging openen',
    },
    password_reset: {
      subject: 'Kies een nieuw wachtwoord',
      text: [
        'We hebben een aanvraag ontvangen voor een nieuw wachtwoord voor {email}.',
        'De link werkt één keer, een uur lang. Hebt u dit niet aangevraagd? Negeer dit bericht dan: uw wachtwoord blijft hetzelfde.',
      ],
      button: 'Nieuw wachtwoord kiezen',
    },
  },
  pt: {
    invitation: {
      subject: 'Convite para {company_name}',
      text: [
        'Foi convidado a trabalhar com as faturas de {company_name}.',
        'A ligação é válida uma só vez, até {date}.',
      ],
      button: 'Abrir o convite',
    },
    password_reset: {
      subject: 'Escolha uma nova palavra-passe',
      text: [
        'Recebemos um pedido de nova palavra-passe para {email}.',
        'A ligação é válida uma só vez, durante uma hora. Se não fez o pedido, ignore esta mensagem: a palavra-passe não muda.',
      ],
      button: 'Escolher palavra-passe',
    },
  },
  pl: {
    invitation: {
      subject: 'Zaproszenie do {company_name}',
      text: [
        'Zapraszamy do pracy z fakturami firmy {company_name}.',
        'Link działa jeden raz, do {date}.',
      ],
      button: 'Otwórz zaproszenie',
    },
    password_reset: {
      subject: 'Ustaw nowe hasło',
      text: [
        'Otrzymaliśmy prośbę o nowe hasło dla {email}.',
        'Link działa jeden raz, przez godzinę. Jeśli to nie Twoja prośba, zignoruj tę wiadomość: hasło się nie zmieni.',
      ],
      button: 'Ustaw nowe hasło',
    },
  },
  sv: {
    invitation: {
      subject: 'Inbjudan till {company_name}',
      text: [
        'Du är inbjuden att arbeta med fakturorna hos {company_name}.',
        'Länken fungerar en gång, till och med {date}.',
      ],
      button: 'Öppna inbjudan',
    },
    password_reset: {
      subject: 'Välj ett nytt lösenord',
      text: [
        'Vi har fått en begäran om ett nytt lösenord för {email}.',
        'Länken fungerar en gång, inom en timme. Om du inte har bett om det kan du bortse från meddelandet: ditt lösenord ändras inte.',
      ],
      button: 'Välj nytt lösenord',
    },
  },
  ar: {
    invitation: {
      subject: 'دعوة إلى {company_name}',
      text: ['أنت مدعو للعمل على فواتير {company_name}.', 'يعمل الرابط مرة واحدة، حتى {date}.'],
      button: 'فتح الدعوة',
    },
    password_reset: {
      subject: 'اختر كلمة مرور جديدة',
      text: [
        'تلقينا طلبًا لكلمة مرور جديدة للعنوان {email}.',
        'يعمل الرابط مرة واحدة خلال ساعة. إذا لم تطلب ذلك، فتجاهل هذه الرسالة: تبقى كلمة مرورك كما هي.',
      ],
      button: 'اختيار كلمة مرور',
    },
  },
  he: {
    invitation: {
      subject: 'הזמנה אל {company_name}',
      text: ['הוזמנת לעבוד עם החשבוניות של {company_name}.', 'הקישור תקף פעם אחת, עד {date}.'],
      button: 'פתיחת ההזמנה',
    },
    password_reset: {
      subject: 'בחירת סיסמה חדשה',
      text: [
        'קיבלנו בקשה לסיסמה חדשה עבור {email}.',
        'הקישור תקף פעם אחת, במשך שעה. אם לא ביקשת זאת, אפשר להתעלם מההודעה: הסיסמה לא תשתנה.',
      ],
      button: 'בחירת סיסמה',
    },
  },
  zh: {
    invitation: {
      subject: '{company_name} 的邀请',
      text: ['邀请您参与 {company_name} 的发票工作。', '链接仅可使用一次，有效期至 {date}。'],
      button: '打开邀请',
    },
    password_reset: {
      subject: '设置新密码',
      text: [
        '我们收到了为 {email} 设置新密码的请求。',
        '链接仅可使用一次，一小时内有效。如果您没有提出请求，请忽略此邮件：您的密码不会改变。',
      ],
      button: '设置新密码',
    },
  },
  ja: {
    invitation: {
      subject: '{company_name} への招待',
      text: [
        '{company_name} の請求書業務に招待されています。',
        'リンクは {date} まで、一度だけ使えます。',
      ],
      button: '招待を開く',
    },
    password_reset: {
      subject: '新しいパスワードの設定',
      text: [
        '{email} の新しいパスワードの設定が要求されました。',
        'リンクは一時間以内に一度だけ使えます。心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
      ],
      button: 'パスワードを設定',
    },
  },
}

export const accountWords = (kind: SecretKind, language: string): AccountWords =>
  inLanguage(WORDS, language)[kind]
