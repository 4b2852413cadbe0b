import { expect, test } from 'vitest'
import { serversOf } from './address.ts'

test.each([
  ['postgres://u:p@a/db', ['postgres://u:p@a/db']],
  ['postgresql://a', ['postgresql://a']],
  ['postgres://u:p@a:5432,b:5433/db', ['postgres://u:p@a:5432/db', 'postgres://u:p@b:5433/db']],
  [
    'postgres://u:p%40w@[::1]:5432,b/db?sslmode=require&target_session_attrs=primary',
    ['postgres://u:p%40w@[::1]:5432/db?sslmode=require', 'postgres://u:p%40w@b/db?sslmode=require'],
  ],
  ['postgres:///db?host=/var/run/postgresql', ['postgres:///db?host=%2Fvar%2Frun%2Fpostgresql']],
])('%s', (url, servers) => {
  expect(serversOf(url)).toEqual(servers)
})

test.each([
  ['postgres://u:secret@a,b/db?target_session_attrs=standby', 'must be read-write or primary'],
  ['postgres://u:secret@a,b/db?target_session_attrs=any', 'must be read-write or primary'],
  ['postgres://u:secret#1@a/db', 'is not of the form'],
])('refused without the password: %s', (url, sentence) => {
  const read = () => serversOf(url)
  expect(read).toThrow(sentence)
  expect(read).not.toThrow('secret')
})
