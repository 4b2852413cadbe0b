import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compile, variablesOf } from '../templates/render.ts'
import { sanitizeTemplate } from '../templates/sanitize.ts'
import { sampleSource } from './sample.ts'
import { documentView } from './view.ts'

const FOLDER = new URL('../../../shared/templates/', import.meta.url)
const isThere = existsSync(FOLDER)
const files = isThere ? readdirSync(FOLDER).filter((name) => name.endsWith('.html')) : ['none']

describe.skipIf(!isThere)(
  'templates written for Invio (skipped: ../shared/templates is absent)',
  () => {
    test.each(files)('%s prints an invoice once and whole', (name) => {
      const source = readFileSync(new URL(name, FOLDER), 'utf8')
      const { html } = sanitizeTemplate(source)
      const view = documentView({ ...sampleSource('en-IE'), template: html })
      const page = compile(html).render(view)
      const text = page.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ')
      for (const part of [
        'Marlowe Fjord Expeditions',
        'INV-2026-0042',
        '7,408.87',
        'Brand identity',
      ]) {
        expect(text).toContain(part)
      }
      expect(text.match(/T12 X000/g), 'the town of the customer, once').toHaveLength(1)
      expect(text.match(/D02 X000/g), 'the town of the company, once').toHaveLength(1)
      expect(text, 'an amount with its currency twice').not.toMatch(/EUR\s+€/)
      expect(page).toContain('<img class="logo"')
    })

    test('the view has every name they use', () => {
      const used = new Set(
        files.flatMap((name) => variablesOf(readFileSync(new URL(name, FOLDER), 'utf8'))),
      )
      const view = documentView(sampleSource('en-IE'))
      const [item] = view.items as readonly object[]
      const [tax] = view.taxSummary as readonly object[]
      const known = new Set([
        ...Object.keys(view),
        ...Object.keys(item ?? {}),
        ...Object.keys(tax ?? {}),
        ...Object.keys(view.labels as object).map((it) => `labels.${it}`),
      ])
      expect([...used].filter((name) => !known.has(name))).toEqual([])
    })
  },
)
