import type { CompanySecrets } from '../../../core/companies/secrets.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { sha256 } from '../../../platform/ids.ts'
import { openHashed, sealBytes } from '../../../platform/seal.ts'
import * as repository from './repository.ts'

export type MessageBytes = ReturnType<typeof createMessageBytes>

/** What was sent. It has links that open documents, so it is stored sealed. */
export const createMessageBytes = (secrets: Pick<CompanySecrets, 'require'>) => ({
  async keep(work: Work, bytes: Uint8Array): Promise<void> {
    const hash = sha256(bytes)
    const secret = await secrets.require(work, 'mail')
    await repository.keepBytes(work, hash, sealBytes(secret, hash, bytes))
  },

  async find(work: ReadWork, hash: string): Promise<Uint8Array | undefined> {
    const stored = await repository.findBytes(work, hash)
    if (!stored) return undefined
    return openHashed(await secrets.require(work, 'mail'), hash, stored) ?? undefined
  },
})
