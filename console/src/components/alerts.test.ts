import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const CONSOLE = join(import.meta.dirname, '..')
const PALETTE = ['red', 'yellow', 'gray']

const alerts = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.startsWith('showcase'))
  .flatMap((path) =>
    [...readFileSync(join(CONSOLE, path), 'utf8').matchAll(/<Alert\b[^<]*/g)].map(([tag]) => tag),
  )

test('alerts have colors of the palette, and text below their title', () => {
  expect(alerts.length).toBeGreaterThan(40)
  const colors = alerts.flatMap((tag) => tag.match(/color="(\w+)"/)?.[1] ?? [])
  expect(colors.filter((color) => !PALETTE.includes(color))).toEqual([])
  expect(alerts.filter((tag) => tag.includes('/>'))).toEqual([])
})
