import fc from 'fast-check'
import Mustache from 'mustache'
import { describe, expect, test } from 'vitest'
import { escapeHtml } from './escape.ts'
import { compile, Fragment, type View, variablesOf } from './render.ts'
import { TemplateError } from './template-error.ts'

const render = (source: string, view: View = {}) => compile(source).render(view)
const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof TemplateError) return error.code
    throw error
  }
  return 'none'
}

describe('the language', () => {
  const view = {
    name: 'Ada',
    zero: 0,
    empty: '',
    no: false,
    yes: true,
    list: [{ n: 1 }, { n: 2 }],
    words: ['a', 'b'],
    none: [],
    seller: { name: 'Acme', address: { city: 'Bonn' } },
  }
  test.each([
    ['{{name}}', 'Ada'],
    ['{{ name }}', 'Ada'],
    ['[{{missing}}]', '[]'],
    ['{{zero}}', '0'],
    ['{{seller.address.city}}', 'Bonn'],
    ['{{seller.name.first}}', ''],
    ['[{{seller}}{{list}}]', '[]'],
    ['{{#list}}{{n}},{{/list}}', '1,2,'],
    ['{{#words}}{{.}}{{/words}}', 'ab'],
    ['{{#none}}x{{/none}}{{^none}}empty{{/none}}', 'empty'],
    ['{{#zero}}x{{/zero}}{{^zero}}nought{{/zero}}', 'nought'],
    ['{{#seller}}{{name}} {{/seller}}{{name}}', 'Acme Ada'],
    ['{{#yes}}{{name}}{{/yes}}', 'Ada'],
    ['{{#name}}{{.}}{{/name}}', 'Ada'],
    ['a{{! any thing }}b', 'ab'],
    ['  {{#yes}}\n  x\n  {{/yes}}\ny', '  x\ny'],
    ['{{missing || "none"}}', 'none'],
    ["{{empty || 'none'}}", 'none'],
    ['{{no || "none"}}', 'none'],
    ['{{zero || "none"}}', '0'],
    ['{{name||"none"}}', 'Ada'],
    ['{{missing || ""}}', ''],
    ['a } b }} c', 'a } b }} c'],
    ['#{name} <%= name %>', '#{name} <%= name %>'],
  ])('%j prints %j', (source, expected) => {
    expect(render(source, view)).toBe(expected)
  })

  test.each([
    '{{> part}}',
    '{{< parent}}',
    '{{$block}}x{{/block}}',
    '{{=<% %>=}}',
    '{{name',
    '{{}}',
    '{{a b}}',
    '{{a | b}}',
    '{{a || b}}',
    '{{f()}}',
    '{{a.b.c.d.e.f.g.h.i}}',
    '{{#a}}',
    '{{/a}}',
    '{{#a}}{{#b}}{{/a}}{{/b}}',
    '{{#a || "b"}}{{/a}}',
    `${'{{#a}}'.repeat(21)}${'{{/a}}'.repeat(21)}`,
  ])('template_invalid: %j', (source) => {
    expect(codeOf(() => compile(source))).toBe('template_invalid')
  })

  test('a fault names its line and column', () => {
    expect(() => compile('<p>\n  {{> part}}')).toThrow('(line 2, column 3)')
  })

  test('has only the names that the template uses', () => {
    const source = '{{a}}{{#items}}{{.}}{{b.c}}{{a}}{{/items}}{{! d }}{{e || "x"}}'
    expect(variablesOf(source)).toEqual(['a', 'items', 'b.c', 'e'])
  })
})

describe('safety', () => {
  test.each([
    '__proto__',
    'constructor.name',
    'toString',
    'name.length',
    'list.length',
    'list.0',
    'fragment.html',
  ])('%s is not a name of the data', (name) => {
    const view = { name: 'Ada', list: ['x'], fragment: new Fragment('<b>') }
    expect(render(`[{{${name}}}{{#${name}}}in{{/${name}}}]`, view)).toBe('[]')
  })

  test('data is never read as a template', () => {
    expect(render('{{a}}', { a: '{{{b}}}', b: '<i>' })).toBe('{{{b}}}')
  })

  test.each([
    ['{{a}}', '&lt;b&gt;&amp;&quot;&#39;&#96;'],
    ['{{{a}}}', '&lt;b&gt;&amp;&quot;&#39;&#96;'],
    ['{{&a}}', '&lt;b&gt;&amp;&quot;&#39;&#96;'],
    ['<p title="{{a}}">', '<p title="&lt;b&gt;&amp;&quot;&#39;&#96;">'],
    ['<title>{{a}}</title>', '<title>&lt;b&gt;&amp;&quot;&#39;&#96;</title>'],
  ])('%j escapes HTML', (source, expected) => {
    expect(render(source, { a: '<b>&"\'`' })).toBe(expected)
  })

  const logo = new Fragment('<img alt="x">', 'The "logo"')
  test.each([
    ['{{{logo}}}', '<img alt="x">'],
    ['{{logo}}', '<img alt="x">'],
    ['{{#logo}}{{.}}{{/logo}}', '<img alt="x">'],
    ['<p title="{{{logo}}}">', '<p title="The &quot;logo&quot;">'],
    ['<title>{{{logo}}}</title>', '<title>The &quot;logo&quot;</title>'],
    ['<style>a{color:{{{logo}}}}</style>', '<style>a{color:The logo}</style>'],
  ])('a fragment in %j', (source, expected) => {
    expect(render(source, { logo })).toBe(expected)
  })

  test.each([
    ['#2563eb', '#2563eb'],
    ['12.5px', '12.5px'],
    ['rgb(1 2 3 / 50%)', 'rgb(1 2 3 / 50%)'],
    ['bold', 'bold'],
    ['red;background:url(//x)', 'redbackgroundurlx'],
    ['red}</style><script>', 'redstylescript'],
    ['expression(1)', 'expression1'],
    ['\\75rl(x)', '75rlx'],
    ['/**/', ''],
    ['"a"', 'a'],
  ])('%j as a CSS value', (value, expected) => {
    expect(render('<style>a{b:{{v}}}</style>', { v: value })).toBe(
      `<style>a{b:${expected}}</style>`,
    )
    expect(render('<p style="b:{{v}}">', { v: value })).toBe(`<p style="b:${expected}">`)
  })

  test('a CSS string escapes characters that could end it', () => {
    expect(render(`<style>a{content:"{{v}}"}</style>`, { v: 'a"\\</é\n' })).toBe(
      '<style>a{content:"a\\22 \\5c \\3c \\2f é\\a "}</style>',
    )
  })

  test.each([
    ['https://acme.example/?a=1&b', 'https://acme.example/?a=1&amp;b'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    [' HTTPS://acme.example', 'HTTPS://acme.example'],
    ['javascript:alert(1)', ''],
    ['java\nscript:alert(1)', ''],
    ['\u0001javascript:alert(1)', ''],
    ['data:text/html,x', ''],
    ['//evil.example', ''],
    ['/path', ''],
    ['acme.example', ''],
    ['https:\\\\evil.example', 'https:%5C%5Cevil.example'],
  ])('%j as a link', (value, expected) => {
    expect(render('<a href="{{companyWebsite}}">', { companyWebsite: value })).toBe(
      `<a href="${expected}">`,
    )
  })

  test('a field that anyone may fill in is no web link', () => {
    const source = '<a href="{{notes}}">x</a>'
    expect(render(source, { notes: 'https://evil.example' })).toBe('<a href="">x</a>')
    expect(render(source, { notes: 'tel:+49 1' })).toBe('<a href="">x</a>')
    expect(render(source, { notes: 'tel:+491' })).toBe('<a href="tel:+491">x</a>')
  })

  test('a default link is not printed', () => {
    expect(render(`<a href="{{website || 'https://evil.example'}}">`)).toBe('<a href="">')
  })

  test('an address after mailto: cannot add a subject or a body', () => {
    expect(render('<a href="mailto:{{mail}}">', { mail: 'a@b.example?body=x' })).toBe(
      '<a href="mailto:a@b.example%3Fbody%3Dx">',
    )
  })

  test.each([
    '<{{a}}>',
    '<b{{a}}>',
    '</{{a}}>',
    '<p {{a}}>',
    '<p {{a}}="x">',
    '<p title={{a}}>',
    '<p onclick="{{a}}">',
    '<img src="{{a}}">',
    '<a href="java{{a}}script:x">',
    '<a href="{{a}}{{b}}">',
    '<a href="{{#a}}x{{/a}}">',
    '<a href="https://{{a}}">',
    '<script>{{a}}</script>',
    '<style>a{b:url({{c}})}</style>',
    '<p style="b:url({{c}})">',
    '{{#a}}<{{/a}}b>',
    '<p title="{{#a}}">{{/a}}',
    '<style>a{b:{{#a}}"{{/a}}}</style>',
  ])('template_unsafe: %j', (source) => {
    expect(codeOf(() => compile(source))).toBe('template_unsafe')
  })

  test('a line never ends after §', () => {
    expect(compile('<p>{{notes}}</p>').render({ notes: 'nach § 19 UStG' })).toBe(
      '<p>nach §\u00a019 UStG</p>',
    )
  })

  test('tags in comments print nothing', () => {
    expect(render('<!-- {{a}} -->{{a}}', { a: '-->' })).toBe('<!--  -->--&gt;')
  })
})

describe('limits', () => {
  const thousand = Array.from({ length: 1000 }, () => ({ text: 'x'.repeat(5000) }))
  test('template_too_complex: more than 4 MiB', () => {
    const source = '{{#rows}}{{text}}{{/rows}}'
    expect(codeOf(() => render(source, { rows: thousand }))).toBe('template_too_complex')
  })

  test('template_too_complex: lists in lists', () => {
    const source = '{{#a}}{{#a}}{{#a}}{{#a}}{{/a}}{{/a}}{{/a}}{{/a}}'
    expect(codeOf(() => render(source, { a: thousand }))).toBe('template_too_complex')
  })
})

describe('compared with mustache.js', () => {
  const scalar = fc.oneof(
    fc.string({ maxLength: 5 }),
    fc.integer({ min: -2, max: 99 }),
    fc.constantFrom('', '<b>', '&', '"', "'", '`', null, 0),
  )
  const row = fc.record({ s: scalar, t: scalar })
  const data = fc.record({
    s: scalar,
    t: scalar,
    f: fc.boolean(),
    o: row,
    l: fc.array(row, { maxLength: 3 }),
    w: fc.array(fc.constantFrom('x', 'y', '<'), { maxLength: 3 }),
  })
  const text = fc
    .array(fc.constantFrom('a', ' ', '\n', '\n', '\r\n', '\t', '&', '"', '}', 'é'), {
      maxLength: 6,
    })
    .map((parts) => parts.join(''))
  const { template } = fc.letrec<{ template: string; part: string }>((tie) => ({
    template: fc.array(tie('part'), { maxLength: 6 }).map((parts) => parts.join('')),
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      fc.constantFrom('{{s}}', '{{ t }}', '{{o.s}}', '{{o.t}}', '{{no}}', '{{! c }}', '{{!\nc\n}}'),
      fc
        .tuple(
          fc.constantFrom('#', '^'),
          fc.constantFrom('s', 'f', 'o', 'l', 'no'),
          tie('template'),
        )
        .map(([sigil, name, inner]) => `{{${sigil}${name}}}${inner}{{/${name}}}`),
      text.map((inner) => `{{#w}}${inner}{{.}}{{/w}}`),
    ),
  }))

  test('prints the same for the language they share', () => {
    fc.assert(
      fc.property(template, data, (source, view) => {
        const expected = Mustache.render(
          source,
          view,
          {},
          { escape: (it) => escapeHtml(String(it)) },
        )
        expect(render(source, view)).toBe(expected)
      }),
      { numRuns: 1500 },
    )
  })
})
