import { ITEMS } from './clients.ts'
import { type Fault, fault, rounds, type Service, sleep } from './harness.ts'
import { nowMs } from './history.ts'
import { startPostgres } from './postgres.ts'
import { call, request } from './request.ts'

const INVOICES = 8
const FLIPPERS = 8
const READERS = 8
const FORMS = ['', '/html', '/pdf']

interface Link {
  readonly token: string
  readonly invoice: string
  readonly marker: string
}

interface Board {
  /** The newest links, and some that are revoked. */
  readonly links: Link[]
  /** When the revocation of a token was acknowledged. */
  readonly revokedAt: Map<string, number>
  readonly ownerOf: Map<string, string>
  reads: number
  served: number
  pdfs: number
  flips: number
}

/**
 * Invoices are published and unpublished through two processes while others read the links as JSON,
 * HTML and PDF: nothing is served to a request that began after its revocation was acknowledged,
 * the PDF's cache notwithstanding, and a token opens one invoice for ever (C20).
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const env = { DATABASE_URL: await postgres.createDatabase('shared') }
  const services: Service[] = []
  for (let n = 0; n < 2; n++) {
    const service = await it.service({ env, withBrowser: true })
    await service.ready()
    services.push(service)
  }
  const anyUrl = () => services[Math.random() < 0.5 ? 0 : 1]?.url ?? ''
  const board: Board = {
    links: [],
    revokedAt: new Map(),
    ownerOf: new Map(),
    reads: 0,
    served: 0,
    pdfs: 0,
    flips: 0,
  }
  const ids: string[] = []
  for (let n = 0; n < INVOICES; n++) {
    const body = { customer: { name: `Buyer-${n}-end` }, items: ITEMS, status: 'sent' }
    const { json } = await call(anyUrl(), 'POST', '/invoices', { body })
    ids.push(json.id)
    await call(anyUrl(), 'GET', `/invoices/${json.id}/pdf`)
  }
  const endsAt = performance.now() + rounds(10) * 2_000
  const isOver = () => performance.now() > endsAt
  await Promise.all([
    ...Array.from({ length: FLIPPERS }, () => flip(it, { ids, anyUrl, board, isOver })),
    ...Array.from({ length: READERS }, () => read(it, { anyUrl, board, isOver })),
  ])
  const { flips, reads, served, pdfs, revokedAt } = board
  if (served === 0 || pdfs === 0 || revokedAt.size === 0) it.finding('nothing was read or revoked')
  return `${flips} flips, ${revokedAt.size} revocations, ${reads} public reads, of which ${served} were served (${pdfs} PDFs)`
})

interface Flipping {
  readonly ids: readonly string[]
  readonly board: Board
  anyUrl(): string
  isOver(): boolean
}

async function flip(it: Fault, { ids, anyUrl, board, isOver }: Flipping): Promise<void> {
  while (!isOver()) {
    const n = Math.floor(Math.random() * ids.length)
    const id = ids[n] ?? ''
    const before = (await call(anyUrl(), 'GET', `/invoices/${id}`)).json?.share_token
    const verb = before === null ? 'publish' : 'unpublish'
    const { status, json } = await call(anyUrl(), 'POST', `/invoices/${id}/${verb}`)
    const at = nowMs()
    board.flips += 1
    if (status >= 500 && status !== 503) it.finding(`${verb} answered ${status} ${json?.code}`)
    if (status !== 200) continue
    if (verb === 'unpublish') {
      // Another client may have published anew in between: the link that was read is dead by now.
      if (!board.revokedAt.has(before)) board.revokedAt.set(before, at)
    } else {
      const owner = board.ownerOf.get(json.share_token) ?? id
      if (owner !== id) it.finding(`the token of ${owner} was given to ${id}`)
      board.ownerOf.set(json.share_token, id)
      board.links.unshift({ token: json.share_token, invoice: id, marker: `Buyer-${n}-end` })
      board.links.splice(24)
    }
    await sleep(Math.random() * 20)
  }
}

async function read(it: Fault, { anyUrl, board, isOver }: Omit<Flipping, 'ids'>): Promise<void> {
  while (!isOver()) {
    const link = board.links[Math.floor(Math.random() * board.links.length)]
    const form = FORMS[Math.floor(Math.random() * FORMS.length)] ?? ''
    if (!link) {
      await sleep(10)
      continue
    }
    const start = nowMs()
    const path = `/api/v1/public/invoices/${link.token}${form}`
    const { status, text, json } = await request(anyUrl(), 'GET', path)
    board.reads += 1
    if (status !== 200) {
      const isExpected = status === 404 || status === 503
      if (!isExpected) it.finding(`GET ${form} of a link answered ${status} ${json?.code}`)
      continue
    }
    board.served += 1
    if (form === '/pdf') board.pdfs += 1
    else if (!text.includes(link.marker)) it.finding(`${link.invoice}: another invoice was served`)
    const revoked = board.revokedAt.get(link.token)
    if (revoked !== undefined && start > revoked)
      it.finding(`${form} served ${Math.round(start - revoked)} ms after the revocation`)
  }
}
