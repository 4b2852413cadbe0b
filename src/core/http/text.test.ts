import { expect, test } from 'vitest'
import { isBlank } from './text.ts'

test.each([
  '',
  ' ',
  '\t\r\n',
  '\u00a0\u2003',
  '\u200b',
  '\ufeff',
  '\u2060\u00ad\u200d\u202e',
  '\u0085\u007f',
  '\u2800\u3164',
  '\uffff',
])('%j shows nothing', (text) => {
  expect(isBlank(text)).toBe(true)
})

test.each(['a', ' ß ', '0', '-', '\u200b。', '👩‍🌾', '\ue000'])('%j shows something', (text) => {
  expect(isBlank(text)).toBe(false)
})
