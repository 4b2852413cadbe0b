import { readFileSync } from 'node:fs'
import { fault, rounds, type Service } from './harness.ts'
import { API_KEY, call, isOverloaded, request } from './request.ts'

const HEAP_MB = 192
const MEBIBYTE = 1024 * 1024
const AT_ONCE = 8
const BODIES: Readonly<Record<string, () => string>> = {
  'too large': () => JSON.stringify({ notes: 'x'.repeat(10 * MEBIBYTE) }),
  'as large as may be': () => JSON.stringify({ notes: 'x'.repeat(MEBIBYTE - 100) }),
  'deeply nested': () => '['.repeat(500_000),
  'many keys': () => `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
  'many items': () =>
    JSON.stringify({ items: Array.from({ length: 12_000 }, () => ({ description: 'x' })) }),
}

/**
 * Large and hostile bodies at once, to a process with a small heap: each is refused, the process goes
 * on and forgets them.
 */
await fault(async (it) => {
  const service = await it.service({ nodeArgs: [`--max-old-space-size=${HEAP_MB}`] })
  await service.ready()
  const count = rounds(3)
  const statuses = new Map<string, number>()
  let settledMb = 0
  for (let round = 0; round < count; round++) {
    for (const [name, bodyOf] of Object.entries(BODIES)) {
      const body = bodyOf()
      const answers = await Promise.allSettled(
        Array.from({ length: AT_ONCE }, () => call(service.url, 'POST', '/invoices', { body })),
      )
      for (const answer of answers) {
        // A connection may be closed before all of a body that is too large was sent.
        const status = answer.status === 'fulfilled' ? answer.value.status : 'closed'
        statuses.set(`${status}`, (statuses.get(`${status}`) ?? 0) + 1)
        const isBusy = answer.status === 'fulfilled' && isOverloaded(answer.value)
        if (typeof status === 'number' && !isBusy && (status < 400 || status >= 500))
          it.finding(`${name}: answered ${status}`)
      }
    }
    if (round === 0) settledMb = residentMb(service)
  }
  const { status } = await request(service.url, 'GET', '/healthz')
  const alive = await call(service.url, 'GET', '/settings', {
    headers: { authorization: `Bearer ${API_KEY}` },
  })
  if (status !== 200 || alive.status !== 200) it.finding('the service does not answer any more')
  if (service.child.exitCode !== null) it.finding(`the service ended: ${service.output()}`)
  const told = [...statuses].map(([name, times]) => `${times} × ${name}`).join(', ')
  return `heap ${HEAP_MB} MiB: ${told}; ${settledMb} MiB resident after the first round, ${residentMb(service)} MiB at the end`
})

function residentMb({ pid }: Service): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
}
