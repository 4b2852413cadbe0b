const PARTY = 'DaneIdentyfikacyjne/|Adres/(KodKraju|AdresL1|AdresL2)=|DaneKontaktowe(\\[1\\])?/'

/** Marks that say no. */
const NOT_MARKED = 'Adnotacje/(.*N=1$|P_(16|17|18|18A|23)=2$|P_17=|Zwolnienie/P_19)'

const LINE =
  '(NrWierszaFa|P_6A|P_7|Indeks|P_8A|P_8B|P_9A|P_9B|P_10|P_11|P_11A|P_11Vat|P_12|P_12_XII|StanPrzed)='

const PAYMENT = [
  '(Zaplacono|DataZaplaty|ZnacznikZaplatyCzesciowej|FormaPlatnosci)=',
  'ZaplataCzesciowaN?/(KwotaZaplatyCzesciowej|DataZaplatyCzesciowej)=',
  'TerminPlatnosciN?/',
  'Skonto/',
  'RachunekBankowy(\\[1\\])?/(NrRB|SWIFT)=',
].join('|')

const FA = [
  '(KodWaluty|P_1|P_2|P_6|P_13_\\d+(_\\d)?|P_14_\\dW?|P_15|RodzajFaktury)=',
  'OkresFa/|WZ(\\[1\\])?=',
  NOT_MARKED,
  'DaneFaKorygowanejN?/(NrFaKorygowanej|DataWystFaKorygowanej|NrKSeFN)=',
  'FakturaZaliczkowaN?/(NrFaZaliczkowej|NrKSeFFaZaliczkowej|NrKSeFZN)=',
  `FaWierszN?/(${LINE})`,
  'Rozliczenie/',
  `Platnosc/(${PAYMENT})`,
  'WarunkiTransakcji/(Umowy(\\[1\\])?/NrUmowy|Zamowienia(\\[1\\])?/NrZamowienia)=',
].join('|')

/** The contents of FA(3) that the semantic model has, or that only serve its transmission. */
export const SHOWN = new RegExp(
  `^(Naglowek/|Podmiot[12]/(${PARTY})|Podmiot2/(JST|GV)=2$|Fa/(${FA})|Stopka/InformacjeN?/)`.replaceAll(
    'N?',
    '(\\[\\d+\\])?',
  ),
)
