import {
  type Answer,
  type ArgsList,
  BillwrightError,
  type CallOptions,
  type ChangeId,
  createClient,
  type Data,
  type Methods,
  type OperationId,
} from '@billwright/sdk'
import { toldText } from '../words/error-text.ts'
import { companyOfPage } from './company.ts'
import { neverOnceLeft, personOfPage, signedInAgain } from './signed-out.ts'

/** POST operations that only read. */
type Read =
  | Exclude<OperationId, ChangeId>
  | 'previewTemplate'
  | 'calculateInvoice'
  | 'previewRecurringInvoice'
  | 'previewAllEntriesInvoice'
  | 'previewInvoiceMessage'
  | 'previewQuoteMessage'
  | 'previewDeliveryNoteMessage'
  | 'previewReceiptMessage'
  | 'previewStatementMessage'
  | 'previewMessageTemplate'
  | 'proposeBankColumns'

/** The operations, as methods and for `request`. */
export type Api<Id extends OperationId = OperationId> = Pick<Methods, Id> & {
  request<One extends Id>(id: One, ...args: ArgsList<One>): Promise<Answer<Data<One>>>
}

interface Args extends CallOptions {
  readonly path?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

export type Call = (id: OperationId, args?: Args) => Promise<Answer<unknown>>

// Each operation has its own type of arguments; this type covers all.
const clientIn = (companyOf: () => string | null): Call =>
  createClient({
    baseUrl: '',
    fetch: (request) => {
      // Findings about e-invoices are in the language of this header.
      request.headers.set('accept-language', document.documentElement.lang)
      const company = companyOf()
      if (company !== null) request.headers.set('billwright-company', company)
      return fetch(request)
    },
  }).request as Call

const sendOff = clientIn(companyOfPage)

/**
 * A call that fails with the end of the session is repeated after the person has signed in again.
 */
const repeated =
  (sendOff: Call): Call =>
  async (id, args) => {
    for (;;) {
      await neverOnceLeft()
      try {
        return await sendOff(id, args)
      } catch (error) {
        if (!isProblem(error, 'unauthenticated') || personOfPage() === null) throw error
        await signedInAgain()
      }
    }
  }

export const call: Call = repeated(sendOff)

/** A client whose requests go through `call`. */
export const apiOf = (call: Call): Api =>
  new Proxy({} as Api, {
    get: (_, name) =>
      name === 'request'
        ? call
        : async (args?: Args) => (await call(name as OperationId, args)).data,
  })

/** Reads and ends the session. These calls never wait for a sign-in. */
export const session: Api<'getSession' | 'signOut'> = apiOf(sendOff)

/**
 * Reads with the browser's session. Changes go through `useSend`, which sends each only once; only
 * the editor (`editor/saving.ts`) saves automatically with its own keys.
 */
export const api: Api<Read> = apiOf(call)

/** Reads in one of the person's companies, on a page that belongs to none. */
export const apiIn = (handle: string): Api<Read> => apiOf(repeated(clientIn(() => handle)))

export const isProblem = (error: unknown, code?: string): error is BillwrightError =>
  error instanceof BillwrightError && (code === undefined || error.code === code)

/** The message of an error for people. */
export function messageOf(error: unknown): string {
  if (isProblem(error)) return toldText(error)
  return error instanceof Error ? error.message : String(error)
}

/** The faults of a refused form by field: `/items/0/unit_price` → `items.0.unit_price`. */
export const fieldErrorsOf = (error: unknown): Readonly<Record<string, string>> =>
  isProblem(error)
    ? Object.fromEntries(
        error.errors.map((fault) => [
          fault.pointer.replace(/^\//, '').replaceAll('/', '.'),
          toldText(fault),
        ]),
      )
    : {}
