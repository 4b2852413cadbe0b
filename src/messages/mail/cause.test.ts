import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { saidFault } from '../../platform/mail/smtp-faults.ts'
import { causeOf, MAIL_CAUSES, OPERATORS_ONLY } from './cause.ts'

test.each([
  ['550 5.1.1 <a@b.example>: Recipient address rejected', 'no_such_recipient'],
  ['5.1.1 550 5.1.1 User unknown', 'no_such_recipient'],
  ['550-5.1.1 The account that you tried to reach\n550 5.1.1 does not exist', 'no_such_recipient'],
  ['556 5.1.10 Domain of recipient does not accept mail', 'domain_takes_no_mail'],
  ['550 No such user here', 'mailbox_unavailable'],
  ['550 5.4.1 Recipient address rejected: Access denied', 'mailbox_unavailable'],
  ['552 5.2.2 Mailbox full', 'mailbox_full'],
  ['452 4.2.2 The mailbox is over quota', 'mailbox_full'],
  ['552 Requested mail action aborted', 'no_room'],
  ['552 5.3.4 Message size exceeds fixed limit', 'message_too_large'],
  [saidFault('message_too_large'), 'message_too_large'],
  ['550-5.7.26 This mail is unauthenticated', 'sender_not_trusted'],
  ['535 5.7.8 Username and password not accepted', 'sign_in_refused'],
  ['530 5.7.0 Authentication required', 'sign_in_refused'],
  ['554 5.7.1 Spam', 'policy'],
  ['554 5.6.0 Message contains a virus', 'content_refused'],
  ['451 4.7.1 Greylisted, try again', 'try_later'],
  ['421 Service closing', 'try_later'],
  ['4.4.7', 'unreachable'],
  ['503 5.5.1 Bad sequence of commands', 'not_understood'],
  ['554 Transaction failed', 'refused'],
  ['554 10.0.5.7 is blocked', 'refused'],
  ['5.0.0', 'refused'],
  [OPERATORS_ONLY, 'operators_only'],
  [saidFault('certificate_untrusted', 'self-signed certificate'), 'certificate_untrusted'],
  [saidFault('smtputf8_missing'), 'smtputf8_missing'],
  ['self-signed certificate', 'no_connection'],
  ['550th attempt', 'no_connection'],
])('%j: %s', (words, cause) => {
  expect(causeOf(words)).toBe(cause)
})

test('docs/mail.md has a row for each cause, in this order', () => {
  const page = readFileSync(new URL('../../../docs/mail.md', import.meta.url), 'utf8')
  const [, table = ''] = /### Causes\n([\s\S]*?)\n## /.exec(page) ?? []
  const rows = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  expect(rows).toEqual(['cause', ...MAIL_CAUSES])
})
