import type { ChildProcess } from 'node:child_process'
import { type Fault, fault } from './harness.ts'
import { outageUnderLoad } from './mounted.ts'
import { attach, detach, requireStrace } from './strace.ts'

/*
 * The kernel refuses to remount a file system with files open for writing, so the errors that a disk gives
 * are put in the place of what the system calls answer.
 */
const CALLS = 'pwrite64,fdatasync,fsync,ftruncate'

/** The disk refuses every write while clients write, as read-only and as broken, and heals (C23). */
await fault(async (it) => {
  requireStrace()
  const readOnly = await failingWith(it, 'EROFS')
  const broken = await failingWith(it, 'EIO')
  return `EROFS: ${readOnly}; EIO: ${broken}`
})

async function failingWith(it: Fault, error: string): Promise<string> {
  let strace: ChildProcess | null = null
  const args = ['-o', '/dev/null', '-e', `trace=${CALLS}`, '-e', `inject=${CALLS}:error=${error}`]
  const end = async () => {
    if (strace) await detach(strace)
  }
  it.after(end)
  return await outageUnderLoad(it, {
    dataDir: it.folder(),
    async begin(pid) {
      strace = await attach(pid, args)
    },
    end,
  })
}
