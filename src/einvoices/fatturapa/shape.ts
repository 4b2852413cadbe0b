import { type Content, group, many, text, texts } from '../xml/shape.ts'

/* The elements of FatturaPA 1.2.3 (FPA12 and FPR12), in the order of the schema. */

const ID = group(texts('IdPaese', 'IdCodice'))
const NAME = group(texts('Denominazione', 'Nome', 'Cognome', 'Titolo', 'CodEORI'))
const PERSON = { IdFiscaleIVA: ID, CodiceFiscale: text, Anagrafica: NAME } as const
const ADDRESS = group(texts('Indirizzo', 'NumeroCivico', 'CAP', 'Comune', 'Provincia', 'Nazione'))
const REFERENCE = many(
  group({
    RiferimentoNumeroLinea: many(text),
    ...texts('IdDocumento', 'Data', 'NumItem'),
    ...texts('CodiceCommessaConvenzione', 'CodiceCUP', 'CodiceCIG'),
  }),
)
const ADJUSTMENT = many(group(texts('Tipo', 'Percentuale', 'Importo')))

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
  SoggettoEmittente: text,
})

const DOCUMENT = group({
  ...texts('TipoDocumento', 'Divisa', 'Data', 'Numero'),
  DatiRitenuta: many(
    group(texts('TipoRitenuta', 'ImportoRitenuta', 'AliquotaRitenuta', 'CausalePagamento')),
  ),
  DatiBollo: group(texts('BolloVirtuale', 'ImportoBollo')),
  DatiCassaPrevidenziale: many(
    group({
      ...texts('TipoCassa', 'AlCassa', 'ImportoContributoCassa', 'ImponibileCassa'),
      ...texts('AliquotaIVA', 'Ritenuta', 'Natura', 'RiferimentoAmministrazione'),
    }),
  ),
  ScontoMaggiorazione: ADJUSTMENT,
  ...texts('ImportoTotaleDocumento', 'Arrotondamento'),
  Causale: many(text),
  Art73: text,
})

const LINE = group({
  ...texts('NumeroLinea', 'TipoCessionePrestazione'),
  CodiceArticolo: many(group(texts('CodiceTipo', 'CodiceValore'))),
  ...texts('Descrizione', 'Quantita', 'UnitaMisura', 'DataInizioPeriodo', 'DataFinePeriodo'),
  PrezzoUnitario: text,
  ScontoMaggiorazione: ADJUSTMENT,
  ...texts('PrezzoTotale', 'AliquotaIVA', 'Ritenuta', 'Natura', 'RiferimentoAmministrazione'),
  AltriDatiGestionali: many(
    group(texts('TipoDato', 'RiferimentoTesto', 'RiferimentoNumero', 'RiferimentoData')),
  ),
})

const SUMMARY = group({
  ...texts('AliquotaIVA', 'Natura', 'SpeseAccessorie', 'Arrotondamento', 'ImponibileImporto'),
  ...texts('Imposta', 'EsigibilitaIVA', 'RiferimentoNormativo'),
})

const PAYMENT = group({
  ...texts('Beneficiario', 'ModalitaPagamento', 'DataRiferimentoTerminiPagamento'),
  ...texts('GiorniTerminiPagamento', 'DataScadenzaPagamento', 'ImportoPagamento'),
  ...texts('CodUfficioPostale', 'CognomeQuietanzante', 'NomeQuietanzante', 'CFQuietanzante'),
  ...texts('TitoloQuietanzante', 'IstitutoFinanziario', 'IBAN', 'ABI', 'CAB', 'BIC'),
  ...texts('ScontoPagamentoAnticipato', 'DataLimitePagamentoAnticipato'),
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
          group({ ...texts('NumeroDDT', 'DataDDT'), RiferimentoNumeroLinea: many(text) }),
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
      DatiPagamento: many(group({ CondizioniPagamento: text, DettaglioPagamento: many(PAYMENT) })),
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
