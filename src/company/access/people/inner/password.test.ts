import { expect, test } from 'vitest'
import { passwordFault } from './password.ts'

const KNOWN = ['ada@example.org', 'bills.example.net', '127.0.0.1']

test.each([
  ['elevenchars', 'too_short'],
  ['x'.repeat(257), 'too_long'],
  ['password1234', 'password_common'],
  ['P4ssw0rd2026!', 'password_common'],
  ['passwordpassword', 'password_common'],
  ['Welcome-Admin-1', 'password_common'],
  ['qwertyuiop123', 'password_common'],
  ['123456789012', 'password_common'],
  ['098765432109', 'password_common'],
  ['aaaaaaaaaaaa', 'password_common'],
  ['abcabcabcabcabc', 'password_common'],
  ['abcdefghijkl', 'password_common'],
  ['billwright2026', 'password_common'],
  ['for ADA@example.org', 'password_guessable'],
  ['it is example.org here', 'password_guessable'],
  ['at bills.example.net', 'password_guessable'],
])('%s is refused: %s', (password, code) => {
  expect(passwordFault(password, KNOWN, '/password')).toMatchObject({ code, pointer: '/password' })
})

test.each([
  ['nine quiet lighthouses'],
  ['correct horse battery'],
  ['Adamant canals run'],
  ['739104862517'],
  ['пароль из слов и снега'],
  ['x7'.repeat(2).concat('-9q!Lm2zT')],
  ['🦊🦊🦊 four foxes 🦊'],
])('%s is taken', (password) => {
  expect(passwordFault(password, KNOWN, '/password')).toBeNull()
})

// Trying all combinations would not end.
test('long repetitions of common words are decided', () => {
  expect(() => passwordFault(`${'passwordpass'.repeat(21)}é`, KNOWN, '/password')).not.toThrow()
})
