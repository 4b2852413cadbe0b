import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { camt, OWN_IBAN } from '../src/receivables/bank/statements.testing.ts'
import { quantile } from './measure.ts'
import { API, API_KEY, type Served, startService } from './service.ts'

/**
 * How long `/healthz` and a list of invoices take while a large or hostile file of a bank is read and stored:
 * `node bench/bank-files.ts`, with `ENTRIES=10000` for a smaller statement.
 */
const ENTRIES = Number(process.env.ENTRIES ?? 30_000)
const INVOICES = 200
const PAUSE_MS = 5
const MEGABYTE = 1_000_000
const BYTES = 19 * MEGABYTE

const statement = (): Buffer =>
  camt([
    {
      entries: Array.from({ length: ENTRIES }, (_, at) => ({
        ...{ amount: `${1 + (at % 900)}.10`, reference: `R-${at}`, name: `Payer ${at % 400}` },
        text: `Invoice INV-2026-${String(at % 5000).padStart(4, '0')}`,
      })),
    },
  ])

const FILES = {
  nothing: () => Buffer.alloc(0),
  [`camt, ${ENTRIES} entries`]: statement,
  'camt, one line of 19 MB': () =>
    Buffer.from(String(camt([{ entries: [] }])).replace('<Stmt>', `<Stmt>${' '.repeat(BYTES)}`)),
  'XML, nested': () => Buffer.from(`<?xml version="1.0"?>${'<a>'.repeat(BYTES / 3)}`),
  'XML, attributes': () => Buffer.from(`<a ${'b="c" '.repeat(BYTES / 6)}/>`),
  'XML, a DOCTYPE': () =>
    Buffer.from(`<!DOCTYPE a [${'<!ENTITY b "c">'.repeat(BYTES / 16)}]><a>&b;</a>`),
  'MT940, one text of 19 MB': () =>
    Buffer.from(
      `:20:A\r\n:25:${OWN_IBAN}\r\n:28C:1\r\n:61:2611201120C1,00NTRFNONREF\r\n:86:${'INV-2026-1 '.repeat(BYTES / 11)}\r\n-\r\n`,
    ),
  'CSV, an open quote': () => Buffer.from(`Date;Amount;Text\n"${'1;'.repeat(BYTES / 2)}`),
  'CSV, lines without end': () => Buffer.from('1;2;3\n'.repeat(BYTES / 6)),
  'no text at all': () => Buffer.alloc(BYTES, 0xfe),
}

const folder = mkdtempSync(join(tmpdir(), 'billwright-bench-'))
const service = await startService(`sqlite:${join(folder, 'bank.db')}`, folder)
try {
  await prepare(service)
  for (const [name, bytesOf] of Object.entries(FILES)) await measure(service, name, bytesOf())
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function prepare({ json }: Served): Promise<void> {
  await json('PATCH', `${API}/settings`, { bankAccount: { iban: OWN_IBAN } })
  const { id: customer_id } = await json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  for (let at = 0; at < INVOICES; at += 1)
    await json('POST', `${API}/invoices`, {
      ...{ customer_id, status: 'sent' },
      items: [{ description: 'Work', unit_price: `${1 + at}.10` }],
    })
}

async function measure(service: Served, name: string, bytes: Buffer): Promise<void> {
  let isOver = false
  const waits = (path: string) => waitsOf(service, path, () => isOver)
  const both = Promise.all([waits('/healthz'), waits(`${API}/invoices?limit=25`)])
  const begin = performance.now()
  const answer = bytes.length === 0 ? await pause(3000) : await upload(service, bytes)
  const took = (performance.now() - begin) / 1000
  isOver = true
  const [health, lists] = await both
  console.log(
    [
      `${name} (${(bytes.length / MEGABYTE).toFixed(1)} MB): ${answer} after ${took.toFixed(1)} s`,
      `healthz ${figures(health)}`,
      `list ${figures(lists)}`,
    ].join('; '),
  )
}

function figures(waits: readonly number[]): string {
  const [p95, longest] = [quantile(waits, 0.95), Math.max(...waits)].map((ms) => ms.toFixed(0))
  return `p95 ${p95} ms, longest ${longest} ms of ${waits.length}`
}

async function waitsOf({ call }: Served, path: string, isOver: () => boolean): Promise<number[]> {
  const waits: number[] = []
  while (!isOver()) {
    const begin = performance.now()
    await call('GET', path)
    waits.push(performance.now() - begin)
    await pause(PAUSE_MS)
  }
  return waits
}

/** Until every entry is stored. */
async function upload({ url, json }: Served, body: Buffer): Promise<string> {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/octet-stream' }
  const sent = await fetch(`${url}${API}/bank-files`, { method: 'POST', headers, body })
  const { id, code } = (await sent.json()) as { id?: string; code?: string }
  if (id === undefined) return `${sent.status} ${code}`
  for (;;) {
    const { status, done } = await json('GET', `${API}/bank-files/${id}`)
    if (status === 'done') return `${sent.status}, ${done} entries stored`
    await pause(50)
  }
}

async function pause(ms: number): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return 'nothing sent'
}
