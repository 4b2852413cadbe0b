import { Resolver } from 'node:dns/promises'

/** Looks up the DNS records that receivers check about a sender. An unknown name has no records. */
export interface MailRecords {
  /** Each record as one text. */
  txt(name: string): Promise<readonly string[]>
  mx(name: string): Promise<readonly string[]>
}

const TIMEOUT_MS = 3_000
const NO_RECORDS = ['ENOTFOUND', 'ENODATA']

export function createMailRecords(): MailRecords {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  return {
    txt: (name) =>
      orNone(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    mx: (name) =>
      orNone(async () => (await resolver.resolveMx(name)).map(({ exchange }) => exchange)),
  }
}

async function orNone(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Error && NO_RECORDS.includes((error as { code?: string }).code ?? ''))
      return []
    throw error
  }
}
