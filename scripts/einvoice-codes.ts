/**
 * Writes the code lists of e-invoices from the official rules, which are not part of the project:
 * `node scripts/einvoice-codes.ts [FOLDER]`. Codes are facts; nothing else is taken over.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [, , folder = join(import.meta.dirname, '../../shared/einvoice/rules')] = process.argv
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')

type Lists = ReadonlyMap<string, ReadonlySet<string>>

/** The codes that each rule of a Schematron file compares with. */
function listsIn(...files: readonly string[]): Lists {
  const lists = new Map<string, ReadonlySet<string>>()
  for (const text of files.map(read)) {
    const named = new Map(
      [...text.matchAll(/<(?:\w+:)?let name="(\w+)"\s+value="\s*tokenize\('([^']*)'/g)].map(
        ([, name = '', codes = '']) => [name, codes],
      ),
    )
    for (const [, attributes = ''] of text.matchAll(/<(?:\w+:)?(?:assert|report)\b([^>]*)>/gs)) {
      const [, id] = /\bid="([^"]*)"/.exec(attributes) ?? []
      const [, test] = /test="([^"]*)"/s.exec(attributes) ?? []
      if (id === undefined || test === undefined) continue
      const inline = [...test.matchAll(/contains\(\s*'([^']{8,})'/g)].map(([, codes]) => codes)
      const byName = [...test.matchAll(/in \$(\w+)/g)].map(([, name = '']) => named.get(name))
      const codes = [...inline, ...byName].flatMap((it) => it?.split(/[\s,]+/) ?? [])
      if (codes.length > 0)
        lists.set(id, new Set([...(lists.get(id) ?? []), ...codes.filter((code) => code !== '')]))
    }
  }
  return lists
}

/** The lists of Factur-X, by the rule of EN 16931 on the same terms. */
function facturX(): Lists {
  const text = read('factur-x-2.5.2/FACTUR-X_EN16931_codedb.xml')
  const lists = new Map(
    [...text.matchAll(/<cl id="(\d+)">(.*?)<\/cl>/gs)].map(([, id = '', body = '']) => [
      id,
      new Set([...body.matchAll(/value="([^"]*)"/g)].map(([, code = '']) => code)),
    ]),
  )
  return renamed(lists, {
    'BR-CL-01': ['2'],
    'BR-CL-04': ['24'],
    'BR-CL-05': ['24'],
    'BR-CL-07': ['14'],
    'BR-CL-10': ['15'],
    'BR-CL-11': ['16'],
    'BR-CL-13': ['6'],
    'BR-CL-14': ['7'],
    'BR-CL-15': ['7'],
    'BR-CL-16': ['25'],
    'BR-CL-17': ['10'],
    'BR-CL-18': ['10'],
    'BR-CL-19': ['11', '29'],
    'BR-CL-20': ['12', '30'],
    'BR-CL-21': ['5'],
    'BR-CL-22': ['26'],
    'BR-CL-23': ['8'],
    'BR-CL-25': ['17'],
    'BR-CL-26': ['15'],
  })
}

/** What is on all of those lists, under the name of the rule of EN 16931. */
const renamed = (lists: Lists, names: Readonly<Record<string, readonly string[]>>): Lists =>
  new Map(
    Object.entries(names).map(([rule, ids]) => {
      const [first, ...others] = ids.map((id) => {
        const list = lists.get(id)
        if (list === undefined) throw new Error(`There is no list ${id} for ${rule}.`)
        return list
      })
      return [rule, new Set([...(first ?? [])].filter((it) => others.every((at) => at.has(it))))]
    }),
  )

const portugal = (): Lists => {
  const id = (...numbers: readonly string[]) => numbers.map((number) => `DT-CIUS-PT-${number}`)
  return renamed(listsIn('cius-pt-2.1.1/datatype/urn_feap.gov.pt_CIUS-PT_2.1.1-UBL-datatype.sch'), {
    'BR-CL-04': id('151'),
    'BR-CL-07': id('017.2'),
    'BR-CL-10': id('027.2', '044.2'),
    'BR-CL-11': id('028.2', '045.2'),
    'BR-CL-13': id('138.2'),
    'BR-CL-14': id('141', '142', '144', '145'),
    'BR-CL-15': id('146'),
    'BR-CL-19': id('147', '149'),
    'BR-CL-20': id('148', '150'),
    'BR-CL-21': id('137.2'),
    'BR-CL-23': id('143'),
    'BR-CL-26': id('069.2'),
  })
}

const STANDARD = listsIn('EN16931-UBL-1.3.16.sch')
const PROFILES: Readonly<Record<string, Lists>> = {
  peppol: renamed(listsIn('PEPPOL-EN16931-UBL-2026.5.sch'), {
    'BR-CL-04': ['PEPPOL-EN16931-CL007'],
    'BR-CL-19': ['PEPPOL-EN16931-CL002'],
    'BR-CL-20': ['PEPPOL-EN16931-CL003'],
    'BR-CL-25': ['PEPPOL-EN16931-CL008'],
  }),
  pint: listsIn('pint-eu-1.1.1/PINT-EN16931-aligned-rules.sch'),
  'factur-x': facturX(),
  nlcius: listsIn('nlcius-2.0.3.13/si-ubl-2.0/CenPC434/codelist/EN16931-UBL-codes.sch'),
  'cius-pt': portugal(),
  'cius-ro': listsIn('cius-ro-1.0.9/codelist/EN16931-UBL-codes.sch'),
}
/** On both amounts and invoices; those of notes are free. */
const SAME_AS: Readonly<Record<string, string>> = { 'BR-CL-03': 'BR-CL-04' }
const UNUSED = new Set(['BR-CL-08', ...Object.keys(SAME_AS)])

function unknownTo(lists: Lists): readonly (readonly [rule: string, codes: readonly string[]])[] {
  return [...STANDARD]
    .filter(([rule]) => rule.startsWith('BR-CL-') && !UNUSED.has(rule))
    .map(([rule, codes]): readonly [string, readonly string[]] => {
      const known = lists.get(rule)
      return [rule, known === undefined ? [] : [...codes].filter((code) => !known.has(code))]
    })
    .filter(([, codes]) => codes.length > 0)
}

/** As lines of a template literal. */
function wrapped(codes: readonly string[], indent: string): string {
  const lines: string[] = []
  for (const code of codes.toSorted()) {
    const last = lines.at(-1)
    if (last !== undefined && indent.length + last.length + code.length < 99)
      lines[lines.length - 1] = `${last} ${code}`
    else lines.push(code)
  }
  return lines.map((line) => `\n${indent}${line}`).join('')
}

const list = (rule: string): readonly string[] => {
  const codes = STANDARD.get(rule)
  if (codes === undefined) throw new Error(`EN 16931 has no list for ${rule}.`)
  return [...codes]
}

const HEAD = `/** Generated by scripts/einvoice-codes.ts from the official rules; change the script, not this. */\n`

const profiles = Object.entries(PROFILES)
  .map(([profile, lists]) => [profile, unknownTo(lists)] as const)
  .filter(([, unknown]) => unknown.length > 0)
  .map(([profile, unknown]) => {
    const rules = unknown.map(([rule, codes]) => {
      const text = wrapped(codes, '      ')
      return `    '${rule}': \`${text}\`,\n`
    })
    const key = /-/.test(profile) ? `'${profile}'` : profile
    return `  ${key}: {\n${rules.join('')}  },\n`
  })
  .join('')

writeFileSync(
  join(import.meta.dirname, '../packages/einvoice/src/model/official-codes.ts'),
  `${HEAD}
/** EN 16931 1.3.16 of 14 April 2026. UNCL 4461: means of payment. */
export const PAYMENT_MEANS = \`${wrapped(list('BR-CL-16'), '  ')}\`

/** ISO 6523: schemes of identifiers. */
export const IDENTIFIER_SCHEMES = \`${wrapped(list('BR-CL-11'), '  ')}\`

/** UNCL 1153: schemes of references. */
export const REFERENCE_SCHEMES = \`${wrapped(list('BR-CL-07'), '  ')}\`

/**
 * Codes on the lists of EN 16931 that a profile does not know, by the rule on the list: Peppol BIS 3
 * of May 2026, PINT EU 1.1.1, Factur-X 1.09.2, NLCIUS 2.0.3.13, CIUS-PT 2.1.1 and CIUS-RO 1.0.9.
 */
export const UNKNOWN_CODES = {
${profiles}} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>
`,
)

/** `01.11:11 12 20`: items of one group together, a third of the size. */
function grouped(codes: readonly string[]): readonly string[] {
  const groups = Map.groupBy(codes.toSorted(), (code) => code.slice(0, 5))
  return [...groups].map(([group, items]) => `${group}:${items.map((it) => it.slice(6)).join(',')}`)
}

const items = [
  ...(listsIn('hr-eracun-1.0.3/codelist/HR-CIUS-EXT-EN16931-UBL-codes.sch').get('HR-BR-CL-2') ??
    []),
].filter((code) => code.includes('.'))
writeFileSync(
  join(import.meta.dirname, '../packages/einvoice/src/countries/croatian-items.ts'),
  `${HEAD}
/** KPD 2025, the classes of products in HR CIUS 1.0.3 of 6 March 2026: \`group:class,class\`. */
const CLASSES = \`${wrapped(grouped(items), '  ')}\`

const CODES: ReadonlySet<string> = new Set(
  CLASSES.trim()
    .split(/\\s+/)
    .flatMap((group) => {
      const [name = '', classes = ''] = group.split(':')
      return classes.split(',').map((it) => \`\${name}.\${it}\`)
    }),
)

export const isCroatianItem = (code: string): boolean => CODES.has(code)
`,
)
