import { beforeAll, describe, expect, test } from 'vitest'
import { completed } from '../countries/countries.ts'
import type { EInvoice } from '../model/document.ts'
import { writeCii, writeUbl } from '../xml/write.ts'
import { CATEGORY_CASES } from './cases/categories.testing.ts'
import { PROFILE_CASES } from './cases/profiles.testing.ts'
import { STANDARD_CASES } from './cases/standard.testing.ts'
import {
  HAS_OFFICIAL_RULES,
  IS_FULL_PROOF,
  officialProfiles,
  WITHOUT_OFFICIAL_RULES,
} from './official-rules.testing.ts'
import { breachesOf, isFacturX, type StandardProfile } from './rules.ts'

const PATIENCE_MS = 1_800_000
const PROFILES: readonly StandardProfile[] = [
  'en16931',
  'peppol',
  'xrechnung',
  'factur-x',
  'france',
  'pint',
  'nlcius',
  'cius-pt',
  'cius-ro',
  'hr-eracun',
]
const CASES = [...STANDARD_CASES, ...CATEGORY_CASES, ...PROFILE_CASES]

/** Rules that we check where the official files do not. */
const STRICTER: Readonly<Record<string, string>> = {
  'en16931 BR-51': 'A warning in UBL, an error in CII.',
  'en16931 BR-CO-19': 'An empty period is not written.',
  'en16931 BR-CO-20': 'An empty period is not written.',
  'en16931 BR-CO-25': 'The case has several means of payment, where UBL repeats the due date.',
  'en16931 BR-IC-11': 'UBL counts the code of the tax point as a period.',
  'peppol PEPPOL-EN16931-R003': 'UBL writes an order number for a sales order alone.',
  'peppol NL-R-009': 'UBL writes an order number for a sales order alone.',
  'nlcius BR-NL-2': 'UBL writes an order number for a sales order alone.',
  'nlcius BR-NL-13': 'UBL writes an order number for a sales order alone.',
  'cius-ro BR-RO-L1019': 'The official rule looks in the wrong place.',
  'xrechnung PEPPOL-EN16931-R010': 'Demanded by the text of XRechnung 3.0.',
  'xrechnung PEPPOL-EN16931-R020': 'Demanded by the text of XRechnung 3.0.',
}

/** About several means of payment, gross prices, payees and identifiers without scheme: our invoices have none. */
const NOT_OURS = ['UBL-SR-45', 'UBL-SR-47', 'PEPPOL-EN16931-R046', 'DK-R-013', 'DT-CIUS-PT-059.2']

const isWanted = HAS_OFFICIAL_RULES && IS_FULL_PROOF

describe.skipIf(!isWanted)(`the official rules and our cases${WITHOUT_OFFICIAL_RULES}`, () => {
  let fatalIn: (document: EInvoice, profile: StandardProfile) => readonly string[]
  beforeAll(async () => {
    const validate = await officialProfiles()
    fatalIn = (document, profile) =>
      isFacturX(profile)
        ? validate(writeCii(document, 'factur-x'), profile === 'france' ? 'france' : 'factur-x')
            .fatal
        : validate(writeUbl(document, ublOf(profile)), formatOf(profile)).fatal
  }, PATIENCE_MS)

  test.each(PROFILES)(
    '%s: the official rules and ours agree',
    (profile) => {
      const faults = CASES.filter((it) => it.profile === profile).flatMap(({ document }) => {
        const ours = errorsIn(document, profile).filter(
          (rule) => !(`${profile} ${rule}` in STRICTER),
        )
        if (ours.length > 0) {
          const isAlone = fatalIn(document, profile).length === 0
          return isAlone ? [`only we report ${ours.join(' ')}`] : []
        }
        // What a profile fills in is part of every document that we write.
        const whole = completed(document, profile)
        if (errorsIn(document, profile).length > 0 || errorsIn(whole, profile).length > 0) return []
        const theirs = fatalIn(whole, profile).filter((rule) => !NOT_OURS.includes(rule))
        return theirs.length > 0 ? [`only they report ${theirs.join(' ')}`] : []
      })
      expect(faults).toEqual([])
    },
    PATIENCE_MS,
  )
})

const errorsIn = (document: EInvoice, profile: StandardProfile): readonly string[] =>
  breachesOf(document, profile).flatMap(({ level, rule }) => (level === 'error' ? [rule] : []))

type UblProfile = Exclude<StandardProfile, 'factur-x' | 'france'>
const ublOf = (profile: StandardProfile): UblProfile =>
  profile === 'factur-x' || profile === 'france' ? 'en16931' : profile
const formatOf = (profile: StandardProfile) => {
  const own = ublOf(profile)
  return own === 'en16931' ? 'ubl' : own
}
