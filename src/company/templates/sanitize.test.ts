import { Fragment } from '@billwright/templates'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../kernel/errors.ts'
import { compileTemplate } from './compile.ts'
import { sanitize } from './sanitize.ts'

const imageOf = (address: string): string =>
  sanitize(`<p style="background: url(${address})">a</p>`).html

const problemOf = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

describe('what this service gives to templates', () => {
  test.each([
    '/_template-assets/own/1.0.0/paper.png',
    '/api/v1/_template-assets/own/1.0.0/fonts/own.woff2',
  ])('CSS loads %s', (address) => {
    expect(imageOf(address)).toContain(address)
  })

  test.each([
    '/_template-assets/own/paper.png',
    '/_template-assets/Own/1.0.0/paper.png',
    '/_template-assets/own/1.0.0/.hidden',
    '/_template-assets/own/1.0.0/paper.png?x',
    '/api/v2/_template-assets/own/1.0.0/paper.png',
    'https://host.example/_template-assets/own/1.0.0/paper.png',
  ])('CSS does not load %s', (address) => {
    expect(imageOf(address)).not.toContain('url(')
  })

  test('only its fragments keep three braces', () => {
    const { html } = sanitize('<p>{{{logo}}} {{{paymentQr}}} {{{notes}}}</p>')
    expect(html).toContain('<p>{{{logo}}} {{{paymentQr}}} {{notes}}</p>')
  })
})

describe('faults are problems', () => {
  test.each([
    ['template_invalid', () => sanitize('<p>\n{{#a}}</p>'), { line: 2, column: 1 }],
    ['template_unsafe', () => compileTemplate('<p {{a}}>'), { line: 1, column: 4 }],
    ['template_too_complex', () => sanitize('<div>'.repeat(1000)), {}],
    ['template_too_large', () => sanitize('x'.repeat(131_073)), { limitBytes: 131_072 }],
  ])('%s, with its place or limit', (code, run, details) => {
    expect(problemOf(run)).toBeInstanceOf(AppError)
    expect(problemOf(run)).toMatchObject({ code, details })
  })

  test('also while printing', () => {
    const template = compileTemplate('{{#rows}}{{page}}{{/rows}}')
    const page = new Fragment('x'.repeat(1024 * 1024))
    const run = () => template.render({ rows: [1, 2, 3, 4, 5], page })
    expect(problemOf(run)).toMatchObject({ kind: 'invalid', code: 'template_too_complex' })
  })
})
