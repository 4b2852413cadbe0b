import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fault } from './harness.ts'
import { mountMemory, outageUnderLoad } from './mounted.ts'

/** The disk is full while clients write, and has space again later (C23). */
await fault(async (it) => {
  const dataDir = mountMemory(it, '32m')
  const filler = join(dataDir, 'filler')
  return await outageUnderLoad(it, {
    dataDir,
    begin() {
      const { bavail, bsize } = statfsSync(dataDir)
      try {
        writeFileSync(filler, Buffer.alloc(Number(bavail) * Number(bsize)))
      } catch {
        // The clients took some of the space meanwhile: it is full all the same.
      }
    },
    end: () => rmSync(filler),
  })
})
