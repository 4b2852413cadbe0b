import type { ReadWork, Work } from '../../../core/record/work.ts'
import { sha256 } from '../../../platform/ids.ts'
import { openHashed, sealBytes } from '../../../platform/seal.ts'
import * as repository from './repository.ts'

export async function keepMessageBytes(work: Work, bytes: Uint8Array): Promise<void> {
  const hash = sha256(bytes)
  const secret = await work.app.secrets.require(work, 'mail')
  await repository.keepBytes(work, hash, sealBytes(secret, hash, bytes))
}

export async function findMessageBytes(
  work: ReadWork,
  hash: string,
): Promise<Uint8Array | undefined> {
  const stored = await repository.findBytes(work, hash)
  if (!stored) return undefined
  return openHashed(await work.app.secrets.require(work, 'mail'), hash, stored) ?? undefined
}
