import { expect, test } from 'vitest'
import {
  bic,
  country,
  currency,
  email,
  endpointScheme,
  FieldError,
  hexColor,
  iban,
  language,
  qrIban,
  timeZone,
  website,
} from './rules.ts'

const rules = {
  bic,
  country,
  currency,
  email,
  endpointScheme,
  hexColor,
  iban,
  language,
  qrIban,
  timeZone,
  website,
}

test.each([
  ['email', 'a.b+c@sub.example.com', 'a.b+c@sub.example.com'],
  ['email', 'büro@müller.example', 'büro@müller.example'],
  ['country', 'at', 'AT'],
  ['currency', 'jpy', 'JPY'],
  ['language', 'pt_BR', 'pt-BR'],
  ['language', 'zh-hant-tw', 'zh-Hant-TW'],
  ['timeZone', 'europe/berlin', 'Europe/Berlin'],
  ['timeZone', 'UTC', 'UTC'],
  ['hexColor', '#ABC', '#aabbcc'],
  ['website', 'www.example.com/about', 'www.example.com/about'],
  ['website', 'https://example.com', 'https://example.com'],
  ['iban', 'gb82 west 1234 5698 7654 32', 'GB82WEST12345698765432'],
  ['iban', 'NO93 8601 1117 947', 'NO9386011117947'],
  ['qrIban', 'ch44 3199 9123 0008 8901 2', 'CH4431999123000889012'],
  ['bic', 'deutdeff', 'DEUTDEFF'],
  ['endpointScheme', '0088', '0088'],
] as const)('%s: %s is %s', (rule, text, expected) => {
  expect(rules[rule](text)).toBe(expected)
})

test.each([
  ['email', 'a@b'],
  ['email', 'a b@example.com'],
  ['email', 'Name <a@example.com>'],
  ['email', 'a@example.com,b@example.com'],
  ['email', `${'a'.repeat(65)}@example.com`],
  ['email', 'a@-example.com'],
  ['country', 'EU'],
  ['country', 'D'],
  ['currency', 'BTC'],
  ['language', 'xx'],
  ['language', 'und'],
  ['language', 'de--'],
  ['timeZone', 'Berlin'],
  ['timeZone', '+02:00'],
  ['hexColor', '#12'],
  ['hexColor', 'url(x)'],
  ['website', 'ftp://example.com'],
  ['website', 'data:text/html,x'],
  ['website', 'https://user:pw@example.com'],
  ['website', 'example'],
  ['iban', 'GB82 WEST 1234 5698 7654 23'],
  ['iban', 'GB82'],
  ['qrIban', 'CH9300762011623852957'],
  ['qrIban', 'CH4531999123000889012'],
  ['qrIban', 'DE89370400440532013000'],
  ['bic', 'DEUTDEF'],
  ['endpointScheme', '88'],
] as const)('%s: %s is refused', (rule, text) => {
  expect(() => rules[rule](text)).toThrow(FieldError)
})
