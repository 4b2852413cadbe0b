import { describe, expect, test } from 'vitest'
import { importGraph, importsOf, isTest, sourceFiles } from './source-files.ts'

/** The folders of the console, the lowest first. A file imports its own folder and those before it. */
const FLOORS = [
  ...['words', 'api', 'components', 'shell'],
  ...['auth', 'access', 'files', 'templates', 'products'],
  ...['online-payment', 'direct-debit', 'settings', 'accounts'],
  ...['mail', 'reminders', 'customers', 'delivery-notes', 'editor', 'invoices', 'quotes'],
  ...[
    'recurring',
    'bank',
    'dashboard',
    'companies',
    'entries',
    'supplier-invoices',
    'books',
    'imports',
    'account',
    'start',
  ],
  'showcase',
]
/** The files that lie beside the folders put all of them together. */
const TOP = ''

/** They read amounts and taxes with the code of the service. */
const READING = ['console/src/editor/body.ts', 'console/src/editor/figures.ts']

const all = sourceFiles('console/src').filter(({ path }) => /\.tsx?$/.test(path))
const production = all.filter((file) => !isTest(file))

const floorOf = (path: string): string => {
  const [, , folder = ''] = path.split('/')
  return folder.includes('.') ? TOP : folder
}

describe('the console', () => {
  test('every folder is a floor', () => {
    const folders = new Set(all.map(({ path }) => floorOf(path)))
    expect([...folders].toSorted()).toEqual([TOP, ...FLOORS].toSorted())
    expect(production.length).toBeGreaterThan(300)
  })

  test('imports go down the floors, never up, types included', () => {
    const order = [...FLOORS, TOP]
    const level = (path: string) => order.indexOf(floorOf(path))
    const up = production.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => target.startsWith('console/src/'))
        .filter(({ target }) => level(target) > level(file.path))
        .map(({ target }) => `${file.path} → ${target}`),
    )
    expect(up).toEqual([])
  })

  /** So that each has a face, and no page loads a module of Node. */
  test('what it shares with the service is in packages', () => {
    const shared = production.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => target.startsWith('src/'))
        .filter(() => !READING.includes(file.path))
        .map(({ target }) => `${file.path} → ${target}`),
    )
    expect(shared).toEqual([])
  })

  /** The development server gives a browser each file as it is. */
  test('nothing that the editor reads of the service needs Node', () => {
    const { reachedFrom } = importGraph([...all, ...sourceFiles('src')])
    const reached = READING.flatMap((path) => reachedFrom(path))
    expect(reached).toContain('src/sales/contents/input.ts')
    expect(reached.filter((it) => it.startsWith('node:'))).toEqual([])
  })

  test('no file imports itself by way of others, types included', () => {
    expect(importGraph(production).circles()).toEqual([])
  })
})
