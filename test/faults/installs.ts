import { fault, randomBetween, rounds, type Service, sleep } from './harness.ts'
import { startPostgres } from './postgres.ts'
import { type Answer, call, isOverloaded } from './request.ts'

const CLIENTS = 8

/**
 * Templates are installed, made the default and deleted through two processes, one of which is killed
 * now and then: what is installed is whole, and the default is always a template that is there (C11).
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const dataDir = it.folder()
  const env = { DATABASE_URL: await postgres.createDatabase('installs') }
  const services: Service[] = []
  for (let n = 0; n < 2; n++) {
    const service = await it.service({ dataDir, env })
    await service.ready()
    services.push(service)
  }
  const counts = { installed: 0, deleted: 0, refused: 0 }
  let isOver = false
  const anyUrl = () => services[Math.random() < 0.5 ? 0 : 1]?.url ?? ''
  const work = async () => {
    while (!isOver) {
      const answer = await oneStep(anyUrl()).catch(() => null)
      // Who asks a process that was killed waits for the next one.
      if (answer === null) await sleep(50)
      else if (answer.status >= 500 && !answer.isOverloaded)
        it.finding(`${answer.step} answered ${answer.status}`)
      else if (answer.status >= 400) counts.refused += 1
      else counts[answer.step === 'delete' ? 'deleted' : 'installed'] += 1
    }
  }
  const working = Promise.all(Array.from({ length: CLIENTS }, work))
  const kills = rounds(6)
  for (let round = 0; round < kills; round++) {
    await sleep(randomBetween(500, 1_500))
    await services[1]?.kill()
    const next = await it.service({ dataDir, env })
    await next.ready()
    services[1] = next
    it.findings(await faultsOf(services[0]?.url ?? ''))
  }
  isOver = true
  await working
  it.findings(await faultsOf(anyUrl()))
  const { installed, deleted, refused } = counts
  return `${kills} kills, ${installed} installs and choices, ${deleted} deletions, ${refused} refusals`
})

interface Step {
  readonly step: string
  readonly status: number
  readonly isOverloaded: boolean
}

function stepOf(step: string, answer: Answer): Step {
  return { step, status: answer.status, isOverloaded: isOverloaded(answer) }
}

async function oneStep(url: string): Promise<Step> {
  const n = Math.floor(Math.random() * 3)
  const id = `shared-${n}`
  const dice = Math.random()
  if (dice < 0.5) {
    const version = `1.0.${Math.floor(Math.random() * 1_000)}`
    const html = `<!doctype html><p>{{invoiceNumber}} ${id} ${version}</p>`
    const body = { id, name: `Shared ${n}`, version, html }
    return stepOf('install', await call(url, 'POST', '/templates', { body }))
  }
  if (dice < 0.75) {
    const body = { templateId: id }
    return stepOf('choose', await call(url, 'PATCH', '/settings', { body }))
  }
  return stepOf('delete', await call(url, 'DELETE', `/templates/${id}`))
}

/** Every template is whole and what was sent under its version; the default one is there. */
async function faultsOf(url: string): Promise<readonly string[]> {
  const faults: string[] = []
  const { json: list } = await call(url, 'GET', '/templates')
  for (const { id } of list.data) {
    const { status, json } = await call(url, 'GET', `/templates/${id}`)
    if (status === 404) continue
    if (status !== 200) faults.push(`GET /templates/${id} answered ${status}`)
    else if (json.source === 'upload' && !json.html.includes(`${id} ${json.version}`))
      faults.push(`${id} ${json.version} is not what was sent`)
  }
  const preview = await call(url, 'POST', `/templates/minimalist-clean/preview`, { body: {} })
  if (preview.status !== 200) faults.push(`the preview answered ${preview.status}`)
  const body = { customer: { name: 'Fernweh Books' }, items: [{ description: 'Design' }] }
  const { json: invoice } = await call(url, 'POST', '/invoices', { body })
  const html = await call(url, 'GET', `/invoices/${invoice.id}/html`)
  if (html.status !== 200) faults.push(`the default template: ${html.status} ${html.json?.code}`)
  return faults
}
