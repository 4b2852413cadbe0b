import type { FastifyRequest } from 'fastify'
import { currentSettings, logoAsDataUrl } from '../../../company/settings/read.ts'
import { hasSeveralCompanies } from '../../../core/companies/directory.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { gonePage, type Sender } from './page.ts'

/**
 * Whom to ask about a link that leads nowhere: the company of its handle; without one, the only
 * company. Of several, nobody is named: any address without a handle would name the first. The answer
 * is the same whether the link ever existed.
 */
async function senderOf(work: ReadWork, token: string): Promise<Sender | null> {
  const [, handle] = /^([a-z2-7]{8})\./.exec(token) ?? []
  // A handle of no company leads to the first one, which has nothing to do with the link.
  if (handle !== undefined && handle !== work.company.handle) return null
  if (handle === undefined && (await hasSeveralCompanies(work.app.directory))) return null
  const settings = await currentSettings(work)
  if (settings.companyName === '') return null
  return { settings, logo: await logoAsDataUrl(work, settings.logoId) }
}

/** The page of a link that is invalid or was revoked. */
export const goneFor = async (
  work: ReadWork,
  { headers }: FastifyRequest,
  token: string,
): Promise<string> => gonePage(headers['accept-language'], await senderOf(work, token))
