import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile, Fragment } from '@billwright/templates'
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import {
  ATTACKS,
  HARMLESS,
  HOSTILE_VALUES,
} from '../packages/templates/src/sanitizer/cases.testing.ts'
import { builtInTemplates } from '../src/company/templates/inner/builtin.ts'
import { sanitize } from '../src/company/templates/sanitize.ts'
import { AppError } from '../src/kernel/errors.ts'
import { SHAPES } from './sanitizer-shapes.ts'
import {
  hasCorpus,
  readBenign,
  readVectors,
  SAMPLE,
  SHARED_TEMPLATES,
  viewOf,
  WITHOUT_CORPUS,
} from './security-corpus.ts'

const unlessMissing = hasCorpus ? '' : WITHOUT_CORPUS
/** Where a collection lies beside the project, its cases come on top of our own. */
const vectors = readVectors()
const isData = ({ kind }: { readonly kind: string }) => kind === 'data'
const templates = [
  ...[...ATTACKS, ...HARMLESS].map(({ source }) => source),
  ...vectors.filter((it) => !isData(it)).map(({ input }) => input),
]
const values = [...HOSTILE_VALUES, ...vectors.filter(isData).map(({ input }) => input)]

/** What an object has without anybody having put it there. */
const INHERITED = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'],
  ...['constructor.name', 'a.constructor.constructor', 'a.__proto__.a', '__proto__.toString'],
  ...['a.length', 'list.length', 'list.map', 'list.0', 'a.toUpperCase', 'isPrototypeOf'],
]

/** The sanitized template, or null if it is refused, which must be with a code. */
function sanitized(source: string): string | null {
  try {
    return sanitize(source).html
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Nothing is left to change, and the renderer takes it. */
function expectSettled(source: string): void {
  const html = sanitized(source)
  if (html === null) return
  expect(sanitized(html)).toBe(html)
  compile(html).render(SAMPLE)
}

describe('attacks and harmless templates', () => {
  test('each is refused with a code, or settles at once', () => {
    for (const source of templates) expectSettled(source)
  })

  test('names that every object has print nothing', () => {
    for (const name of INHERITED) {
      const source = `<p>{{${name}}}{{#${name}}}x{{/${name}}}</p>`
      const html = sanitize(source).html
      const text = textOf(parse(compile(html).render({ a: 'b', list: ['c'] })))
      expect(text.trim(), name).toBe('')
    }
  })

  test.skipIf(!hasCorpus)(`prototype names of the collection do likewise${unlessMissing}`, () => {
    for (const { input, data } of vectors.filter(({ kind }) => kind === 'mustache-proto')) {
      const html = sanitized(input)
      const text = html === null ? '' : textOf(parse(compile(html).render(data ?? {}))).trim()
      expect(['', 'N', 'D'], input).toContain(text)
    }
  })

  test.skipIf(!hasCorpus)(`collected harmless templates keep their tags${unlessMissing}`, () => {
    for (const { name, input, keep } of readBenign()) {
      const html = sanitized(input)
      expect(html, name).not.toBeNull()
      for (const raw of keep.raw ?? []) expect(html, name).toContain(raw)
    }
  })
})

describe(`templates written by others${unlessMissing}`, () => {
  const files = hasCorpus ? readdirSync(SHARED_TEMPLATES).filter((it) => it.endsWith('.html')) : []
  test.skipIf(!hasCorpus)('lose their script and nothing else', () => {
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const source = readFileSync(join(SHARED_TEMPLATES, file), 'utf8')
      const { html, removed } = sanitize(source)
      expect(
        removed.filter(({ what }) => what !== '<script>'),
        file,
      ).toEqual([])
      expect(tagsOf(html), file).toEqual(tagsOf(source))
    }
  })
})

/** The tags of a template in their order, with the logo's image as the fragment it becomes. */
const tagsOf = (source: string): readonly string[] =>
  source
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<img[^>]*\{\{logoUrl\}\}[^>]*>/g, '{{{logo}}}')
    .match(/\{\{\{?.*?\}\}\}?/gs)
    ?.map((tag) => tag.replaceAll(/\s|"|'/g, '')) ?? []

describe('values', () => {
  const page = `<title>{{v}}</title><style>.a { color: {{v}} } .b::before { content: "{{v}}" }</style>
    <p id="cell">{{v}}</p><p title="{{v}}" class="x {{v}}" style="color: {{v}}">x</p>
    <a href="{{companyUrl}}">x</a><a href="{{v}}">x</a><a href="tel:{{v}}">x</a>
    <table><tr>{{#v}}<td>{{.}}</td>{{/v}}</tr></table>`
  const sources = [sanitize(page).html, ...builtInTemplates().map(({ html }) => html)]

  test('appear as text and never as markup', () => {
    for (const source of sources) {
      const template = compile(source)
      const skeleton = skeletonOf(parse(template.render(viewOf(source, 'x'))))
      for (const input of values.filter((value) => value !== '')) {
        const document = parse(template.render(viewOf(source, input)))
        expect(skeletonOf(document), input).toEqual(skeleton)
      }
    }
  })

  test('are equal to the input', () => {
    const template = compile('<pre>x{{v}}</pre>')
    for (const input of values) {
      const text = textOf(parse(template.render({ v: input })))
      expect(text).toBe(`x${input.replace(/\r\n?/g, '\n').replaceAll('\0', '')}`)
    }
  })
})

describe('any input', () => {
  const pieces =
    `< > / " ' = & { } {{ }} {{{ }}} {{x}} {{#x}} {{/x}} {{^x}} {{{logo}}} {{x||"a"}} {{!
    <p> </p> <table> <tr> <td> </table> <b> </b> <i> <a <style> </style> <title> </title> <pre> </pre>
    <img src="{{logoUrl}}" class="a" <svg> </svg> <math> <mtext> <mglyph> <form> <select> <template>
    <noscript> <textarea> <plaintext> <frameset> <object> <nobr> <font> <ruby> <rt> <li> <h1> <caption>
    &lt; &#123; &lbrace; &#1; &#13; <!-- --> --!> <![CDATA[ ]]> style=" url( color: red ; : a{ @media
    @import /* */ \\ \\3c ( ) [ ] , # . % ! calc( var(--a) --a: content: <html> <head> <body> </body>
    </html> </head> <br> </br> </p> id=a href="{{url}}" href="mailto:{{x}}" é`.split(/\s+/)
  const soup = fc
    .array(fc.constantFrom(...pieces, ' ', '\n', '\n\n'), { maxLength: 30 })
    .map((parts) => parts.join(''))

  test('settles at once, or is refused with a code', () => {
    fc.assert(fc.property(soup, expectSettled), { numRuns: 4000, interruptAfterTimeLimit: 15_000 })
  })

  test('pieced together from attacks does the same', () => {
    const spliced = fc
      .tuple(fc.constantFrom(...templates), fc.constantFrom(...templates), fc.nat(), soup)
      .map(([first, second, at, between]) => {
        const cut = at % (first.length + 1)
        return first.slice(0, cut) + between + second + first.slice(cut)
      })
    fc.assert(fc.property(spliced, expectSettled), {
      numRuns: 2000,
      interruptAfterTimeLimit: 15_000,
    })
  })

  test.each(Object.keys(SHAPES))('of the largest size comes to an end: %s', (name) => {
    sanitized(SHAPES[name] ?? '')
  })

  test('a fragment prints as HTML only in places for elements', () => {
    const { html } = sanitize('<p title="{{{logo}}}">{{{logo}}}</p>')
    const printed = compile(html).render({ logo: new Fragment('<i></i>', '"') })
    expect(printed).toContain('<p title="&quot;"><i></i></p>')
  })
})

type Node = DefaultTreeAdapterTypes.Node

const childrenOf = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : [])

/** Elements and the names of their attributes: what a value must not change. */
function skeletonOf(node: Node): readonly string[] {
  const own =
    'tagName' in node
      ? [`${node.tagName} ${node.attrs.map(({ name }) => name).join(' ')}`]
      : [node.nodeName === '#comment' ? 'comment' : ''].filter((it) => it !== '')
  return [...own, ...childrenOf(node).flatMap(skeletonOf)]
}

const textOf = (node: Node): string =>
  'value' in node && node.nodeName === '#text'
    ? node.value
    : childrenOf(node)
        .filter((child) => !['style', 'title'].includes(child.nodeName))
        .map(textOf)
        .join('')
