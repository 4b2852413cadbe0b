import { table } from '../../../../kernel/table.ts'
import { isSwissGerman, withoutEszett } from '../../labels/de.ts'

/** The words of a SEPA mandate (EPC392-08, EPC261-09). `{creditor}` is the name of the creditor. */
export interface MandateWords {
  readonly title: string
  readonly titleB2b: string
  readonly text: string
  readonly rights: string
  readonly rightsB2b: string
  readonly reference: string
  readonly creditorId: string
  readonly creditor: string
  readonly type: string
  readonly recurring: string
  readonly oneOff: string
  readonly holder: string
  readonly address: string
  readonly placeAndDay: string
  readonly signature: string
  readonly returnTo: string
}

const en: MandateWords = {
  title: 'SEPA Direct Debit Mandate',
  titleB2b: 'SEPA Business-to-Business Direct Debit Mandate',
  text: 'By signing this mandate form, you authorise (A) {creditor} to send instructions to your bank to debit your account and (B) your bank to debit your account in accordance with the instructions from {creditor}.',
  rights:
    'As part of your rights, you are entitled to a refund from your bank under the terms and conditions of your agreement with your bank. A refund must be claimed within 8 weeks starting from the date on which your account was debited.',
  rightsB2b:
    'This mandate is only intended for business-to-business transactions. You are not entitled to a refund from your bank after your account has been debited, but you are entitled to request your bank not to debit your account up until the day on which the payment is due. Register this mandate with your bank.',
  reference: 'Mandate reference',
  creditorId: 'Creditor identifier',
  creditor: 'Creditor',
  type: 'Type of payment',
  recurring: 'Recurrent payments',
  oneOff: 'One-off payment',
  holder: 'Name of the account holder',
  address: 'Street, postal code, city, country',
  placeAndDay: 'Place and date',
  signature: 'Signature',
  returnTo: 'Please return the signed form to {creditor}.',
}

/** Languages that document labels have, too, and that are spoken in SEPA. */
const WORDS = table<MandateWords>({
  en,
  de: {
    title: 'SEPA-Lastschriftmandat',
    titleB2b: 'SEPA-Firmenlastschrift-Mandat',
    text: 'Ich ermächtige (A) {creditor}, Zahlungen von meinem Konto mittels Lastschrift einzuziehen. Zugleich (B) weise ich mein Kreditinstitut an, die von {creditor} auf mein Konto gezogenen Lastschriften einzulösen.',
    rights:
      'Hinweis: Ich kann innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten Betrages verlangen. Es gelten dabei die mit meinem Kreditinstitut vereinbarten Bedingungen.',
    rightsB2b:
      'Hinweis: Dieses Lastschriftmandat dient nur dem Einzug von Lastschriften, die auf Konten von Unternehmen gezogen sind. Ich bin nicht berechtigt, nach der erfolgten Einlösung eine Erstattung des belasteten Betrages zu verlangen. Ich bin berechtigt, mein Kreditinstitut bis zum Fälligkeitstag anzuweisen, Lastschriften nicht einzulösen. Bitte zeigen Sie das Mandat Ihrem Kreditinstitut an.',
    reference: 'Mandatsreferenz',
    creditorId: 'Gläubiger-Identifikationsnummer',
    creditor: 'Zahlungsempfänger',
    type: 'Zahlungsart',
    recurring: 'Wiederkehrende Zahlungen',
    oneOff: 'Einmalige Zahlung',
    holder: 'Name des Kontoinhabers',
    address: 'Straße, Postleitzahl, Ort, Land',
    placeAndDay: 'Ort und Datum',
    signature: 'Unterschrift',
    returnTo: 'Bitte senden Sie das unterschriebene Formular an {creditor} zurück.',
  },
  fr: {
    title: 'Mandat de prélèvement SEPA',
    titleB2b: 'Mandat de prélèvement SEPA interentreprises',
    text: 'En signant ce formulaire de mandat, vous autorisez (A) {creditor} à envoyer des instructions à votre banque pour débiter votre compte, et (B) votre banque à débiter votre compte conformément aux instructions de {creditor}.',
    rights:
      'Vous bénéficiez du droit d’être remboursé par votre banque selon les conditions décrites dans la convention que vous avez passée avec elle. Une demande de remboursement doit être présentée dans les 8 semaines suivant la date de débit de votre compte.',
    rightsB2b:
      'Ce mandat est réservé aux prélèvements entre entreprises. Vous n’êtes pas en droit de demander à votre banque un remboursement une fois que votre compte a été débité, mais vous pouvez lui demander de ne pas débiter votre compte jusqu’au jour de l’échéance. Déclarez ce mandat à votre banque.',
    reference: 'Référence unique du mandat',
    creditorId: 'Identifiant créancier SEPA',
    creditor: 'Créancier',
    type: 'Type de paiement',
    recurring: 'Paiements récurrents',
    oneOff: 'Paiement ponctuel',
    holder: 'Nom du titulaire du compte',
    address: 'Rue, code postal, ville, pays',
    placeAndDay: 'Lieu et date',
    signature: 'Signature',
    returnTo: 'Veuillez renvoyer le formulaire signé à {creditor}.',
  },
  es: {
    title: 'Orden de domiciliación de adeudo directo SEPA',
    titleB2b: 'Orden de domiciliación de adeudo directo SEPA B2B',
    text: 'Mediante la firma de esta orden de domiciliación, el deudor autoriza (A) a {creditor} a enviar instrucciones a la entidad del deudor para adeudar su cuenta y (B) a la entidad para efectuar los adeudos en su cuenta siguiendo las instrucciones de {creditor}.',
    rights:
      'Como parte de sus derechos, el deudor está legitimado al reembolso por su entidad en los términos y condiciones del contrato suscrito con la misma. La solicitud de reembolso deberá efectuarse dentro de las ocho semanas que siguen a la fecha de adeudo en cuenta.',
    rightsB2b:
      'Esta orden de domiciliación está prevista para operaciones exclusivamente entre empresas. El deudor no tiene derecho a que su entidad le reembolse una vez que se haya realizado el cargo en cuenta, pero puede solicitar a su entidad que no efectúe el adeudo en la cuenta hasta la fecha debida. Comunique esta orden a su entidad.',
    reference: 'Referencia de la orden de domiciliación',
    creditorId: 'Identificador del acreedor',
    creditor: 'Acreedor',
    type: 'Tipo de pago',
    recurring: 'Pago recurrente',
    oneOff: 'Pago único',
    holder: 'Nombre del titular de la cuenta',
    address: 'Calle, código postal, población, país',
    placeAndDay: 'Localidad y fecha',
    signature: 'Firma',
    returnTo: 'Devuelva el formulario firmado a {creditor}.',
  },
  it: {
    title: 'Mandato per addebito diretto SEPA',
    titleB2b: 'Mandato per addebito diretto SEPA B2B',
    text: 'Con la firma del presente mandato il debitore autorizza (A) {creditor} a richiedere alla banca del debitore l’addebito del suo conto e (B) la banca del debitore a procedere con tale addebito conformemente alle disposizioni impartite da {creditor}.',
    rights:
      'Il debitore ha diritto di ottenere il rimborso dalla propria banca secondo gli accordi e alle condizioni che regolano il rapporto con quest’ultima. Il rimborso deve essere richiesto entro 8 settimane a decorrere dalla data di addebito in conto.',
    rightsB2b:
      'Il presente mandato è riservato ai rapporti tra imprese. Il debitore non ha diritto al rimborso dopo che il conto è stato addebitato, ma può chiedere alla propria banca di non addebitare il conto fino alla data di scadenza del pagamento. Comunicare il mandato alla propria banca.',
    reference: 'Riferimento del mandato',
    creditorId: 'Identificativo del creditore',
    creditor: 'Creditore',
    type: 'Tipo di pagamento',
    recurring: 'Pagamenti ricorrenti',
    oneOff: 'Pagamento singolo',
    holder: 'Nome del titolare del conto',
    address: 'Via, CAP, località, paese',
    placeAndDay: 'Luogo e data',
    signature: 'Firma',
    returnTo: 'Si prega di restituire il modulo firmato a {creditor}.',
  },
  nl: {
    title: 'SEPA-machtiging',
    titleB2b: 'SEPA-machtiging voor zakelijke incasso (B2B)',
    text: 'Door ondertekening van dit formulier geeft u toestemming aan (A) {creditor} om incasso-opdrachten te sturen naar uw bank om een bedrag van uw rekening af te schrijven en (B) uw bank om een bedrag van uw rekening af te schrijven overeenkomstig de opdracht van {creditor}.',
    rights:
      'Als u het niet eens bent met deze afschrijving kunt u deze laten terugboeken. Neem hiervoor binnen acht weken na afschrijving contact op met uw bank. Vraag uw bank naar de voorwaarden.',
    rightsB2b:
      'Deze machtiging is alleen bedoeld voor betalingen tussen bedrijven. U heeft geen recht op terugbetaling nadat het bedrag is afgeschreven, maar u kunt uw bank tot en met de dag van afschrijving verzoeken het bedrag niet af te schrijven. Registreer deze machtiging bij uw bank.',
    reference: 'Kenmerk machtiging',
    creditorId: 'Incassant-ID',
    creditor: 'Incassant',
    type: 'Soort betaling',
    recurring: 'Doorlopende betalingen',
    oneOff: 'Eenmalige betaling',
    holder: 'Naam van de rekeninghouder',
    address: 'Straat, postcode, plaats, land',
    placeAndDay: 'Plaats en datum',
    signature: 'Handtekening',
    returnTo: 'Stuur het ondertekende formulier terug naar {creditor}.',
  },
  pl: {
    title: 'Zgoda na polecenie zapłaty SEPA',
    titleB2b: 'Zgoda na polecenie zapłaty SEPA B2B',
    text: 'Podpisując ten formularz, upoważniam (A) {creditor} do wysyłania do mojego banku poleceń obciążenia mojego rachunku oraz (B) mój bank do obciążania mojego rachunku zgodnie z poleceniami {creditor}.',
    rights:
      'Mają Państwo prawo do zwrotu środków przez bank na warunkach umowy zawartej z bankiem. Zwrotu należy zażądać w ciągu 8 tygodni od dnia obciążenia rachunku.',
    rightsB2b:
      'Ta zgoda dotyczy wyłącznie transakcji między przedsiębiorcami. Po obciążeniu rachunku nie przysługuje Państwu zwrot środków, ale do dnia płatności mogą Państwo zażądać od banku, aby nie obciążał rachunku. Prosimy zgłosić tę zgodę w swoim banku.',
    reference: 'Numer referencyjny zgody',
    creditorId: 'Identyfikator wierzyciela',
    creditor: 'Wierzyciel',
    type: 'Rodzaj płatności',
    recurring: 'Płatności cykliczne',
    oneOff: 'Płatność jednorazowa',
    holder: 'Posiadacz rachunku',
    address: 'Ulica, kod pocztowy, miejscowość, kraj',
    placeAndDay: 'Miejscowość i data',
    signature: 'Podpis',
    returnTo: 'Podpisany formularz prosimy odesłać do {creditor}.',
  },
  pt: {
    title: 'Autorização de débito direto SEPA',
    titleB2b: 'Autorização de débito direto SEPA B2B',
    text: 'Ao subscrever esta autorização, está a autorizar (A) {creditor} a enviar instruções ao seu banco para debitar a sua conta e (B) o seu banco a debitar a sua conta, de acordo com as instruções de {creditor}.',
    rights:
      'Os seus direitos incluem a possibilidade de exigir do seu banco o reembolso do montante debitado, nos termos e condições acordados com o seu banco. O reembolso deve ser solicitado até um prazo de oito semanas, a contar da data do débito na sua conta.',
    rightsB2b:
      'Esta autorização destina-se apenas a operações entre empresas. Não tem direito a reembolso após o débito na sua conta, mas tem o direito de solicitar ao seu banco que não efetue o débito até à data de vencimento. Comunique esta autorização ao seu banco.',
    reference: 'Referência da autorização',
    creditorId: 'Identificador do credor',
    creditor: 'Credor',
    type: 'Tipo de pagamento',
    recurring: 'Pagamentos recorrentes',
    oneOff: 'Pagamento pontual',
    holder: 'Nome do titular da conta',
    address: 'Rua, código postal, localidade, país',
    placeAndDay: 'Local e data',
    signature: 'Assinatura',
    returnTo: 'Devolva o formulário assinado a {creditor}.',
  },
  sv: {
    title: 'SEPA-medgivande för autogiro',
    titleB2b: 'SEPA-medgivande för autogiro mellan företag',
    text: 'Genom att underteckna detta medgivande ger du (A) {creditor} rätt att skicka instruktioner till din bank om att debitera ditt konto och (B) din bank rätt att debitera ditt konto i enlighet med instruktionerna från {creditor}.',
    rights:
      'Du har rätt till återbetalning från din bank enligt villkoren i ditt avtal med banken. Återbetalning måste begäras inom åtta veckor från den dag då ditt konto debiterades.',
    rightsB2b:
      'Detta medgivande gäller endast betalningar mellan företag. Du har ingen rätt till återbetalning från din bank efter att ditt konto har debiterats, men du har rätt att fram till förfallodagen begära att banken inte debiterar ditt konto. Anmäl medgivandet till din bank.',
    reference: 'Medgivandereferens',
    creditorId: 'Betalningsmottagarens id',
    creditor: 'Betalningsmottagare',
    type: 'Typ av betalning',
    recurring: 'Återkommande betalningar',
    oneOff: 'Enstaka betalning',
    holder: 'Kontoinnehavarens namn',
    address: 'Gata, postnummer, ort, land',
    placeAndDay: 'Ort och datum',
    signature: 'Underskrift',
    returnTo: 'Skicka tillbaka det undertecknade formuläret till {creditor}.',
  },
})

/** The words and their language: English if the form does not have the language. */
export function mandateWordsFor(language: string): {
  readonly language: string
  readonly words: MandateWords
} {
  const [base = ''] = language.split('-')
  const words = WORDS[base.toLowerCase()]
  if (!words) return { language: 'en', words: en }
  return { language, words: isSwissGerman(language) ? withoutEszett(words) : words }
}
