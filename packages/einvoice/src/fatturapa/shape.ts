import { type Content, code, dates, group, many, numbers, text, texts } from '../xml/shape.ts'
import { FUND_CODE, NATURA_OF_ALL_YEARS } from './codes.ts'

/* The elements of FatturaPA 1.2.3 (FPA12 and FPR12), in the order of the schema. */

const TAX = {
  ...numbers('AliquotaIVA'),
  ...texts('Ritenuta'),
  Natura: code(NATURA_OF_ALL_YEARS),
} as const
const CURRENCY = code(/^[A-Z]{3}$/)

const ID = group(texts('IdPaese', 'IdCodice'))
const NAME = group(texts('Denominazione', 'Nome', 'Cognome', 'Titolo', 'CodEORI'))
const PERSON = { IdFiscaleIVA: ID, CodiceFiscale: text, Anagrafica: NAME } as const
const ADDRESS = group(texts('Indirizzo', 'NumeroCivico', 'CAP', 'Comune', 'Provincia', 'Nazione'))
const REFERENCE = many(
  group({
    RiferimentoNumeroLinea: many(text),
    ...texts('IdDocumento'),
    ...dates('Data'),
    ...texts('NumItem'),
    ...texts('CodiceCommessaConvenzione', 'CodiceCUP', 'CodiceCIG'),
  }),
)
const ADJUSTMENT = many(group({ Tipo: code(/^(SC|MG)$/), ...numbers('Percentuale', 'Importo') }))

const HEADER = group({
  DatiTrasmissione: group({
    IdTrasmittente: ID,
    ...texts('ProgressivoInvio', 'FormatoTrasmissione', 'CodiceDestinatario'),
    ContattiTrasmittente: group(texts('Telefono', 'Email')),
    PECDestinatario: text,
  }),
  CedentePrestatore: group({
    DatiAnagrafici: group({
      ...PERSON,
      ...texts('AlboProfessionale', 'ProvinciaAlbo', 'NumeroIscrizioneAlbo'),
      ...texts('DataIscrizioneAlbo', 'RegimeFiscale'),
    }),
    Sede: ADDRESS,
    StabileOrganizzazione: ADDRESS,
    IscrizioneREA: group(
      texts('Ufficio', 'NumeroREA', 'CapitaleSociale', 'SocioUnico', 'StatoLiquidazione'),
    ),
    Contatti: group(texts('Telefono', 'Fax', 'Email')),
    RiferimentoAmministrazione: text,
  }),
  RappresentanteFiscale: group({ DatiAnagrafici: group(PERSON) }),
  CessionarioCommittente: group({
    DatiAnagrafici: group(PERSON),
    Sede: ADDRESS,
    StabileOrganizzazione: ADDRESS,
    RappresentanteFiscale: group({
      IdFiscaleIVA: ID,
      ...texts('Denominazione', 'Nome', 'Cognome'),
    }),
  }),
  TerzoIntermediarioOSoggettoEmittente: group({ DatiAnagrafici: group(PERSON) }),
  SoggettoEmittente: code(/^(CC|TZ)$/),
})

const DOCUMENT = group({
  TipoDocumento: code(/^TD(0[1-9]|[12][0-9])$/),
  Divisa: CURRENCY,
  ...dates('Data'),
  ...texts('Numero'),
  DatiRitenuta: many(
    group({
      TipoRitenuta: code(/^RT0[1-6]$/),
      ...numbers('ImportoRitenuta', 'AliquotaRitenuta'),
      ...texts('CausalePagamento'),
    }),
  ),
  DatiBollo: group({ ...texts('BolloVirtuale'), ...numbers('ImportoBollo') }),
  DatiCassaPrevidenziale: many(
    group({
      TipoCassa: code(FUND_CODE),
      ...numbers('AlCassa', 'ImportoContributoCassa', 'ImponibileCassa'),
      ...TAX,
      ...texts('RiferimentoAmministrazione'),
    }),
  ),
  ScontoMaggiorazione: ADJUSTMENT,
  ...numbers('ImportoTotaleDocumento', 'Arrotondamento'),
  Causale: many(text),
  Art73: text,
})

const LINE = group({
  ...texts('NumeroLinea'),
  TipoCessionePrestazione: code(/^(SC|PR|AB|AC)$/),
  CodiceArticolo: many(group(texts('CodiceTipo', 'CodiceValore'))),
  ...texts('Descrizione'),
  ...numbers('Quantita'),
  ...texts('UnitaMisura'),
  ...dates('DataInizioPeriodo', 'DataFinePeriodo'),
  ...numbers('PrezzoUnitario'),
  ScontoMaggiorazione: ADJUSTMENT,
  ...numbers('PrezzoTotale'),
  ...TAX,
  ...texts('RiferimentoAmministrazione'),
  AltriDatiGestionali: many(
    group(texts('TipoDato', 'RiferimentoTesto', 'RiferimentoNumero', 'RiferimentoData')),
  ),
})

const SUMMARY = group({
  ...numbers('AliquotaIVA'),
  Natura: TAX.Natura,
  ...numbers('SpeseAccessorie', 'Arrotondamento', 'ImponibileImporto', 'Imposta'),
  EsigibilitaIVA: code(/^[IDS]$/),
  ...texts('RiferimentoNormativo'),
})

const PAYMENT = group({
  ...texts('Beneficiario'),
  ModalitaPagamento: code(/^MP(0[1-9]|1[0-9]|2[0-3])$/),
  ...dates('DataRiferimentoTerminiPagamento'),
  ...numbers('GiorniTerminiPagamento'),
  ...dates('DataScadenzaPagamento'),
  ...numbers('ImportoPagamento'),
  ...texts('CodUfficioPostale', 'CognomeQuietanzante', 'NomeQuietanzante', 'CFQuietanzante'),
  ...texts('TitoloQuietanzante', 'IstitutoFinanziario', 'IBAN', 'ABI', 'CAB', 'BIC'),
  ...numbers('ScontoPagamentoAnticipato'),
  ...dates('DataLimitePagamentoAnticipato'),
  ...texts('PenalitaPagamentiRitardati', 'DataDecorrenzaPenale', 'CodicePagamento'),
})

export const FATTURA = {
  FatturaElettronicaHeader: HEADER,
  FatturaElettronicaBody: many(
    group({
      DatiGenerali: group({
        DatiGeneraliDocumento: DOCUMENT,
        DatiOrdineAcquisto: REFERENCE,
        DatiContratto: REFERENCE,
        DatiConvenzione: REFERENCE,
        DatiRicezione: REFERENCE,
        DatiFattureCollegate: REFERENCE,
        DatiSAL: many(group(texts('RiferimentoFase'))),
        DatiDDT: many(
          group({
            ...texts('NumeroDDT'),
            ...dates('DataDDT'),
            RiferimentoNumeroLinea: many(text),
          }),
        ),
        DatiTrasporto: group({
          DatiAnagraficiVettore: group({ ...PERSON, NumeroLicenzaGuida: text }),
          ...texts('MezzoTrasporto', 'CausaleTrasporto', 'NumeroColli', 'Descrizione'),
          ...texts('UnitaMisuraPeso', 'PesoLordo', 'PesoNetto', 'DataOraRitiro'),
          ...texts('DataInizioTrasporto', 'TipoResa'),
          IndirizzoResa: ADDRESS,
          DataOraConsegna: text,
        }),
        FatturaPrincipale: group(texts('NumeroFatturaPrincipale', 'DataFatturaPrincipale')),
      }),
      DatiBeniServizi: group({ DettaglioLinee: many(LINE), DatiRiepilogo: many(SUMMARY) }),
      DatiVeicoli: group(texts('Data', 'TotalePercorso')),
      DatiPagamento: many(
        group({ CondizioniPagamento: code(/^TP0[1-3]$/), DettaglioPagamento: many(PAYMENT) }),
      ),
      Allegati: many(
        group({
          ...texts('NomeAttachment', 'AlgoritmoCompressione', 'FormatoAttachment'),
          ...texts('DescrizioneAttachment', 'Attachment'),
        }),
      ),
    }),
  ),
} as const

export type Fattura = Content<typeof FATTURA>
export type FatturaHeader = NonNullable<Fattura['FatturaElettronicaHeader']>
export type FatturaBody = NonNullable<Fattura['FatturaElettronicaBody']>[number]
export type FatturaLine = NonNullable<
  NonNullable<FatturaBody['DatiBeniServizi']>['DettaglioLinee']
>[number]
export type FatturaReference = NonNullable<
  NonNullable<FatturaBody['DatiGenerali']>['DatiContratto']
>[number]
