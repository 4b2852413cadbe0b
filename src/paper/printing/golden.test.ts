import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile, type View, type ViewValue, variablesOf } from '@billwright/templates'
import { describe, expect, test } from 'vitest'
import { builtInTemplates, builtInVersions } from '../../company/templates/inner/builtin.ts'
import { sanitize } from '../../company/templates/sanitize.ts'
import { traitsOf } from '../../company/templates/traits.ts'
import { PUBLIC_FIELDS, PUBLIC_NAMES } from '../../sales/contents/fields.ts'
import { SAMPLE_CASES, sampleCase } from './samples/sample-cases.ts'
import { variableNames, variablesPage } from './variables.ts'
import { documentView } from './view.ts'

const ROOT = new URL('../../../', import.meta.url)
const GOLDEN = fileURLToPath(new URL('test/golden/documents/', ROOT))
const isUpdate = process.env.UPDATE_GOLDEN === '1'

/** Values that the sample does not have, by kind and by name of a field. */
const OTHER: Readonly<Record<string, unknown>> = {
  text: 'Marked',
  day: '2027-02-03',
  flag: true,
  currency: 'SEK',
  language: 'sv',
  customFields: [{ label: 'Cost center', value: '4711' }],
}

const CURRENT = new Set(builtInTemplates().map(({ html }) => html))
const templates = builtInVersions().map((it) => [`${it.id} ${it.version}`, it] as const)

describe.each(templates)('%s', (_name, { id, version, html }) => {
  const isCurrent = CURRENT.has(html)

  // Issued documents keep their version, so the pages of earlier ones never change.
  test.each(SAMPLE_CASES)('%s is unchanged (UPDATE_GOLDEN=1 accepts changes)', (name) => {
    const file = `${GOLDEN}${version}/${id}-${name}.html`
    const source = { ...sampleCase(name), traits: traitsOf(html) }
    const page = compile(html).render(documentView(source))
    if (isUpdate && isCurrent) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, page)
    }
    expect(page).toBe(readFileSync(file, 'utf8'))
  })
})

describe.each(builtInTemplates().map((template) => [template.id, template] as const))('%s', (_id, {
  html,
}) => {
  test.each(PUBLIC_NAMES)('prints the public field %s', (name) => {
    const source = sampleCase('simple')
    const other = OTHER[name] ?? OTHER[PUBLIC_FIELDS[name]?.kind ?? '']
    const invoice = { ...source.invoice, [name]: other }
    const print = compile(html).render
    expect(print(documentView({ ...source, invoice }))).not.toBe(print(documentView(source)))
  })

  test('the sanitizer finds nothing to remove', () => {
    expect(sanitize(html).removed).toEqual([])
  })

  test('every variable it uses is in the view', () => {
    const names = namesOf(documentView(sampleCase('simple')))
    expect(variablesOf(html).filter((name) => !names.has(name))).toEqual([])
  })
})

test('every variable of the view is documented, and no other', () => {
  const documented = variableNames().toSorted()
  const view = documentView(sampleCase('simple'))
  const lists = ['items', 'adjustments', 'taxes']
  const expected = [
    ...Object.keys(view),
    // The sample has none.
    ...['label', 'value'].map((name) => `companyTaxNumbers.${name}`),
    ...['amount', 'label'].map((name) => `withholdings.${name}`),
    ...lists.flatMap((list) => Object.keys(first(view[list])).map((name) => `${list}.${name}`)),
  ].sort()
  expect(documented).toEqual(expected)
})

test('docs/template-variables.md is current (node scripts/template-variables.ts)', () => {
  expect(readFileSync(new URL('docs/template-variables.md', ROOT), 'utf8')).toBe(variablesPage())
})

/** The names a template may use: those of the view, of its lists' entries, `labels.…` and `typefaces.…`. */
function namesOf(view: View): ReadonlySet<string> {
  const nested = Object.values(view).flatMap((value) => Object.keys(first(value)))
  const labels = Object.keys(view.labels as View).map((name) => `labels.${name}`)
  const typefaces = Object.keys(view.typefaces as View).map((name) => `typefaces.${name}`)
  return new Set([...Object.keys(view), ...nested, ...labels, ...typefaces])
}

function first(value: ViewValue): View {
  const entry: unknown = Array.isArray(value) ? value[0] : undefined
  return typeof entry === 'object' && entry !== null ? (entry as View) : {}
}
