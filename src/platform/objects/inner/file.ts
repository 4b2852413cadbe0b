import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newSecret } from '../../ids.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../private-file.ts'
import { isObjectKey, type Objects } from '../objects.ts'

/** Objects as files below a folder, which several machines may share. */
export function fileObjects(folder: string): Objects {
  const pathOf = (key: string): string => {
    if (!isObjectKey(key)) throw new Error(`"${key}" is not the key of an object.`)
    return join(folder, key)
  }
  return {
    get: async (key) => unlessMissing(readFile(pathOf(key)), null),

    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
      // Readers see the whole object or none.
      const draft = `${path}.${newSecret()}`
      await writeFile(draft, bytes, { mode: PRIVATE_FILE })
      await rename(draft, path)
    },

    delete: (key) => rm(pathOf(key), { force: true }),

    async *list(company) {
      const own = company === undefined ? '' : `${company}/`
      const names = await unlessMissing(readdir(join(folder, own), { recursive: true }), [])
      for (const key of names.map((name) => own + name).filter(isObjectKey)) {
        const found = await unlessMissing(stat(join(folder, key)), null)
        if (found) yield { key, at: found.mtimeMs }
      }
    },

    close: async () => {},
  }
}

async function unlessMissing<T, F>(work: Promise<T>, fallback: F): Promise<T | F> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return fallback
    throw error
  }
}
