import { type Fault, fault, rounds, type Service } from './harness.ts'
import { call, request } from './request.ts'
import { compare, shuffled } from './telling-apart.ts'

const ACCOUNTS = 8
/** Of the median, in every case: what an attacker may learn must be nothing (C34). */
const DIFFERENCE_MAX_MS = 5
const WARM_UP = 5

interface Account {
  readonly email: string
  readonly isKnown: boolean
}

/**
 * People who exist and people who do not try to sign in with a wrong password, each try from another
 * address, in a random order: the times of the answers do not reveal which is which (C34).
 */
await fault(async (it) => {
  const service = await it.service({ env: { TRUST_PROXY: '127.0.0.1' } })
  await service.ready()
  const accounts = await givenAccounts(service)
  const answers = new Set<string>()
  const times = { known: [] as number[], unknown: [] as number[] }
  const count = rounds(70)
  let tries = 0
  for (let round = -WARM_UP; round < count; round++) {
    for (const account of shuffled(accounts)) {
      const { tookMs, answer } = await oneTry(service, account.email, tries++)
      answers.add(answer)
      if (round >= 0) times[account.isKnown ? 'known' : 'unknown'].push(tookMs)
    }
  }
  if (answers.size > 1) it.finding(`different answers: ${[...answers].join(' | ')}`)
  return told(it, times)
})

function told(it: Fault, times: Readonly<Record<'known' | 'unknown', readonly number[]>>): string {
  const { medians, difference, noise, canBeTold } = compare(times.known, times.unknown)
  const [known, unknown] = medians
  if (canBeTold || difference > DIFFERENCE_MAX_MS)
    it.finding('people who exist can be told from others by how long an answer takes')
  return [
    `${times.known.length} + ${times.unknown.length} tries`,
    `medians: known ${exact(known)}, unknown ${exact(unknown)}, difference ${exact(difference)}`,
    `halves of one kind differ by up to ${exact(noise)}`,
  ].join('; ')
}

function exact(ms: number): string {
  return `${ms.toFixed(2)} ms`
}

/** Addresses of the same length, so that nothing but being known distinguishes them. */
async function givenAccounts({ url }: Service): Promise<readonly Account[]> {
  const accounts: Account[] = []
  for (let n = 0; n < 2 * ACCOUNTS; n++) {
    const account = { email: `person-${n + 10}@example.org`, isKnown: n % 2 === 0 }
    accounts.push(account)
    if (!account.isKnown) continue
    const body = { email: account.email, password: 'nine quiet lighthouses', role: 'viewer' }
    const { status, text } = await call(url, 'POST', '/users', { body })
    if (status !== 201) throw new Error(`No account could be made: ${text}`)
  }
  return accounts
}

async function oneTry({ url }: Service, email: string, n: number) {
  const address = `198.18.${Math.floor(n / 250)}.${(n % 250) + 1}`
  const startedMs = performance.now()
  const { status, json } = await request(url, 'POST', '/api/v1/session', {
    body: { email, password: 'not their password' },
    headers: { origin: url, 'x-forwarded-for': address },
  })
  const tookMs = performance.now() - startedMs
  return { tookMs, answer: `${status} ${json?.code} ${json?.detail}` }
}
