import { TEMPLATE_BYTES_MAX } from '@billwright/templates'

/** Templates of the largest size allowed, each shaped to be as slow as possible to sanitize. */
const count = (text: string) => Math.floor(TEMPLATE_BYTES_MAX / Buffer.byteLength(text))
const fill = (text: string) => text.repeat(count(text))
const numbered = (make: (index: number) => string, before = '', after = '') => {
  let text = before
  for (let index = 0; text.length < TEMPLATE_BYTES_MAX - after.length - 40; index += 1) {
    text += make(index)
  }
  return text + after
}

export const SHAPES: Readonly<Record<string, string>> = {
  'plain text': fill('lorem ipsum '),
  'text of ampersands': fill('&'),
  'text of braces': fill('{ '),
  'open braces': fill('{'),
  'unclosed tags of the language': fill('{{x'),
  values: fill('{{x}}'),
  'sections side by side': fill('{{#x}}{{/x}}'),
  'sections on one line with spaces': fill(' {{#x}} {{/x}} '),
  'sections inside of sections': '{{#x}}'.repeat(9000) + '{{/x}}'.repeat(9000),
  'comment tags': fill('{{!}}'),
  'less-than signs': fill('<'),
  'element starts': fill('<a'),
  'elements side by side': fill('<b></b>'),
  'elements left open': fill('<b>'),
  'paragraphs with open formatting': `${numbered((i) => `<b id=${i}>`, '', '').slice(0, 1500)}${'<p>'.repeat(40_000)}`,
  'formatting closed by paragraphs': numbered((i) => `<p><b id=${i}></p>`),
  'misnested formatting': fill('<a><b></a></b>'),
  'links in links': fill('<a href=#x>'),
  'attributes of one element': numbered((i) => `a${i} `, '<p ', '>'),
  'the same attribute': fill('a=1 ').replace(/^..../, '<p  '),
  'a long attribute': `<p title="${'&quot;'.repeat(21_000)}">`,
  'a long attribute name': `<p ${'a'.repeat(130_000)}>`,
  'a long element name': `<${'a'.repeat(130_000)}>`,
  'tables in tables': fill('<table><tr><td>'),
  'text in a table': `<table>${'x{{y}}'.repeat(21_000)}`,
  'unknown elements on lines': fill('\n<x>y</x>'),
  'handlers on lines': fill('\n<b onx></b>'),
  'line breaks before removals': `${'\n'.repeat(120_000)}${'<i onx></i>'.repeat(1000)}`,
  'rows with loops': `<table>${'{{#i}}<tr><td>{{x}}</td></tr>{{/i}}'.repeat(3600)}</table>`,
  'list items left open in loops': `<ul>${'{{#a}}<li>x{{/a}}'.repeat(7_700)}</ul>`,
  'comments left open': fill('<!--'),
  'end tags': fill('</p>'),
  selects: fill('<select><option>'),
  'foreign elements': fill('<svg><g>'),
  templates: fill('<template>'),
  'removed elements': fill('<script></script>'),
  rules: `<style>${'a{color:red}'.repeat(10_900)}</style>`,
  'unknown properties': `<style>${'a{b:c}'.repeat(21_800)}</style>`,
  declarations: `<style>a{${'color:red;'.repeat(13_000)}}</style>`,
  'blocks in blocks': `<style>${'a{'.repeat(65_000)}</style>`,
  'at-rules in at-rules': `<style>${'@media a{'.repeat(14_000)}</style>`,
  parentheses: `<style>a{b:${'('.repeat(130_000)}}</style>`,
  functions: `<style>a{color:${'calc('.repeat(26_000)}}</style>`,
  'a long selector': `<style>${'a>b,'.repeat(32_000)}c{color:red}</style>`,
  'nested selectors': `<style>${':not('.repeat(26_000)}{color:red}</style>`,
  'CSS escapes': `<style>${'\\61 '.repeat(32_000)}{}</style>`,
  'CSS strings left open': `<style>${'a{b:"\n'.repeat(18_000)}</style>`,
  'CSS comments left open': `<style>${'/*'.repeat(65_000)}</style>`,
  addresses: `<style>a{b:${'url(x)'.repeat(21_000)}}</style>`,
  'addresses left open': `<style>a{b:${'url( '.repeat(26_000)}}</style>`,
  'quoted addresses left open': `<style>${'a{b:url("x"'.repeat(11_900)}</style>`,
  'style attributes': fill('<p style="color:red">'),
  'one style attribute': `<p style="${'color:red;'.repeat(13_000)}">`,
  styles: fill('<style>a{}</style>'),
  'values in CSS': `<style>a{${'color:{{x}};'.repeat(10_900)}}</style>`,
}
