import { currentSettings } from '../../company/settings/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { finishedFiles, openDropFolder, putAside, readDropped } from '../../platform/drop-folder.ts'
import { type BankSource, takeFilesFrom } from './source.ts'

/** Programs write a file in parts; after that long it is complete. */
const UNCHANGED_MS = 10_000

/** Stores the statements that other programs put into the folder of the company. */
export async function takeDroppedFiles(work: ReadWork, signal: AbortSignal): Promise<void> {
  const { bankFolders } = work.app.config
  const { bankFolder } = await currentSettings(work)
  if (bankFolders === null || bankFolder === null) return
  const path = [work.company.id, ...bankFolder.split('/')]
  const folder = await openDropFolder(bankFolders, path)
  await takeFilesFrom(work, sourceOf(folder, Date.parse(work.at) - UNCHANGED_MS), signal)
}

/** Each file moves to `done` or `refused`, with a text that says what came of it. */
const sourceOf = (folder: string, unchangedSinceMs: number): BankSource => ({
  list: async (limit) => (await finishedFiles(folder, unchangedSinceMs)).slice(0, limit),
  read: (name, bytesMax) => readDropped(folder, name, bytesMax),
  settle: (name, { state, text }) => putAside(folder, name, { into: state, text }),
})
