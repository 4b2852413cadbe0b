import type { Advice } from './en.ts'

export const ADVICE_DE: Advice = {
  account:
    'Eine Überweisung braucht ein Konto: IBAN oder Kontonummer in den Einstellungen eintragen.',
  attachment: 'Anhang {n}: Name oder Nummer eintragen.',
  bankCode:
    'Diese Zahlungsart braucht Kontonummer und Bankleitzahl: beide in den Einstellungen eintragen.',
  booksCurrency:
    'Die Steuer muss auch in {currency} angegeben sein: als Steuer in der Buchhaltungswährung eintragen.',
  buyerAddress: 'Adresse des Kunden eintragen, mindestens das Land.',
  buyerCity: 'Ort in der Adresse des Kunden eintragen.',
  buyerCountry: 'Land in der Adresse des Kunden wählen.',
  buyerEndpoint: 'Elektronische Adresse des Kunden mit Schema eintragen, z. B. 0204 oder EM.',
  buyerIdentification: 'USt-IdNr. oder Registernummer des Kunden eintragen.',
  buyerName: 'Namen des Kunden eintragen.',
  buyerPostalCode: 'Postleitzahl in der Adresse des Kunden eintragen.',
  buyerReference: 'Referenz des Kunden auf der Rechnung eintragen (bei Behörden die Leitweg-ID).',
  buyerVatId: 'USt-IdNr. des Kunden eintragen.',
  card: 'Mit Karte bezahlt: die letzten vier Ziffern der Karte eintragen.',
  category:
    '{field}: S Regelsatz oder ermäßigter Satz, Z Nullsatz, E steuerfrei, AE Reverse Charge, K, G oder O wählen.',
  categoryElsewhere:
    '{field}: {code} ist in diesem Profil nicht erlaubt. Eine andere Kategorie wählen.',
  century: '{field}: ein Datum zwischen 2000 und 2099 eintragen.',
  checkDigits: '{field}: Die Prüfziffer (Schema {scheme}) ist falsch. Bitte auf Tippfehler prüfen.',
  code: '{field}: „{code}“ ist kein gültiger Code.',
  codeElsewhere:
    '{field}: Dieses Profil kennt „{code}“ nicht. Einen anderen Code oder ein anderes Format verwenden.',
  codeOfCategory: '{field}: Der Grund {code} gehört zur Steuerkategorie {category}.',
  companyNumber: '{field}: so eintragen, wie in {country} vorgeschrieben: {form}.',
  countryCode: '{field}: „{code}“ ist kein Ländercode nach ISO 3166. Ein Land wählen.',
  county:
    '{field}: In Rumänien ist die Region der Kreis. Namen oder Code eintragen, z. B. Cluj oder RO-CJ.',
  creditorId: 'Eine Lastschrift braucht Ihre Gläubiger-ID: in den Einstellungen eintragen.',
  croatianCode:
    '{field}: „{code}“ ist keine Klasse der KPD 2025. Eine solche eintragen, z. B. 62.20.20.',
  croatianItem: 'Position {n}: KPD-Klasse als Klassifizierung mit der Liste CG eintragen.',
  currency:
    'Währung nach ISO 4217 wählen. Die Buchhaltungswährung muss sich von der Rechnungswährung unterscheiden.',
  danishSlip:
    '{field} {code}: den Verwendungszweck des Zahlscheins eintragen, z. B. 71#123456789012345, und die Kreditorennummer als Kontonummer in den Einstellungen.',
  decimals: 'E-Rechnungen erlauben höchstens zwei Nachkommastellen: Preise in {currency} anpassen.',
  deliveryCity: 'Ort der Lieferung eintragen.',
  deliveryCountry: 'Land der Lieferung wählen.',
  deliveryDate: 'Lieferdatum oder Zeitraum der innergemeinschaftlichen Lieferung eintragen.',
  deliveryPostalCode: 'Postleitzahl der Lieferung eintragen.',
  deliveryRegion: 'Region des Lieferorts eintragen.',
  deliveryWanted: 'Lieferdatum oder Leistungszeitraum eintragen (gesetzlich vorgeschrieben).',
  digit:
    'Die Rechnungsnummer muss eine Ziffer enthalten. Nummernmuster in den Einstellungen ändern.',
  directory:
    '{field}: Im französischen Verzeichnis (0225) hat sie nur Buchstaben, Ziffern und + - _ . ohne Leerzeichen.',
  dueAfterIssue: 'Fälligkeitsdatum am oder nach dem Rechnungsdatum eintragen.',
  dueDate: 'Fälligkeitsdatum oder Zahlungsbedingungen eintragen.',
  dueDateWanted: 'Fälligkeitsdatum eintragen: Zahlungsbedingungen allein genügen nicht.',
  dutchNumber: '{field}: 0106 für eine KvK-Nummer oder 0190 für eine OIN wählen.',
  eightDecimals: 'Position {n}: Preis mit höchstens acht Nachkommastellen eintragen.',
  euros:
    'In Frankreich nennt eine Rechnung in anderer Währung die Steuer in Euro: Betrag eintragen.',
  exemption: '{field}: bei Steuerkategorie {category} nötig. Den Grund eintragen.',
  fourDecimals: 'Position {n}: Menge mit höchstens vier Nachkommastellen eintragen.',
  frenchNumber:
    'In Frankreich hat eine Rechnungsnummer höchstens 35 Zeichen: Buchstaben, Ziffern und + - _ /. Nummernmuster in den Einstellungen ändern.',
  germanKind:
    'Nur innerhalb Deutschlands möglich: als gewöhnliche Rechnung oder Rechnungskorrektur ausstellen.',
  germanTypes: 'XRechnung sieht diese Rechnungsart nicht vor.',
  glyphs:
    'Keine Schrift hat diese Zeichen: {code}. Stattdessen wird ein Ersatzzeichen gedruckt, und ein hybrides PDF wird abgelehnt.',
  greekNumber:
    'Peppol verlangt die Nummer in der Form von myDATA: Steuernummer|Tag/Monat/Jahr|Filiale|Art|Serie|Nummer.',
  issueDate: 'Rechnungsdatum eintragen.',
  item: 'Position {n} prüfen: Die Angaben sind in einer E-Rechnung nicht zulässig.',
  itemAttributes: 'Position {n}: jeder Eigenschaft einen Namen und einen Wert geben.',
  itemClassification: 'Position {n}: angeben, aus welcher Liste die Klassifizierung stammt.',
  itemName: 'Position {n}: eine Beschreibung eintragen.',
  itemPeriod:
    'Position {n}: Beginn oder Ende des Zeitraums eintragen. Das Ende darf nicht vor dem Beginn liegen.',
  itemPrice:
    'Position {n}: Der Preis darf nicht negativ sein. Stattdessen eine negative Menge eingeben.',
  itemQuantity: 'Position {n}: Menge über null eingeben.',
  itemUnit: 'Position {n}: Einheit nach UNECE Rec 20 wählen, z. B. HUR für Stunden, H87 für Stück.',
  items: 'Mindestens eine Position eintragen.',
  kind: 'Rechnungsart wählen.',
  kindElsewhere: 'Dieses Profil kennt diese Rechnungsart nicht: eine gewöhnliche Rechnung wählen.',
  lineProduct:
    'Position {n}: Der Betrag ist in dieser Währung gerundet, daher weicht Menge × Preis ab. Menge 1 und den Betrag als Preis eingeben.',
  mandate: 'Eine Lastschrift braucht das Mandat des Kunden: Mandatsreferenz eintragen.',
  mark: 'Die Rechnung bei myDATA melden und ihre MARK als Anhang mit der Beschreibung ##M.AR.K## eintragen.',
  means: 'Eine Zahlungsart mit den zugehörigen Angaben wählen: Konto, Karte oder Lastschrift.',
  meansOf: 'In {country} eine dieser Zahlungsarten wählen: {form}.',
  nationalPint:
    'Das Land des Unternehmens, {country}, hat ein eigenes PINT, das Billwright nicht erzeugt. Dieses gilt für die Europäische Union: ein anderes Format wählen.',
  networkAddress:
    '{field}: Peppol stellt nicht an Schema {scheme} zu. GLN (0088) oder Unternehmensnummer eintragen.',
  networkKind: 'Peppol überträgt diese Rechnungsart nicht.',
  noBlanks:
    'In Kroatien hat eine Rechnungsnummer keine Leerzeichen. Nummernmuster in den Einstellungen ändern.',
  noExemption: '{field}: Steuerkategorie {category} ist steuerpflichtig. Den Grund entfernen.',
  noNegative: '{field}: Dieses Profil erlaubt keinen negativen Betrag.',
  noProject: 'In diesem Profil nennt eine Rechnungskorrektur kein Projekt: Angabe entfernen.',
  noRate: '{field}: Steuerkategorie {category} hat keinen Satz. Den Satz entfernen.',
  noRounding:
    'Bei Bruttopreisen bleibt ein Cent übrig: `factur-x` verwenden oder Nettopreise eingeben.',
  noTaxCurrency:
    'In diesem Profil steht die Steuer nur in der Rechnungswährung: zweiten Betrag entfernen.',
  noVatIds:
    '{field}: bei nicht steuerbaren Umsätzen nicht erlaubt. Entfernen oder die Steuerkategorie ändern.',
  notes: 'Nur eine Anmerkung ist erlaubt.',
  number: 'Die Rechnung hat noch keine Nummer: zuerst ausstellen.',
  onePage:
    'Höchstens einen Anhang mit der Beschreibung ##INVOICE|URL## und dessen Adresse eintragen.',
  onePreceding:
    'Dieses Format erlaubt nur eine vorangegangene Rechnung; UBL und Factur-X erlauben mehrere.',
  onlyOutside:
    '{field}: Nicht steuerbare Positionen (O) dürfen nicht mit anderen gemischt werden. Zwei Rechnungen stellen.',
  orderNumber: 'Eine Position verweist auf eine Bestellposition: auch die Bestellnummer eintragen.',
  otherTax:
    '{field}: bei einer anderen Steuer als der Umsatzsteuer (ZZZ) ihre vier Ziffern oder einen Text mit # darin eintragen.',
  payerIban: 'Eine Lastschrift braucht das belastete Konto: IBAN des Kunden eintragen.',
  paymentWanted:
    'Bankverbindung in den Einstellungen eintragen oder eine andere Zahlungsart wählen.',
  payCode:
    'Der Code für Banking-Apps wird nicht gedruckt. Prüfen Sie Kontoinhaber, IBAN und Betrag.',
  payCodeName:
    'Der Code für Banking-Apps kürzt Ihren Firmennamen auf {max} Zeichen. Geben Sie einen kürzeren Kontoinhaber an.',
  payPartAmount:
    'Der Schweizer Zahlteil wird nicht gedruckt: Er braucht einen Betrag von 0.01 bis 999 999 999.99.',
  payPartCharacters:
    'Der Schweizer Zahlteil wird nicht gedruckt: „{field}“ enthält Zeichen, die er nicht zulässt: {code}',
  payPartLong: 'Der Schweizer Zahlteil wird nicht gedruckt: „{field}“ hat mehr als {max} Zeichen.',
  payPartMissing: 'Der Schweizer Zahlteil wird nicht gedruckt: „{field}“ fehlt.',
  payPartName:
    'Der Schweizer Zahlteil wird nicht gedruckt: Der Kontoinhaber hat mehr als {max} Zeichen. Geben Sie einen kürzeren an.',
  payPartPayer:
    'Der Schweizer Zahlteil lässt den Zahlungspflichtigen leer: „{field}“ passt nicht hinein.',
  payPartQrIban:
    'Der Schweizer Zahlteil wird nicht gedruckt: Eine QR-IBAN gilt nur für Franken. Geben Sie für Euro die gewöhnliche IBAN an.',
  percentAmount:
    '{field}: Der Prozentsatz ergibt in dieser Währung einen gerundeten Betrag. Stattdessen den Betrag eingeben.',
  period: 'Beginn oder Ende des Zeitraums eintragen. Das Ende darf nicht vor dem Beginn liegen.',
  periodInside: 'Position {n}: Der Zeitraum muss innerhalb des Rechnungszeitraums liegen.',
  preceding: 'Nummer der vorangegangenen Rechnung eintragen.',
  precedingDate: 'Datum der vorangegangenen Rechnung eintragen.',
  precedingWanted: 'Die Rechnung angeben, die hiermit korrigiert wird.',
  rateAbove: '{field}: Steuerkategorie {category} braucht einen Satz über null.',
  rateZero: '{field}: Der Satz der Steuerkategorie {category} muss 0 sein.',
  reason: '{field}: angeben, warum er gewährt oder berechnet wird.',
  referenceOrOrder: 'Referenz des Kunden oder Bestellnummer auf der Rechnung eintragen.',
  representative: 'Name und USt-IdNr. des Fiskalvertreters in den Einstellungen eintragen.',
  representativeCountry: 'Land des Fiskalvertreters in den Einstellungen wählen.',
  roundedByLine:
    'Die Steuer wurde je Position gerundet; E-Rechnungen runden sie je Steuersatz. Rundung auf „Einmal je Steuersatz“ (document) stellen.',
  sector: '{field}: In Bukarest steht als Ort der Sektor. SECTOR1 bis SECTOR6 eintragen.',
  sellerAddress: 'Eigene Adresse in den Einstellungen eintragen, mindestens das Land.',
  sellerCity: 'Ort der eigenen Adresse in den Einstellungen eintragen.',
  sellerContact: 'Ansprechpartner oder Abteilung in den Einstellungen eintragen.',
  sellerCountry: 'Land der eigenen Adresse in den Einstellungen wählen.',
  sellerEmail: 'Eigene E-Mail-Adresse in den Einstellungen eintragen.',
  sellerEndpoint: 'Eigene elektronische Adresse mit Schema in den Einstellungen eintragen.',
  sellerIdentification: 'Eigene USt-IdNr. oder Registernummer in den Einstellungen eintragen.',
  sellerName: 'Namen des Unternehmens in den Einstellungen eintragen.',
  sellerPhone: 'Eigene Telefonnummer in den Einstellungen eintragen.',
  sellerPostalCode: 'Postleitzahl der eigenen Adresse in den Einstellungen eintragen.',
  sellerTaxId:
    'Kategorie {category} braucht die eigene USt-IdNr. oder Steuernummer (Einstellungen).',
  sellerTaxIdOrNumber: 'Eigene USt-IdNr. oder Steuernummer in den Einstellungen eintragen.',
  siren: '{field}: die SIREN (neun Ziffern) eintragen.',
  siret: '{field}: Die SIRET hat 14 Ziffern und beginnt mit der SIREN des Unternehmens.',
  skonto: '{field}: Skonto in einer eigenen Zeile angeben: #SKONTO#TAGE=14#PROZENT=2.00#',
  splitPayment:
    'Split Payment (B) ist nur innerhalb Italiens (auch Lieferung und Herkunft) und ohne Kategorie S möglich.',
  standardRates: '{field}: In {country} betragen die Steuersätze {form} Prozent.',
  sums: 'Die Beträge ergeben nicht die Summen nach EN 16931. Positionen neu eingeben.',
  taxCurrency:
    'Steuerbetrag in der Buchhaltungswährung eintragen: andere Währung, gleiches Vorzeichen.',
  taxGroup: 'Die Zusammenfassung der Steuerkategorie {category} passt nicht zu den Positionen.',
  taxIds:
    'Kategorie {category} braucht die eigene USt-IdNr. und, außer bei Ausfuhr, die des Kunden.',
  taxPointDate:
    'Entweder das Datum der Steuerfälligkeit oder einen Code dafür angeben, nicht beides.',
  taxes: 'Die Steuerangaben sind unvollständig: jeder Position Kategorie und Satz geben.',
  threeDecimals: 'Position {n}: Menge mit höchstens drei Nachkommastellen eintragen.',
  tooLong: '{field}: Dieses Profil erlaubt höchstens {max} Zeichen. Text kürzen.',
  vatForm: '{field}: Eine USt-IdNr. aus {country} hat diese Form: {form}.',
  vatPrefix:
    '{field}: Eine USt-IdNr. beginnt mit einem Länderkürzel wie DE oder FR, „{code}“ dagegen nicht.',
  wholeAddress: '{field}: Straße, Ort und Postleitzahl eintragen (in {country} vorgeschrieben).',
  wholeRate: 'Position {n}: Dieses Profil kennt nur Steuersätze ohne Nachkommastellen.',
}
