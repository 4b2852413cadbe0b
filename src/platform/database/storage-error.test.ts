import { expect, test } from 'vitest'
import { AppError } from '../../kernel/errors.ts'
import { breaksConnection, storageError } from './storage-error.ts'

const coded = (code: string) => Object.assign(new Error('…'), { code })

test.each([
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  '08006',
  '25006',
  '25P03',
  '28P01',
  '40001',
  '40003',
  '53100',
  '53300',
  '57014',
  '57P01',
  '57P03',
  '58030',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EROFS',
])('503: %s', (code) => {
  const error = storageError(coded(code))
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'storage_unavailable', retryAfterSeconds: 2 })
})

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
  'Query read timeout',
])('503: %s', (message) => {
  expect(storageError(new Error(message))).toMatchObject({ code: 'storage_unavailable' })
})

test.each([
  coded('23505'),
  coded('22P02'),
  coded('42703'),
  coded('SQLITE_CONSTRAINT'),
  coded('404'),
])('any other error is unchanged: %o', (error) => {
  expect(storageError(error)).toBe(error)
})

test.each([
  ['57P01', true],
  ['25006', true],
  ['ECONNRESET', true],
  ['40001', false],
  ['57014', false],
  ['53300', false],
])('%s is the end of a connection: %s', (code, isEnd) => {
  expect(breaksConnection(coded(code))).toBe(isEnd)
})
