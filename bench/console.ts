import { join } from 'node:path'
import { sql } from 'kysely'
import { type Browser, chromium, type Page } from 'playwright-core'
import { readConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { findBrowser } from '../test/chromium.ts'
import { type Figure, median, quantile } from './measure.ts'
import type { Engine, Place } from './place.ts'
import { copiedDatabase } from './seeded.ts'
import { API, type Served, startService } from './service.ts'

/** `INVOICES=1000` for a quick look. */
const INVOICES = Number(process.env.INVOICES ?? 100_000)
const ROUNDS = 15
const KEYSTROKES = 60
const PERSON = { email: 'bench@example.org', password: 'nine quiet lighthouses' }
const AIMS = { firstPage: 1000, screen: 200, palette: 100 }
/** The aim in ms by the number of lines: a usual invoice, and a pasted one. */
const KEYSTROKE_AIMS = [
  [20, 16],
  [500, 30],
] as const
const STARTS = 5
/** Each finds other invoices than the whole list begins with. */
const WORDS = ['zinc', 'tin', 'project777', 'week7', 'project12', 'week33', 'project500', 'week50']
const ORDERS = [
  'total',
  '-total',
  'number',
  '-number',
  'due_date',
  '-due_date',
  'created_at',
].flatMap((sort) => ['', '&type=invoice', '&status=sent'].map((filter) => `sort=${sort}${filter}`))
/** Until what was drawn for the step before is settled. */
const PAUSE_MS = 150
/** The words of other pages are loaded a second after the first page. */
const READING_MS = 2000

/** How long a person waits for the console's screens, beside a bare page that shows as many rows. */
export async function benchConsole(place: Place, engine: Engine): Promise<Figure[]> {
  const binary = await findBrowser()
  if (binary === null) throw new Error('There is no Chromium: name one in CHROMIUM_PATH.')
  const url = await copiedDatabase(place, engine, INVOICES)
  await fillPayments(url, engine)
  const service = await startService(url, join(place.folder, `data-console-${engine}`))
  const browser = await chromium.launch({
    executablePath: binary.path,
    env: { ...process.env, LD_LIBRARY_PATH: binary.libraryDir ?? '' },
  })
  try {
    const context = await browser.newContext({
      baseURL: service.url,
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
    })
    const page = await signedIn(service, await context.newPage())
    // Pages of the service may read nothing by themselves.
    const outside = await browser.newContext({
      baseURL: service.url,
      bypassCSP: true,
      storageState: await context.storageState(),
    })
    const bare = await outside.newPage()
    const taken = [
      await firstPages(place, engine, browser),
      ...(await measure(service, page, bare)),
    ]
    return taken.flatMap((it) => figuresOf(it, engine))
  } finally {
    await browser.close()
    await service.stop()
  }
}

const DAY: Readonly<Record<Engine, string>> = {
  sqlite: "date('now', '-' || (abs(random()) % 730) || ' days')",
  postgres: "to_char(current_date - (random() * 729)::int, 'YYYY-MM-DD')",
}

/** All that is paid was paid in the two years that the dashboard compares. */
async function fillPayments(url: string, engine: Engine): Promise<void> {
  const db = openDatabase(readConfig({ DATABASE_URL: url }).database)
  await sql`insert into payments
      (company_id, id, invoice_id, amount_minor, paid_at, automatic, created_at)
    select company_id, 'pay_' || substr(id, 5), id, total_minor, ${sql.raw(DAY[engine])}, 1,
      created_at from invoices where status = 'paid'`.execute(db)
  if (engine === 'postgres') await sql`vacuum analyze payments`.execute(db)
  await db.destroy()
}

interface Taken {
  readonly name: string
  readonly ms: readonly number[]
  readonly bareMs: readonly number[]
  readonly aimMs?: number
}

const figuresOf = ({ name, ms, bareMs, aimMs }: Taken, engine: Engine): readonly Figure[] => {
  const named = { part: 'console', engine, invoices: INVOICES, unit: 'ms' }
  const aim = aimMs === undefined ? '' : ` (the aim: ${aimMs} ms)`
  return [
    {
      ...named,
      name: `${name}, median`,
      value: median(ms),
      limit: median(bareMs),
      limitName: 'a bare page',
    },
    {
      ...named,
      name: `${name}, p95${aim}`,
      value: quantile(ms, 0.95),
      limit: quantile(bareMs, 0.95),
      limitName: 'a bare page',
    },
  ]
}

/** The first pages of a new process, in a browser with an empty cache. */
async function firstPages(place: Place, engine: Engine, browser: Browser): Promise<Taken> {
  const [ms, bareMs]: [number[], number[]] = [[], []]
  for (let start = 0; start < STARTS; start += 1) {
    const url = await place.newDatabase(engine)
    const service = await startService(url, join(place.folder, `first-page-${engine}-${start}`))
    const context = await browser.newContext({ baseURL: service.url })
    const page = await context.newPage()
    const msUntil = async (path: string, shown: string) => {
      const begin = performance.now()
      await page.goto(path)
      await page.locator(shown).first().waitFor()
      return performance.now() - begin
    }
    ms.push(await msUntil('/', 'h1'))
    bareMs.push(await msUntil('/healthz', 'body'))
    await context.close()
    await service.stop()
  }
  return { name: 'first page after a start', aimMs: AIMS.firstPage, ms, bareMs }
}

async function signedIn(service: Served, page: Page): Promise<Page> {
  await service.json('POST', `${API}/users`, { ...PERSON, name: 'Bench', role: 'admin' })
  const answer = await page.context().request.post('/api/v1/session', {
    data: PERSON,
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (!answer.ok()) throw new Error(`Signing in answered ${await answer.text()}`)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  return page
}

/** Texts, because they run in the page. `shown` is asked again and again, then the page is painted. */
interface Act {
  readonly act: string
  readonly shown: string
}

const wait = (page: Page, { act, shown }: Act): Promise<number> =>
  page.evaluate<number>(`new Promise((done, fail) => {
    const begin = performance.now()
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      const ms = performance.now() - begin
      if (${shown}) requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)))
      else if (ms > 60000) fail(new Error(${JSON.stringify(`Not shown after ${act}`)}))
      else setTimeout(() => port2.postMessage(0), 1)
    }
    ;(() => { ${act} })()
    port2.postMessage(0)
  })`)

const go = (place: string): string => `__TSR_ROUTER__.navigate({ href: ${JSON.stringify(place)} })`
const text = (selector: string): string => `document.querySelector('${selector}')?.textContent`
const ROWS = "document.querySelectorAll('main tbody tr').length"
const SHOWN = text('main tbody')
const TITLE = text('main h1')

async function measure(service: Served, page: Page, bare: Page): Promise<readonly Taken[]> {
  await bare.goto('/healthz')
  const bareList = (query: string) =>
    wait(bare, {
      act: `document.body.textContent = ''
        fetch('/api/v1/invoices?limit=50&${query}').then((it) => it.json()).then(({ data }) => {
          document.body.innerHTML = '<table>' + data.map((it) =>
            '<tr><td>' + [it.number, it.customer_name, it.total].join('<td>')).join('') + '</table>'
        })`,
      shown: "document.querySelector('table')",
    })
  const dashboard = (): Promise<number> =>
    wait(page, { act: go('/'), shown: "document.querySelector('main section[aria-label=EUR]')" })
  const taken: Taken[] = []
  /** The bare page does the same in turns, so that what the machine does meanwhile meets both. */
  const inTurns = async (of: {
    readonly name: string
    readonly aimMs?: number
    readonly once: (round: number) => Promise<number>
    readonly bare: (round: number) => Promise<number>
    readonly rounds?: number
  }) => {
    const [ms, bareMs]: [number[], number[]] = [[], []]
    for (let round = -2; round < (of.rounds ?? ROUNDS); round += 1) {
      const [mine, other] = [await of.once(round + 2), await of.bare(round + 2)]
      if (round < 0) continue
      ms.push(mine)
      bareMs.push(other)
    }
    const { name, aimMs } = of
    taken.push({ name, ms, bareMs, ...(aimMs === undefined ? {} : { aimMs }) })
  }
  const listFrom = async (place: string, before: string) => {
    await wait(page, { act: go(before), shown: `${ROWS} > 0` })
    await page.waitForTimeout(PAUSE_MS)
    const first = await page.evaluate<string>(SHOWN)
    return wait(page, {
      act: go(place),
      shown: `${ROWS} > 0 && ${SHOWN} !== ${JSON.stringify(first)}`,
    })
  }

  await inTurns({
    name: 'dashboard, nothing read before',
    once: async () => {
      await page.goto('/account')
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForTimeout(READING_MS)
      return dashboard()
    },
    bare: () =>
      wait(bare, {
        act: `document.body.textContent = ''
          fetch('/api/v1/reports/summary').then((it) => it.text()).then((it) => {
            document.body.innerHTML = '<pre></pre>'
            document.body.firstChild.textContent = it
          })`,
        shown: "document.querySelector('pre')",
      }),
  })
  await inTurns({
    name: 'list, nothing read before',
    aimMs: AIMS.screen,
    once: async () => {
      await page.goto('/account')
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForTimeout(READING_MS)
      return wait(page, { act: go('/invoices'), shown: `${ROWS} >= 50` })
    },
    bare: () => bareList('sort=-issue_date'),
  })
  await inTurns({
    name: 'list in another order',
    aimMs: AIMS.screen,
    once: (round) => listFrom(`/invoices?${ORDERS[round]}`, '/invoices'),
    bare: (round) => bareList(ORDERS[round] ?? ''),
  })
  await inTurns({
    name: 'filter',
    aimMs: AIMS.screen,
    once: (round) =>
      listFrom(`/invoices?status=paid&issued_from=2020-01-${day(round)}&sort=total`, '/invoices'),
    bare: (round) => bareList(`status=paid&issued_from=2020-01-${day(round)}&sort=total`),
  })
  await inTurns({
    name: 'search, from the last letter',
    aimMs: AIMS.screen,
    rounds: WORDS.length - 2,
    once: async (round) => {
      await wait(page, { act: go('/invoices'), shown: `${ROWS} >= 50` })
      await page.waitForTimeout(PAUSE_MS)
      const first = await page.evaluate<string>(SHOWN)
      await page.locator('main input[type=search]').focus()
      return wait(page, {
        act: `document.execCommand('insertText', false, '${WORDS[round]}')`,
        shown: `${ROWS} > 0 && ${SHOWN} !== ${JSON.stringify(first)}`,
      })
    },
    bare: (round) => bareList(`q=${WORDS[round]}`),
  })
  const { data: open } = await service.json(
    'GET',
    `${API}/invoices?status=sent&limit=${ROUNDS + 2}`,
  )
  await inTurns({
    name: 'open an invoice',
    aimMs: AIMS.screen,
    once: async (round) => {
      await wait(page, { act: go('/invoices'), shown: `${ROWS} > 0` })
      await page.waitForTimeout(PAUSE_MS)
      const { id, number } = open[round]
      return wait(page, {
        act: go(`/invoices/${id}`),
        shown: `${TITLE}?.includes('${number}')`,
      })
    },
    bare: (round) =>
      wait(bare, {
        act: `document.body.textContent = ''
          fetch('/api/v1/invoices/${open[round].id}').then((it) => it.text()).then((it) => {
            document.body.innerHTML = '<pre></pre>'
            document.body.firstChild.textContent = it
          })`,
        shown: "document.querySelector('pre')",
      }),
  })
  await inTurns({
    name: 'palette',
    aimMs: AIMS.palette,
    once: async () => {
      const ms = await wait(page, {
        act: "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))",
        shown: "document.querySelector('[data-action]')?.checkVisibility()",
      })
      await page.keyboard.press('Escape')
      await page.locator('[data-action]').first().waitFor({ state: 'detached' })
      return ms
    },
    bare: () =>
      wait(bare, {
        act: "document.body.innerHTML = '<dialog><ul>' + '<li>An entry'.repeat(20) + '</ul></dialog>'; document.querySelector('dialog').showModal()",
        shown: "document.querySelector('li')?.checkVisibility()",
      }),
  })
  for (const [lines, aimMs] of KEYSTROKE_AIMS)
    taken.push(await keystrokes({ service, page, bare, lines, aimMs }))
  return taken
}

const day = (round: number): string => String(round + 1).padStart(2, '0')

interface Typing {
  readonly service: Served
  readonly page: Page
  readonly bare: Page
  readonly lines: number
  readonly aimMs: number
}

/** From the letter until the page is laid out with it; waiting for the screen's next frame is not in it. */
async function keystrokes(of: Typing): Promise<Taken> {
  const { service, page, bare, lines, aimMs } = of
  const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  const items = Array.from({ length: lines }, (_, at) => ({
    description: `Consulting, week ${at + 1}`,
    quantity: '1.5',
    unit_price: '95',
    tax: { rate: '19' },
  }))
  const draft = await service.json('POST', `${API}/invoices`, { customer_id: customer.id, items })
  await page.goto(`/invoices/${draft.id}/edit`)
  const field = page.getByLabel('Description 7', { exact: true })
  await field.waitFor()
  await field.focus()
  await bare.setContent('<textarea autofocus></textarea>')
  await bare.locator('textarea').focus()
  const type = (on: Page) =>
    on.evaluate<number[]>(`(async () => {
      const taken = []
      for (let at = 0; at < ${KEYSTROKES}; at += 1) {
        await new Promise((done) => setTimeout(done, 40))
        const begin = performance.now()
        document.execCommand('insertText', false, 'abcdefgh '[at % 9])
        await Promise.resolve()
        document.body.offsetHeight
        taken.push(performance.now() - begin)
      }
      return taken
    })()`)
  await type(page)
  await type(bare)
  return {
    name: `keystroke among ${lines} lines`,
    ms: await type(page),
    bareMs: await type(bare),
    aimMs,
  }
}
