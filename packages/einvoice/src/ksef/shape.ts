import {
  type Content,
  code,
  dates,
  fixed,
  group,
  many,
  numbers,
  text,
  texts,
} from '../xml/shape.ts'
import { RATES } from './codes.ts'

/* The elements of FA(3), schema 1-0E of 2025-06-25, in its order; the tables of attachments are left out. */

const IDENTITY = group(
  texts('NIP', 'IDWew', 'KodUE', 'NrVatUE', 'KodKraju', 'NrID', 'BrakID', 'Nazwa'),
)
const ADDRESS = group(texts('KodKraju', 'AdresL1', 'AdresL2', 'GLN'))
const CONTACTS = many(group(texts('Email', 'Telefon')))
const ACCOUNT = many(
  group(texts('NrRB', 'SWIFT', 'RachunekWlasnyBanku', 'NazwaBanku', 'OpisRachunku')),
)

const BUYER = group({
  ...texts('NrEORI'),
  DaneIdentyfikacyjne: IDENTITY,
  Adres: ADDRESS,
  AdresKoresp: ADDRESS,
  DaneKontaktowe: CONTACTS,
  ...texts('NrKlienta', 'IDNabywcy', 'JST', 'GV'),
})

const ANNOTATIONS = group({
  ...texts('P_16', 'P_17', 'P_18', 'P_18A'),
  Zwolnienie: group(texts('P_19', 'P_19A', 'P_19B', 'P_19C', 'P_19N')),
  NoweSrodkiTransportu: group({
    ...texts('P_22', 'P_42_5'),
    NowySrodekTransportu: many(
      group({
        ...texts('P_22A', 'P_NrWierszaNST', 'P_22BMK', 'P_22BMD', 'P_22BK', 'P_22BNR', 'P_22BRP'),
        ...texts('P_22B', 'P_22B1', 'P_22B2', 'P_22B3', 'P_22B4', 'P_22BT', 'P_22C', 'P_22C1'),
        ...texts('P_22D', 'P_22D1'),
      }),
    ),
    P_22N: text,
  }),
  P_23: text,
  PMarzy: group(
    texts('P_PMarzy', 'P_PMarzy_2', 'P_PMarzy_3_1', 'P_PMarzy_3_2', 'P_PMarzy_3_3', 'P_PMarzyN'),
  ),
})

const LINE = group({
  ...texts('NrWierszaFa', 'UU_ID'),
  ...dates('P_6A'),
  ...texts('P_7', 'Indeks', 'GTIN', 'PKWiU', 'CN', 'PKOB'),
  ...texts('P_8A'),
  ...numbers('P_8B', 'P_9A', 'P_9B', 'P_10', 'P_11', 'P_11A', 'P_11Vat'),
  P_12: code(RATES),
  ...numbers('P_12_XII'),
  ...texts('P_12_Zal_15', 'KwotaAkcyzy', 'GTU', 'Procedura', 'KursWaluty'),
  StanPrzed: code(/^1$/),
})

const ORDER_LINE = group({
  ...texts('NrWierszaZam', 'UU_IDZ', 'P_7Z', 'IndeksZ', 'GTINZ', 'PKWiUZ', 'CNZ', 'PKOBZ'),
  ...texts('P_8AZ', 'P_8BZ', 'P_9AZ', 'P_11NettoZ', 'P_11VatZ', 'P_12Z', 'P_12Z_XII'),
  ...texts('P_12Z_Zal_15', 'GTUZ', 'ProceduraZ', 'KwotaAkcyzyZ', 'StanPrzedZ'),
})

const METHOD = {
  FormaPlatnosci: code(/^[1-7]$/),
  ...texts('PlatnoscInna', 'OpisPlatnosci'),
} as const

const PAYMENT = group({
  Zaplacono: code(/^1$/),
  ...dates('DataZaplaty'),
  ZnacznikZaplatyCzesciowej: code(/^[12]$/),
  ZaplataCzesciowa: many(
    group({ ...numbers('KwotaZaplatyCzesciowej'), ...dates('DataZaplatyCzesciowej'), ...METHOD }),
  ),
  TerminPlatnosci: many(
    group({
      ...dates('Termin'),
      TerminOpis: group(texts('Ilosc', 'Jednostka', 'ZdarzeniePoczatkowe')),
    }),
  ),
  ...METHOD,
  RachunekBankowy: ACCOUNT,
  RachunekBankowyFaktora: ACCOUNT,
  Skonto: group(texts('WarunkiSkonta', 'WysokoscSkonta')),
  ...texts('LinkDoPlatnosci', 'IPKSeF'),
})

const TERMS = group({
  Umowy: many(group(texts('DataUmowy', 'NrUmowy'))),
  Zamowienia: many(group(texts('DataZamowienia', 'NrZamowienia'))),
  NrPartiiTowaru: many(text),
  ...texts('WarunkiDostawy', 'KursUmowny', 'WalutaUmowna'),
  Transport: many(
    group({
      ...texts('RodzajTransportu', 'TransportInny', 'OpisInnegoTransportu'),
      Przewoznik: group({ DaneIdentyfikacyjne: IDENTITY, AdresPrzewoznika: ADDRESS }),
      ...texts('NrZleceniaTransportu', 'OpisLadunku', 'LadunekInny', 'OpisInnegoLadunku'),
      ...texts('JednostkaOpakowania', 'DataGodzRozpTransportu', 'DataGodzZakTransportu'),
      WysylkaZ: ADDRESS,
      WysylkaPrzez: many(ADDRESS),
      WysylkaDo: ADDRESS,
    }),
  ),
  PodmiotPosredniczacy: text,
})

const AMOUNTS = many(group({ ...numbers('Kwota'), ...texts('Powod') }))

const CORRECTION = {
  ...texts('PrzyczynaKorekty', 'TypKorekty'),
  DaneFaKorygowanej: many(
    group({
      ...dates('DataWystFaKorygowanej'),
      ...texts('NrFaKorygowanej', 'NrKSeF', 'NrKSeFFaKorygowanej', 'NrKSeFN'),
    }),
  ),
  ...texts('OkresFaKorygowanej', 'NrFaKorygowany'),
  Podmiot1K: group({ PrefiksPodatnika: text, DaneIdentyfikacyjne: IDENTITY, Adres: ADDRESS }),
  Podmiot2K: many(group({ DaneIdentyfikacyjne: IDENTITY, Adres: ADDRESS, IDNabywcy: text })),
  ...numbers('P_15ZK'),
  ...texts('KursWalutyZK'),
} as const

export const FAKTURA = {
  Naglowek: group({
    KodFormularza: fixed({ kodSystemowy: 'FA (3)', wersjaSchemy: '1-0E' }),
    ...texts('WariantFormularza', 'DataWytworzeniaFa', 'SystemInfo'),
  }),
  Podmiot1: group({
    ...texts('PrefiksPodatnika', 'NrEORI'),
    DaneIdentyfikacyjne: IDENTITY,
    Adres: ADDRESS,
    AdresKoresp: ADDRESS,
    DaneKontaktowe: CONTACTS,
    StatusInfoPodatnika: text,
  }),
  Podmiot2: BUYER,
  Podmiot3: many(
    group({
      ...texts('IDNabywcy', 'NrEORI'),
      DaneIdentyfikacyjne: IDENTITY,
      Adres: ADDRESS,
      AdresKoresp: ADDRESS,
      DaneKontaktowe: CONTACTS,
      ...texts('Rola', 'RolaInna', 'OpisRoli', 'Udzial', 'NrKlienta'),
    }),
  ),
  PodmiotUpowazniony: group({
    NrEORI: text,
    DaneIdentyfikacyjne: IDENTITY,
    Adres: ADDRESS,
    AdresKoresp: ADDRESS,
    DaneKontaktowe: many(group(texts('EmailPU', 'TelefonPU'))),
    RolaPU: text,
  }),
  Fa: group({
    KodWaluty: code(/^[A-Z]{3}$/),
    ...dates('P_1'),
    ...texts('P_1M', 'P_2'),
    WZ: many(text),
    ...dates('P_6'),
    OkresFa: group(dates('P_6_Od', 'P_6_Do')),
    ...numbers('P_13_1', 'P_14_1', 'P_14_1W', 'P_13_2', 'P_14_2', 'P_14_2W', 'P_13_3', 'P_14_3'),
    ...numbers('P_14_3W', 'P_13_4', 'P_14_4', 'P_14_4W', 'P_13_5', 'P_14_5', 'P_13_6_1'),
    ...numbers('P_13_6_2', 'P_13_6_3', 'P_13_7', 'P_13_8', 'P_13_9', 'P_13_10', 'P_13_11'),
    ...numbers('P_15'),
    ...texts('KursWalutyZ'),
    Adnotacje: ANNOTATIONS,
    RodzajFaktury: code(/^(VAT|UPR|(KOR_)?(ZAL|ROZ)|KOR)$/),
    ...CORRECTION,
    ZaliczkaCzesciowa: many(group(texts('P_6Z', 'P_15Z', 'KursWalutyZW'))),
    ...texts('FP', 'TP'),
    DodatkowyOpis: many(group(texts('NrWiersza', 'Klucz', 'Wartosc'))),
    FakturaZaliczkowa: many(group(texts('NrKSeFZN', 'NrFaZaliczkowej', 'NrKSeFFaZaliczkowej'))),
    ZwrotAkcyzy: text,
    FaWiersz: many(LINE),
    Rozliczenie: group({
      Obciazenia: AMOUNTS,
      ...numbers('SumaObciazen'),
      Odliczenia: AMOUNTS,
      ...numbers('SumaOdliczen', 'DoZaplaty', 'DoRozliczenia'),
    }),
    Platnosc: PAYMENT,
    WarunkiTransakcji: TERMS,
    Zamowienie: group({ WartoscZamowienia: text, ZamowienieWiersz: many(ORDER_LINE) }),
  }),
  Stopka: group({
    Informacje: many(group(texts('StopkaFaktury'))),
    Rejestry: many(group(texts('PelnaNazwa', 'KRS', 'REGON', 'BDO'))),
  }),
} as const

export type Faktura = Content<typeof FAKTURA>
export type Fa = NonNullable<Faktura['Fa']>
export type FaLine = NonNullable<Fa['FaWiersz']>[number]
export type Identity = NonNullable<NonNullable<Faktura['Podmiot2']>['DaneIdentyfikacyjne']>
export type FaAddress = NonNullable<NonNullable<Faktura['Podmiot2']>['Adres']>
