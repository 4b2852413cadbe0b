import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TEMPLATE_BYTES_MAX } from '../language/language.ts'
import { compile } from '../language/render.ts'
import { TemplateError } from '../language/template-error.ts'
import { foldersOf, goldenText, HARMLESS, templateCases, withoutFrame } from './cases.testing.ts'
import { sanitizeTemplate } from './sanitize.ts'

const GOLDEN = join(import.meta.dirname, '../../golden/sanitize')
const OPTIONS = {
  assets: ['fonts/own.woff2'],
  addresses: /^\/_template-assets\/[\w./-]+$/,
  fragments: ['logo', 'paymentQr', 'companyAddress', 'customerAddress'],
}

/** What a golden folder expects: the template and what was taken out of it, or the refusal. */
function outcome(source: string): string {
  try {
    const { html, removed } = sanitizeTemplate(source, OPTIONS)
    const list = removed.map(({ what, where }) => `removed: ${what}${where && ` (${where})`}\n`)
    return `${html.replace(/\n?$/, '\n')}${list.join('')}`
  } catch (error) {
    if (error instanceof TemplateError) return `refused: ${error.code}: ${error.message}\n`
    throw error
  }
}

const errorOf = (source: string): unknown => {
  try {
    return sanitizeTemplate(source).html
  } catch (error) {
    return error
  }
}

describe('golden templates', () => {
  test.each(readdirSync(GOLDEN))('%s', async (name) => {
    const source = readFileSync(join(GOLDEN, name, 'source.html'), 'utf8')
    await expect(outcome(source)).toMatchFileSnapshot(join(GOLDEN, name, 'expected.html'))
  })

  test.each(readdirSync(GOLDEN))('%s stays the same when it is sanitized again', (name) => {
    const source = readFileSync(join(GOLDEN, name, 'source.html'), 'utf8')
    const first = errorOf(source)
    if (first instanceof TemplateError) return
    expect(errorOf(String(first))).toBe(first)
    compile(String(first)).render({})
  })
})

/** What is left of an attack and what was taken out of it. */
function leftOf(source: string): string {
  try {
    const { html, removed } = sanitizeTemplate(source, OPTIONS)
    return [withoutFrame(html), ...removed.map(({ what }) => `removed: ${what}`)].join('\n')
  } catch (error) {
    if (error instanceof TemplateError) return `refused: ${error.code}: ${error.message}`
    throw error
  }
}

test.each(
  foldersOf('attacks').map((folder) => [basename(folder), folder] as const),
)('attacks with %s', async (_name, folder) => {
  const left = templateCases(folder).map(({ id, source }) => [id, leftOf(source)] as const)
  await expect(goldenText(left)).toMatchFileSnapshot(join(folder, 'expected.html'))
})

test.each(HARMLESS)('harmless and unchanged: $id', ({ source }) => {
  const { html, removed } = sanitizeTemplate(source, OPTIONS)
  const style = /<head>(<style[\s\S]*)<\/head>\n<body><\/body>/.exec(html)?.[1]
  expect(style ?? withoutFrame(html)).toBe(source)
  expect(removed).toEqual([])
})

describe('limits', () => {
  const padding = 'x'.repeat(TEMPLATE_BYTES_MAX - '<p></p>'.length)

  test('131 072 bytes pass', () => {
    expect(sanitizeTemplate(`<p>${padding}</p>`).html).toContain(padding)
  })

  test('413 template_too_large: one byte more', () => {
    expect(errorOf(`<p>${padding}x</p>`)).toMatchObject({ code: 'template_too_large' })
  })

  test('bytes are counted, not characters', () => {
    expect(errorOf('é'.repeat(TEMPLATE_BYTES_MAX / 2))).not.toBeInstanceOf(TemplateError)
    expect(errorOf('é'.repeat(TEMPLATE_BYTES_MAX / 2 + 1))).toBeInstanceOf(TemplateError)
  })

  test.each([
    ['a NUL', 'a\u0000b'],
    ['a control character', 'a\u001bb'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('template_invalid: %s', (_, source) => {
    expect(errorOf(source)).toMatchObject({ code: 'template_invalid' })
  })

  test('template_too_complex: elements nested without end', () => {
    expect(errorOf('<div>'.repeat(1000))).toMatchObject({ code: 'template_too_complex' })
  })

  test('a long list of removals is cut off', () => {
    const { removed } = sanitizeTemplate('<b onclick="x">'.repeat(150))
    expect(removed).toHaveLength(101)
    expect(removed.at(-1)?.what).toBe('50 more')
  })
})

test('a byte order mark is not text', () => {
  const source = '<!DOCTYPE html>\n<html>\n<head></head>\n<body class="a"></body></html>'
  expect(sanitizeTemplate(`\ufeff${source}`).html).toBe(source)
})

describe('removed code', () => {
  test('is reported with its line and column in the source of the author', () => {
    const source = '{{! a\nb }}<p>{{x}} {{y}}\n{{z}}<script></script></p>'
    expect(sanitizeTemplate(source).removed).toEqual([
      { what: '<script>', where: 'line 3, column 6' },
    ])
  })

  test('quotes a tag as the author wrote it, also in a shortened text', () => {
    const all = [
      '<p style="background: url(/_{{x}})">',
      '<a href="/_{{x}}">',
      '<p style="3: _{{x}}">',
    ]
    for (const source of all) {
      const { removed } = sanitizeTemplate(source.replace('_', 'a'.repeat(70)))
      expect(removed[0]?.what).toContain('aa{{x}}')
    }
  })

  test('is nothing for a plain template', () => {
    const source = '<!doctype html><html><head></head><body><p class="a">{{x}}</p></body></html>'
    expect(sanitizeTemplate(source).removed).toEqual([])
  })
})

test('without options, no address is loaded and no tag keeps three braces', () => {
  const source = '<p style="background: url(/_template-assets/own/1.0.0/paper.png)">{{{logo}}}</p>'
  const { html, removed } = sanitizeTemplate(source)
  expect(withoutFrame(html)).toBe('<p>{{logo}}</p>')
  expect(removed).toHaveLength(1)
})
