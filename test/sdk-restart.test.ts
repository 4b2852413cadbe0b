import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import { createBillwright } from '../packages/sdk/src/billwright.ts'
import { SCRATCH } from './scratch.ts'
import { freePort, startProcess } from './service-process.ts'

const API_KEY = 'restart-0123456789abcdef'
const CALLS = 200
const AT_ONCE = 4

test('200 calls while the service restarts: none fails, none happens twice', async () => {
  const folder = mkdtempSync(join(SCRATCH, 'billwright-restart-'))
  const env = { API_KEY, PORT: String(await freePort()), DATA_DIR: join(folder, 'data') }
  let service = await startProcess(env)
  await service.ready()
  const { customers } = createBillwright({ baseUrl: service.url, apiKey: API_KEY })
  let begun = 0
  const failures: unknown[] = []
  let restart: Promise<void> | undefined
  const restartIt = async () => {
    expect(await service.exit('SIGTERM')).toBe(0)
    await service.dispose()
    service = await startProcess(env)
  }
  const caller = async () => {
    while (begun < CALLS) {
      begun += 1
      if (begun === CALLS / 2) restart = restartIt()
      const name = `Customer ${begun}`
      await customers.create({ name }).catch((error: unknown) => failures.push(error))
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, caller))
    expect(failures).toEqual([])
    expect(restart).toBeDefined()
    await restart
    expect(await customers.list({ include: 'total' })).toMatchObject({ total: CALLS })
  } finally {
    await service.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
})
