import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { browserUser, createBrowserFolders } from './folders.ts'
import { deleteAbandonedFolders } from './leftovers.ts'

const user = browserUser()
/** An impossible start time: the process had its id at another time, or never existed. */
const GONE = `${process.pid}-1`
const made: string[] = []

/** A folder that the browser of a killed service left behind, with a file that must not be lost. */
function folder(name: string, owner: number | null = null): string {
  const path = mkdtempSync(join(tmpdir(), name))
  made.push(path)
  mkdirSync(join(path, 'profile'))
  writeFileSync(join(path, 'profile', 'file'), 'x')
  if (owner !== null)
    for (const it of [join(path, 'profile', 'file'), join(path, 'profile'), path])
      chownSync(it, owner, owner)
  return path
}

afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
})

describe('leftovers of a killed service', () => {
  test('is removed', async () => {
    const left = folder(`billwright-browser-${GONE}-`)
    await deleteAbandonedFolders()
    expect(existsSync(left)).toBe(false)
  })

  test.skipIf(user === null)(
    'also if its browser, as another user, created the folder again',
    async () => {
      const left = folder(`billwright-browser-${GONE}-`, user?.uid)
      await deleteAbandonedFolders()
      expect(existsSync(left)).toBe(false)
    },
  )

  test.skipIf(user === null)('stays if it belongs to another user', async () => {
    const left = folder(`billwright-browser-${GONE}-`, 65_531)
    await deleteAbandonedFolders()
    expect(existsSync(join(left, 'profile', 'file'))).toBe(true)
  })

  test('is deleted without the targets of its links', async () => {
    const elsewhere = folder('billwright-test-')
    const left = folder(`billwright-browser-${GONE}-`)
    symlinkSync(elsewhere, join(left, 'profile', 'link'))
    const link = `${left.slice(0, -6)}linked`
    symlinkSync(elsewhere, link)
    made.push(link)
    await deleteAbandonedFolders()
    expect(existsSync(left)).toBe(false)
    expect(readFileSync(join(elsewhere, 'profile', 'file'), 'utf8')).toBe('x')
    expect(existsSync(link)).toBe(true)
  })

  test('stays while its browser still ends', async () => {
    const left = folder(`billwright-browser-${GONE}-`)
    const script = 'process.stdout.write("ready"); setInterval(() => {}, 1000)'
    const browser = spawn(process.execPath, ['-e', script, '--', `--user-data-dir=${left}/profile`])
    await once(browser.stdout, 'data')
    await deleteAbandonedFolders()
    expect(existsSync(left)).toBe(true)
    browser.kill('SIGKILL')
    await once(browser, 'exit')
    await deleteAbandonedFolders()
    expect(existsSync(left)).toBe(false)
  })

  test('does not include folders of a running service', async () => {
    const { root } = await createBrowserFolders(user)
    made.push(root)
    await deleteAbandonedFolders()
    expect(existsSync(root)).toBe(true)
  })
})
