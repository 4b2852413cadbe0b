const PARTY =
  'DatiAnagrafici/(IdFiscaleIVA/|CodiceFiscale|Anagrafica/(Denominazione|Nome|Cognome|Titolo)=)|Sede/|IscrizioneREA/(Ufficio|NumeroREA)=|Contatti/(Telefono|Email)=|RiferimentoAmministrazione='
const HEADER = `DatiTrasmissione/|SoggettoEmittente=|(CedentePrestatore|CessionarioCommittente)/(${PARTY})`

const DOCUMENT = [
  '(TipoDocumento|Divisa|Data|Numero|ImportoTotaleDocumento|Arrotondamento|Causale)N?=',
  'DatiRitenutaN?/',
  'DatiBollo/',
  'DatiCassaPrevidenzialeN?/(TipoCassa|AlCassa|ImportoContributoCassa|AliquotaIVA|Natura)=',
].join('|')

/** Only the first of each kind is in the document. */
const REFERENCES = [
  '(DatiOrdineAcquisto|DatiContratto)(\\[1\\])?/(IdDocumento|CodiceCUP|CodiceCIG)=',
  'DatiRicezione(\\[1\\])?/IdDocumento=',
  'DatiDDT(\\[1\\])?/(NumeroDDT|DataDDT)=',
  'DatiFattureCollegateN?/(IdDocumento|Data)=',
].join('|')

const LINE = [
  '(NumeroLinea|TipoCessionePrestazione|Descrizione|Quantita|UnitaMisura|DataInizioPeriodo)=',
  '(DataFinePeriodo|PrezzoUnitario|PrezzoTotale|AliquotaIVA|Natura)=',
  'ScontoMaggiorazioneN?/',
].join('|')

const BODY = [
  `DatiGenerali/(DatiGeneraliDocumento/(${DOCUMENT})|${REFERENCES})`,
  `DatiBeniServizi/DettaglioLineeN?/(${LINE})`,
  'DatiBeniServizi/DatiRiepilogoN?/(AliquotaIVA|Natura|ImponibileImporto|Imposta|EsigibilitaIVA|RiferimentoNormativo)=',
  'DatiPagamentoN?/(CondizioniPagamento=|DettaglioPagamentoN?/(ModalitaPagamento|DataRiferimentoTerminiPagamento|GiorniTerminiPagamento|DataScadenzaPagamento|ImportoPagamento|IBAN|BIC|ScontoPagamentoAnticipato|DataLimitePagamentoAnticipato|CodicePagamento)=)',
  'AllegatiN?/',
].join('|')

/** The contents of a FatturaPA that the semantic model has, or that only serve its transmission. */
export const SHOWN = new RegExp(
  `^(FatturaElettronicaHeader/(${HEADER})|FatturaElettronicaBodyN?/(${BODY}))`.replaceAll(
    'N?',
    '(\\[\\d+\\])?',
  ),
)
