import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  HAS_OFFICIAL_RULES,
  IS_FULL_PROOF,
  officialProfiles,
  WITHOUT_OFFICIAL_RULES,
} from '../packages/einvoice/src/rules/official-rules.testing.ts'
import { PLACES } from './einvoice-countries.ts'
import { mutated } from './einvoice-mutations.ts'
import { PROFILES, type Profile } from './einvoice-parties.ts'
import { randomOf } from './einvoice-random.ts'
import { stepOf, type TypicalInvoice, typicalInvoice } from './einvoice-typical.ts'
import { type Givens, givens, type Json } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'

/** `EINVOICE_PROOF=refusals` only counts which rule refuses how many of them, without the official rules. */
const IS_COUNT = process.env.EINVOICE_PROOF === 'refusals'
const TYPICAL = IS_FULL_PROOF || IS_COUNT ? 400 : PLACES.length
const MUTATED = IS_FULL_PROOF ? 1000 : 20
/** `EINVOICE_PART=2/5` takes the second of five parts, so that a long proof can run in pieces. */
const [PART, PARTS] = (process.env.EINVOICE_PART ?? '1/1').split('/').map(Number) as [
  number,
  number,
]
const PATIENCE_MS = 3_600_000
const SEED = 20_261_121

/** What sellers of a country are asked for besides. */
const NATIONAL: Readonly<Record<string, readonly Profile[]>> = {
  FR: ['france', 'france-ubl'],
  NL: ['nlcius'],
  PT: ['cius-pt'],
  RO: ['cius-ro'],
  HR: ['hr-eracun'],
  BE: ['pint'],
  GR: ['pint'],
}

/** How the documents that were asked for were judged. */
class Tally {
  judged = 0
  valid = 0
  refused = 0
  notMade = 0
  readonly failures: string[] = []
  readonly reasons = new Map<string, number>()

  count(reason: string): void {
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1)
  }

  toString(): string {
    const reasons = [...this.reasons].sort(([, a], [, b]) => b - a)
    return [
      `${this.valid} valid, ${this.refused} refused, ${this.notMade} invoices refused on saving`,
      ...reasons.map(([reason, count]) => `${String(count).padStart(5)} ${reason}`),
    ].join('\n')
  }
}

describe.skipIf(!HAS_OFFICIAL_RULES)(`random e-invoices${WITHOUT_OFFICIAL_RULES}`, () => {
  let app: TestApp
  let given: Givens
  let validate: Awaited<ReturnType<typeof officialProfiles>>

  beforeAll(async () => {
    app = await startTestApp('sqlite')
    given = givens(app)
    validate = await officialProfiles()
  }, PATIENCE_MS)
  afterAll(() => app.close())

  /** Checks its formats, every third one unless all are asked for: each document must be valid. */
  async function judge(typical: TypicalInvoice, made: Json, tally: Tally) {
    const { title } = typical
    const document = await documentOf(typical, made)
    const formats = [
      ...PROFILES.filter((_, at) => IS_FULL_PROOF || IS_COUNT || at % 3 === tally.judged % 3),
      ...(NATIONAL[typical.settings.companyAddress?.countryCode] ?? []),
    ]
    tally.judged++
    for (const format of formats) {
      const answer = await app.call('GET', `/invoices/${document.id}/xml?format=${format}`)
      if (answer.statusCode === 200) judgeXml(answer.body, format, { title, tally })
      else if (answer.statusCode === 422) countRefusal(answer.json(), format, tally)
      else tally.failures.push(`${title} ${format}: ${answer.statusCode} ${answer.body}`)
    }
    for (const path of ['validation', 'validation?profile=peppol', 'html']) {
      const { statusCode, body } = await app.call('GET', `/invoices/${document.id}/${path}`)
      if (statusCode !== 200) tally.failures.push(`${title} ${path}: ${statusCode} ${body}`)
    }
  }

  /** The credit note, or the invoice once it is paid; the invoice as it is where that is refused. */
  async function documentOf(typical: TypicalInvoice, made: Json): Promise<Json> {
    const step = stepOf(typical, made)
    if (step === undefined) return made
    const answer = await app.call('POST', `/invoices/${made.id}/${step.path}`, step.body)
    expect([201, 409, 422], `${typical.title}: ${answer.body}`).toContain(answer.statusCode)
    return answer.statusCode === 201 && step.path === 'credit-note' ? answer.json() : made
  }

  function judgeXml(
    xml: string,
    format: Profile,
    { title, tally }: { readonly title: string; readonly tally: Tally },
  ): void {
    const { fatal } = IS_COUNT ? { fatal: [] } : validate(xml, format)
    if (fatal.length === 0) tally.valid++
    else tally.failures.push(`${title} ${format}: ${fatal.join(' ')}`)
  }

  function countRefusal(problem: Json, format: Profile, tally: Tally): void {
    tally.refused++
    for (const { rule, message } of problem.errors) tally.count(`${format} ${rule}: ${message}`)
  }

  const expectSound = (tally: Tally) => {
    if (IS_FULL_PROOF || IS_COUNT) process.stdout.write(`${tally}\n`)
    expect(tally.failures).toEqual([])
  }

  test(
    `${TYPICAL} invoices as businesses send them`,
    async () => {
      const tally = new Tally()
      for (let index = PART - 1; index < TYPICAL; index += PARTS) {
        const typical = typicalInvoice(index, randomOf(SEED + index))
        await given.settings(typical.settings)
        const answer = await app.call('POST', '/invoices', { ...typical.invoice, status: 'sent' })
        expect(answer.statusCode, `${typical.title}: ${answer.body}`).toBe(201)
        await judge(typical, answer.json(), tally)
      }
      expectSound(tally)
      expect(tally.valid).toBeGreaterThan(tally.refused * 2)
    },
    PATIENCE_MS,
  )

  test(
    `${MUTATED} invoices with something wrong`,
    async () => {
      const tally = new Tally()
      let saved = 0
      for (let index = PART - 1; saved < MUTATED / PARTS; index += PARTS) {
        const random = randomOf(SEED * 2 + index)
        const odd = mutated(typicalInvoice(index, random), random)
        const settings = await app.call('PATCH', '/settings', odd.settings)
        expect([200, 422], `${odd.title}: ${settings.body}`).toContain(settings.statusCode)
        const answer = await app.call('POST', '/invoices', { ...odd.invoice, status: 'sent' })
        expect([201, 422], `${odd.title}: ${answer.body}`).toContain(answer.statusCode)
        if (answer.statusCode === 422) {
          tally.notMade++
          continue
        }
        saved++
        await judge(odd, answer.json(), tally)
      }
      expectSound(tally)
    },
    PATIENCE_MS,
  )
})
