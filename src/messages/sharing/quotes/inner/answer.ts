import type { FastifyRequest } from 'fastify'
import { isFromOwnPages } from '../../../../company/access/same-origin.ts'
import type { ReadWork } from '../../../../core/record/work.ts'
import { wordsFor } from '../../../../paper/printing/labels/labels.ts'
import {
  answerQuoteByLink,
  findSharedQuote,
  type LinkAnswer,
} from '../../../../sales/quotes/answer.ts'
import { quoteCrossSite } from '../../../../sales/quotes/errors.ts'
import type { QuoteDetails } from '../../../../sales/quotes/view.ts'
import type { AcceptBody, DeclineBody } from './schema.ts'

const BROWSER_LENGTH_MAX = 300

/** Counted separately from readers, so that nobody can try many answers. */
export const ANSWERS = { name: 'answers', perMinute: 10 }

type Given = ({ readonly accept: AcceptBody } | { readonly decline: DeclineBody }) & {
  /** The language that the reader chose for the page. */
  readonly language?: string
}

type Request = FastifyRequest<{ Params: { share_token: string } }>

/** Answers a quote by its link, and stores the shown revision and the evidence. */
export async function answerQuote(
  { work, request }: { readonly work: ReadWork; readonly request: Request },
  given: Given,
): Promise<QuoteDetails> {
  if (isFromOwnPages(request, work.app.publicUrl) === false) throw quoteCrossSite()
  const { share_token: token } = request.params
  const { document } = await findSharedQuote(work, token)
  const agent = request.headers['user-agent']
  const evidence = {
    address: request.ip,
    browser: agent === undefined ? null : agent.slice(0, BROWSER_LENGTH_MAX),
  }
  const answer: LinkAnswer =
    'accept' in given
      ? {
          ...evidence,
          kind: 'accepted',
          revision: given.accept.revision,
          documentHash: given.accept.document_hash,
          name: given.accept.name,
          email: given.accept.email ?? null,
          note: given.accept.note ?? null,
          selected: given.accept.selected ?? null,
          total: given.accept.total ?? null,
          consent: wordsFor(given.language ?? document.contents.language).quote.consentText,
        }
      : {
          ...evidence,
          kind: 'declined',
          revision: given.decline.revision,
          documentHash: given.decline.document_hash,
          name: given.decline.name ?? null,
          email: null,
          note: given.decline.reason ?? null,
          selected: null,
          total: null,
          consent: null,
        }
  return answerQuoteByLink(work, token, answer)
}
