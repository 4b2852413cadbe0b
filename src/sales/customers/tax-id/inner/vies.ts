import { isInVies, partsOf } from '@billwright/einvoice/tax-ids'
import { AppError } from '../../../../kernel/errors.ts'
import type { OutboundClient } from '../../../../platform/outbound/client.ts'

/* VIES, the EU's service for VAT numbers, by its REST interface. */

const ADDRESS = 'https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number'
const ANSWER_BYTES_MAX = 64 * 1024
const TIMEOUT_MS = 15_000

/** The answer of VIES. If it cannot answer, nothing is known about the number. */
export interface ViesAnswer {
  readonly vies: 'valid' | 'invalid' | 'unavailable'
  /**
   * The consultation number: evidence for the tax office. Only with a VAT number of the company.
   */
  readonly consultation: string | null
  /** The registered name; null: the state does not disclose it. */
  readonly name: string | null
}

const UNAVAILABLE: ViesAnswer = { vies: 'unavailable', consultation: null, name: null }

/** Null: VIES does not cover the country. */
export async function askVies(
  outbound: OutboundClient,
  taxId: string,
  ownTaxId: string | null,
): Promise<ViesAnswer | null> {
  const asked = partsOf(taxId)
  if (!asked || !isInVies(asked.country)) return null
  const own = ownTaxId === null ? null : partsOf(ownTaxId)
  const requester =
    own && isInVies(own.country)
      ? { requesterMemberStateCode: own.country, requesterNumber: own.number }
      : {}
  const body = { countryCode: asked.country, vatNumber: asked.number, ...requester }
  try {
    const answer = await outbound.send({
      url: ADDRESS,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      accept: 'application/json',
      body: JSON.stringify(body),
      limitBytes: ANSWER_BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
      answerTimeoutMs: TIMEOUT_MS,
    })
    return read(new TextDecoder().decode(answer.body))
  } catch (error) {
    if (error instanceof AppError) return UNAVAILABLE
    throw error
  }
}

/** An error of the service, such as `MS_UNAVAILABLE`, replaces or accompanies `valid`. */
function read(text: string): ViesAnswer {
  const answer = parsed(text)
  const error = answer.userError
  const isAnswer = error === undefined || error === 'VALID' || error === 'INVALID'
  if (typeof answer.valid !== 'boolean' || !isAnswer) return UNAVAILABLE
  return {
    vies: answer.valid ? 'valid' : 'invalid',
    consultation: said(answer.requestIdentifier, 100),
    name: said(answer.name, 1000),
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** States that do not disclose a name answer dashes. */
const said = (value: unknown, lengthMax: number): string | null =>
  typeof value === 'string' && /[\p{L}\p{N}]/u.test(value) ? value.trim().slice(0, lengthMax) : null
