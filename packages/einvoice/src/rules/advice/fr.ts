import type { Advice } from './en.ts'

export const ADVICE_FR: Advice = {
  account:
    'Un virement exige un compte : saisissez votre IBAN ou numéro de compte dans les paramètres.',
  attachment: 'Pièce jointe {n} : saisissez son nom ou son numéro.',
  bankCode:
    'Ce mode de paiement exige un numéro de compte et un code banque : à saisir dans les paramètres.',
  booksCurrency:
    'La TVA doit aussi être indiquée en {currency} : saisissez-la comme TVA dans la devise de la comptabilité.',
  buyerAddress: 'Saisissez l’adresse du client, au moins son pays.',
  buyerCity: 'Saisissez la ville de l’adresse du client.',
  buyerCountry: 'Choisissez le pays de l’adresse du client.',
  buyerEndpoint: 'Saisissez l’adresse électronique du client et son schéma, par exemple 0225.',
  buyerIdentification: 'Saisissez le numéro de TVA ou d’immatriculation du client.',
  buyerName: 'Saisissez le nom du client.',
  buyerPostalCode: 'Saisissez le code postal de l’adresse du client.',
  buyerReference: 'Saisissez la référence du client sur la facture (Leitweg-ID en Allemagne).',
  buyerVatId: 'Saisissez le numéro de TVA du client.',
  card: 'Payé par carte : saisissez les quatre derniers chiffres de la carte.',
  category: '{field} : choisissez S, Z, E, AE autoliquidation, K, G ou O.',
  categoryElsewhere:
    '{field} : {code} n’est pas admis dans ce profil. Choisissez une autre catégorie.',
  century: '{field} : saisissez une date entre 2000 et 2099.',
  checkDigits: '{field} : la clé de contrôle (schéma {scheme}) est fausse. Vérifiez la saisie.',
  code: '{field} : « {code} » n’est pas un code valide.',
  codeElsewhere:
    '{field} : ce profil ne connaît pas « {code} ». Utilisez un autre code ou un autre format.',
  codeOfCategory: '{field} : le motif {code} appartient à la catégorie de TVA {category}.',
  companyNumber: '{field} : saisissez le format exigé ({country}) : {form}.',
  countryCode: '{field} : « {code} » n’est pas un code ISO 3166. Choisissez un pays.',
  county:
    '{field} : en Roumanie, la région est le județ. Saisissez son nom ou son code, par exemple Cluj ou RO-CJ.',
  creditorId: 'Un prélèvement exige votre identifiant créancier : saisissez-le (paramètres).',
  croatianCode:
    '{field} : « {code} » n’est pas une classe KPD 2025. Saisissez-en une, par exemple 62.20.20.',
  croatianItem: 'Ligne {n} : saisissez sa classe KPD comme classification, avec la liste CG.',
  currency:
    'Choisissez une devise ISO 4217. Celle de la comptabilité doit différer de celle de la facture.',
  danishSlip:
    '{field} {code} : saisissez la référence du bulletin, par exemple 71#123456789012345, et le numéro de créancier comme numéro de compte (paramètres).',
  decimals:
    'Deux décimales au plus dans une facture électronique : adaptez les prix en {currency}.',
  deliveryCity: 'Saisissez la ville de livraison.',
  deliveryCountry: 'Choisissez le pays de livraison.',
  deliveryDate: 'Saisissez la date de livraison ou la période de la livraison intracommunautaire.',
  deliveryPostalCode: 'Saisissez le code postal de livraison.',
  deliveryRegion: 'Saisissez la région du lieu de livraison.',
  deliveryWanted: 'Saisissez la date de livraison ou la période : la loi allemande l’exige.',
  digit:
    'Le numéro de facture doit contenir un chiffre. Modifiez le format des numéros dans les paramètres.',
  directory:
    '{field} : dans l’annuaire (0225), elle ne comporte que des lettres, des chiffres et + - _ . sans espace.',
  dueAfterIssue: 'Saisissez une date d’échéance égale ou postérieure à la date de facture.',
  dueDate: 'Saisissez une échéance ou des conditions de paiement.',
  dueDateWanted: 'Saisissez une échéance : les conditions de paiement seules ne suffisent pas.',
  dutchNumber: '{field} : choisissez 0106 pour un numéro KvK ou 0190 pour un OIN.',
  eightDecimals: 'Ligne {n} : saisissez un prix de huit décimales au plus.',
  euros: 'Une facture en devise doit indiquer la TVA en euros : saisissez ce montant.',
  exemption: '{field} : obligatoire pour la catégorie {category}. Saisissez le motif.',
  fourDecimals: 'Ligne {n} : saisissez une quantité à quatre décimales au plus.',
  frenchNumber:
    'Un numéro de facture compte 35 caractères au plus : lettres, chiffres et + - _ /. Modifiez le format des numéros dans les paramètres.',
  germanKind: 'Réservé à l’Allemagne : établissez une facture ordinaire ou un avoir.',
  germanTypes: 'XRechnung ne prévoit pas ce type de facture.',
  glyphs:
    'Aucune police ne contient ces caractères : {code}. Un caractère de remplacement est imprimé, et un PDF hybride est refusé.',
  greekNumber:
    'Peppol veut le numéro sous la forme de myDATA : numéro fiscal|jour/mois/année|établissement|type|série|numéro.',
  issueDate: 'Saisissez la date de la facture.',
  item: 'Vérifiez la ligne {n} : elle n’est pas admise dans une facture électronique.',
  itemAttributes: 'Ligne {n} : donnez un nom et une valeur à chaque caractéristique.',
  itemClassification: 'Ligne {n} : indiquez la liste de la classification.',
  itemName: 'Ligne {n} : saisissez une désignation.',
  itemPeriod:
    'Ligne {n} : saisissez un début ou une fin de période ; la fin ne peut précéder le début.',
  itemPrice: 'Ligne {n} : le prix ne peut être négatif ; saisissez une quantité négative.',
  itemQuantity: 'Ligne {n} : saisissez une quantité supérieure à zéro.',
  itemUnit: 'Ligne {n} : choisissez une unité UNECE Rec 20, par exemple HUR pour heures.',
  items: 'Ajoutez au moins une ligne.',
  kind: 'Choisissez le type de facture.',
  kindElsewhere: 'Ce profil n’admet pas ce type de facture : choisissez une facture ordinaire.',
  lineProduct:
    'Ligne {n} : le montant est arrondi dans cette devise, donc quantité × prix en diffère. Saisissez la quantité 1 et le montant comme prix.',
  mandate: 'Un prélèvement exige le mandat du client : saisissez sa référence.',
  mark: 'Déclarez la facture à myDATA et saisissez son MARK comme pièce jointe avec la description ##M.AR.K##.',
  means: 'Choisissez un mode de paiement et ce qu’il exige : compte, carte ou prélèvement.',
  meansOf: 'Choisissez un des modes de paiement admis ({country}) : {form}.',
  nationalPint:
    'Le pays de votre entreprise, {country}, a son propre PINT, que Billwright ne crée pas. Celui-ci est réservé à l’Union européenne : choisissez un autre format.',
  networkAddress:
    '{field} : Peppol n’achemine pas vers le schéma {scheme}. Saisissez un GLN (0088) ou un n° d’entreprise.',
  networkKind: 'Peppol ne transporte pas ce type de facture.',
  noBlanks:
    'En Croatie, un numéro de facture n’a pas d’espaces. Modifiez le format des numéros dans les paramètres.',
  noExemption: '{field} : la catégorie {category} est taxée. Retirez le motif.',
  noNegative: '{field} : ce profil n’admet pas de montant négatif.',
  noProject: 'Dans ce profil, un avoir ne mentionne pas de projet : supprimez-le.',
  noRate: '{field} : la catégorie {category} n’a pas de taux. Retirez-le.',
  noRounding:
    'Il reste un centime avec des prix TTC : utilisez `factur-x` ou saisissez des prix HT.',
  noTaxCurrency:
    'Dans ce profil, la TVA n’est indiquée que dans la devise de la facture : supprimez le second montant.',
  noVatIds: '{field} : interdit hors du champ de la TVA. Retirez-le ou changez la catégorie.',
  notes: 'Une seule note est permise.',
  number: 'La facture n’a pas encore de numéro : émettez-la.',
  onePage:
    'Saisissez au plus une pièce jointe avec la description ##INVOICE|URL##, et son adresse.',
  onePreceding:
    'Ce format n’admet qu’une facture antérieure ; UBL et Factur-X en acceptent plusieurs.',
  onlyOutside:
    '{field} : les lignes hors TVA (O) ne peuvent être mêlées à d’autres. Établissez deux factures.',
  orderNumber: 'Une ligne cite la commande : saisissez aussi le numéro de bon de commande.',
  otherTax:
    '{field} : pour une taxe autre que la TVA (ZZZ), saisissez ses quatre chiffres ou un texte contenant un #.',
  payerIban: 'Un prélèvement exige le compte débité : saisissez l’IBAN du client.',
  paymentWanted:
    'Saisissez votre compte bancaire (paramètres) ou choisissez un autre mode de paiement.',
  payCode:
    'Le code pour les applications bancaires n’est pas imprimé. Vérifiez le titulaire, l’IBAN et le montant.',
  payCodeName:
    'Le code pour les applications bancaires coupe le nom de votre entreprise à {max} caractères. Indiquez un titulaire plus court.',
  payPartAmount:
    'La section paiement suisse n’est pas imprimée : le montant doit être compris entre 0.01 et 999 999 999.99.',
  payPartCharacters:
    'La section paiement suisse n’est pas imprimée : « {field} » contient des caractères non admis : {code}',
  payPartLong:
    'La section paiement suisse n’est pas imprimée : « {field} » compte plus de {max} caractères.',
  payPartMissing: 'La section paiement suisse n’est pas imprimée : « {field} » manque.',
  payPartName:
    'La section paiement suisse n’est pas imprimée : le titulaire du compte compte plus de {max} caractères. Indiquez un nom plus court.',
  payPartPayer: 'La section paiement suisse laisse le débiteur vide : « {field} » ne convient pas.',
  payPartQrIban:
    'La section paiement suisse n’est pas imprimée : un QR-IBAN ne vaut que pour les francs. Indiquez l’IBAN ordinaire pour les euros.',
  percentAmount:
    '{field} : le pourcentage donne un montant arrondi dans cette devise. Saisissez plutôt le montant.',
  period: 'Saisissez un début ou une fin de période ; la fin ne peut précéder le début.',
  periodInside: 'Ligne {n} : la période doit être comprise dans celle de la facture.',
  preceding: 'Saisissez le numéro de la facture antérieure.',
  precedingDate: 'Saisissez la date de la facture antérieure.',
  precedingWanted: 'Indiquez la facture que celle-ci rectifie.',
  rateAbove: '{field} : la catégorie {category} exige un taux supérieur à zéro.',
  rateZero: '{field} : le taux de la catégorie {category} doit être 0.',
  reason: '{field} : indiquez pourquoi le montant est déduit ou ajouté.',
  referenceOrOrder: 'Saisissez la référence du client ou le numéro de bon de commande.',
  representative: 'Saisissez nom et numéro de TVA de votre représentant fiscal (paramètres).',
  representativeCountry: 'Choisissez le pays de votre représentant fiscal (paramètres).',
  roundedByLine:
    'La TVA a été arrondie par ligne ; une facture électronique l’arrondit par taux. Choisissez l’arrondi « Une fois par taux » (document).',
  sector: '{field} : à Bucarest, la ville est le secteur. Saisissez SECTOR1 à SECTOR6.',
  sellerAddress: 'Saisissez l’adresse de votre entreprise, au moins son pays (paramètres).',
  sellerCity: 'Saisissez la ville de votre entreprise (paramètres).',
  sellerContact: 'Saisissez un interlocuteur ou un service (paramètres).',
  sellerCountry: 'Choisissez le pays de votre entreprise (paramètres).',
  sellerEmail: 'Saisissez une adresse e-mail de votre entreprise (paramètres).',
  sellerEndpoint:
    'Saisissez l’adresse électronique de votre entreprise et son schéma (paramètres).',
  sellerIdentification: 'Saisissez votre numéro de TVA ou d’immatriculation (paramètres).',
  sellerName: 'Saisissez votre raison sociale (paramètres).',
  sellerPhone: 'Saisissez un numéro de téléphone de votre entreprise (paramètres).',
  sellerPostalCode: 'Saisissez le code postal de votre entreprise (paramètres).',
  sellerTaxId: 'La catégorie {category} exige votre numéro de TVA ou fiscal (paramètres).',
  sellerTaxIdOrNumber: 'Saisissez votre numéro de TVA ou votre numéro fiscal (paramètres).',
  siren: '{field} : saisissez le SIREN (neuf chiffres).',
  siret: '{field} : le SIRET compte 14 chiffres et commence par le SIREN de l’entreprise.',
  skonto: '{field} : écrivez l’escompte sur sa propre ligne : #SKONTO#TAGE=14#PROZENT=2.00#',
  splitPayment:
    'Paiement scindé (B) : Italie uniquement, livraison et origine comprises ; sans catégorie S.',
  standardRates: '{field} : les taux de ce pays ({country}) sont de {form} pour cent.',
  sums: 'Les totaux ne sont pas conformes à EN 16931. Saisissez les lignes à nouveau.',
  taxCurrency: 'Saisissez la TVA dans la devise de la comptabilité : autre devise, même signe.',
  taxGroup: 'Le récapitulatif de la catégorie {category} ne correspond pas aux lignes.',
  taxIds: 'La catégorie {category} exige votre numéro de TVA et, sauf export, celui du client.',
  taxPointDate: 'Indiquez une date d’exigibilité ou un code, pas les deux.',
  taxes: 'Le récapitulatif de TVA est incomplet : donnez catégorie et taux à chaque ligne.',
  threeDecimals: 'Ligne {n} : saisissez une quantité de trois décimales au plus.',
  tooLong: '{field} : ce profil admet {max} caractères au plus. Raccourcissez le texte.',
  vatForm: '{field} : un numéro de TVA de ce pays ({country}) a cette forme : {form}.',
  vatPrefix:
    '{field} : un numéro de TVA commence par un code pays tel que FR ; « {code} » n’en est pas un.',
  wholeAddress:
    '{field} : saisissez la rue, la ville et le code postal (obligatoires : {country}).',
  wholeRate: 'Ligne {n} : ce profil ne connaît que des taux de TVA sans décimales.',
}
