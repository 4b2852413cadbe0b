import { type Received, readReceived } from './read-received.ts'

/* Small files of suppliers, with the parts that a test is about. */

const FATTURA_HEAD = `<DatiTrasmissione><FormatoTrasmissione>FPR12</FormatoTrasmissione></DatiTrasmissione>
<CedentePrestatore><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>12345670017</IdCodice></IdFiscaleIVA><Anagrafica><Denominazione>Studio Lago</Denominazione></Anagrafica></DatiAnagrafici><Sede><Comune>Como</Comune><Nazione>IT</Nazione></Sede></CedentePrestatore>
<CessionarioCommittente><DatiAnagrafici><Anagrafica><Denominazione>Libreria Riva</Denominazione></Anagrafica></DatiAnagrafici><Sede><Comune>Lecco</Comune><Nazione>IT</Nazione></Sede></CessionarioCommittente>`

interface FatturaParts {
  readonly number?: string
  readonly type?: string
  /** Of DatiGeneraliDocumento, before its total. */
  readonly document?: string
  readonly total?: string
  readonly due?: 'I' | 'S' | 'D'
  /** Of DatiPagamento. */
  readonly payment?: string
}

/** 1 000.00 at 22 %. */
const fatturaBody = ({
  number = 'F-1',
  type = 'TD01',
  document = '',
  total = '1220.00',
  due = 'I',
  payment,
}: FatturaParts): string => `<FatturaElettronicaBody>
<DatiGenerali><DatiGeneraliDocumento><TipoDocumento>${type}</TipoDocumento><Divisa>EUR</Divisa><Data>2026-11-02</Data><Numero>${number}</Numero>${document}<ImportoTotaleDocumento>${total}</ImportoTotaleDocumento></DatiGeneraliDocumento></DatiGenerali>
<DatiBeniServizi><DettaglioLinee><NumeroLinea>1</NumeroLinea><Descrizione>Consulenza</Descrizione><PrezzoUnitario>1000.00</PrezzoUnitario><PrezzoTotale>1000.00</PrezzoTotale><AliquotaIVA>22.00</AliquotaIVA></DettaglioLinee>
<DatiRiepilogo><AliquotaIVA>22.00</AliquotaIVA><ImponibileImporto>1000.00</ImponibileImporto><Imposta>220.00</Imposta><EsigibilitaIVA>${due}</EsigibilitaIVA></DatiRiepilogo></DatiBeniServizi>
${payment === undefined ? '' : `<DatiPagamento>${payment}</DatiPagamento>`}</FatturaElettronicaBody>`

/** A FatturaPA with one invoice, or a lot of several. */
export const fattura = (...bodies: readonly FatturaParts[]): string =>
  `<p:FatturaElettronica versione="FPR12" xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"><FatturaElettronicaHeader>${FATTURA_HEAD}</FatturaElettronicaHeader>${bodies.map(fatturaBody).join('')}</p:FatturaElettronica>`

/** A payment of DatiPagamento. */
export const detail = (amount: string | null, more = ''): string =>
  `<DettaglioPagamento><ModalitaPagamento>MP05</ModalitaPagamento>${more}${amount === null ? '' : `<ImportoPagamento>${amount}</ImportoPagamento>`}</DettaglioPagamento>`

interface FakturaParts {
  readonly kind?: string
  readonly currency?: string
  readonly net?: string
  readonly tax?: string
  readonly total?: string
  /** After P_14_1. */
  readonly taxes?: string
  /** After the lines: Rozliczenie and Platnosc. */
  readonly end?: string
}

/** 100.00 at 23 %. */
export const faktura = ({
  kind = 'VAT',
  currency = 'PLN',
  net = '100.00',
  tax = '23.00',
  total = '123.00',
  taxes = '',
  end = '',
}: FakturaParts): string => `<Faktura xmlns="http://crd.gov.pl/wzor/2025/06/25/13775/">
<Podmiot1><DaneIdentyfikacyjne><NIP>5260001246</NIP><Nazwa>Dostawca</Nazwa></DaneIdentyfikacyjne><Adres><KodKraju>PL</KodKraju><AdresL1>ul. Prosta 1</AdresL1></Adres></Podmiot1>
<Podmiot2><DaneIdentyfikacyjne><NIP>7740001454</NIP><Nazwa>Nabywca</Nazwa></DaneIdentyfikacyjne><Adres><KodKraju>PL</KodKraju><AdresL1>ul. Krzywa 2</AdresL1></Adres></Podmiot2>
<Fa><KodWaluty>${currency}</KodWaluty><P_1>2026-11-02</P_1><P_2>FV/1</P_2><P_13_1>${net}</P_13_1><P_14_1>${tax}</P_14_1>${taxes}<P_15>${total}</P_15>
<Adnotacje><P_16>2</P_16><P_17>2</P_17></Adnotacje><RodzajFaktury>${kind}</RodzajFaktury>
<FaWiersz><NrWierszaFa>1</NrWierszaFa><P_7>Towar</P_7><P_8B>1</P_8B><P_9A>${net}</P_9A><P_11>${net}</P_11><P_12>23</P_12></FaWiersz>${end}</Fa></Faktura>`

const firstOf = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('The file has no invoice.')
  return one
}

/** The first invoice of a file. */
export const firstReceived = (file: Uint8Array): Received => firstOf(readReceived({ file }))
