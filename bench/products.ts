import { join } from 'node:path'
import { indexForm, searchWords } from '@billwright/rules/folding'
import { sql } from 'kysely'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import { createProduct } from '../src/sales/products/change.ts'
import { openAppAt } from '../test/faults/app-at.ts'
import type { Figure } from './measure.ts'
import type { Engine, Place } from './place.ts'
import { measureSearches } from './searches.ts'
import { startService } from './service.ts'

/** `PRODUCTS=1000` for a quick look. */
const PRODUCTS = Number(process.env.PRODUCTS ?? 100_000)
const PER_INSERT = 200
const PER_ANALYZE = 2000
const LIMIT_MS = 100
const THINGS = ['screw', 'washer', 'bracket', 'hinge', 'anchor', 'rivet', 'dowel', 'nail']

/** The searches that the invoice editor sends as a user types a product name. */
const SEARCHES: Readonly<Record<string, string>> = {
  'one letter': 'q=s',
  'a word of half of the products': 'q=steel',
  'two words of half and an eighth': 'q=steel+washer',
  'two words of half each that no product shares': 'q=copper+steel',
  'a word of one in 1000': 'q=batch7',
  'an item number': `q=n-${PRODUCTS - 1}`,
  nothing: 'q=xylophone',
}

/** Finding products in the invoice editor: how long it takes, and the CPU of service and database. */
export async function benchProducts(place: Place, engine: Engine): Promise<Figure[]> {
  const url = await place.newDatabase(engine)
  await fill(readConfig({ DATABASE_URL: url }).database, engine)
  const service = await startService(url, join(place.folder, `data-products-${engine}`))
  try {
    const paths = Object.fromEntries(
      Object.entries(SEARCHES).map(([name, query]) => [
        `of ${PRODUCTS}, ${name}`,
        `products?${query}&archived=false&limit=8`,
      ]),
    )
    const figure = { part: 'products', engine }
    return await measureSearches(service, { figure, paths, limitMs: LIMIT_MS })
  } finally {
    await service.stop()
  }
}

/** Half of copper, half of steel; written directly, as the service would. */
async function fill(database: Parameters<typeof openAppAt>[0], engine: Engine): Promise<void> {
  const { work, close } = await openAppAt(database, systemClock.now())
  const { id } = await createProduct(work, {
    name: 'Sample',
    prices: [{ currency: 'EUR', unit_price: '1' }],
  })
  await close()
  const db = openDatabase(database)
  const tables = tablesOfAllCompanies(db)
  const sample = await tables
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const price = await tables
    .selectFrom('product_prices')
    .selectAll()
    .where('product_id', '=', id)
    .executeTakeFirstOrThrow()
  for (let start = 0; start < PRODUCTS; start += PER_INSERT) {
    const products = Array.from({ length: PER_INSERT }, (_, at) => ({
      ...sample,
      id: `prd_019aa5d2-7c00-7000-8000-${String(start + at).padStart(12, '0')}`,
      ...textsOf(start + at),
    }))
    const words = products.flatMap(({ company_id, id, name, description, item_number }) =>
      searchWords(indexForm([name, description, item_number].join('\n'))).map((word) => ({
        company_id,
        product_id: id,
        word: Buffer.from(word),
      })),
    )
    // PostgreSQL plans the checks of foreign keys once: for an almost empty table it would scan.
    if (start % PER_ANALYZE === 0) await sql`analyze products`.execute(db)
    await db.transaction().execute(async (trx) => {
      const tables = tablesOfAllCompanies(trx)
      await tables.insertInto('products').values(products).execute()
      await tables
        .insertInto('product_prices')
        .values(products.map(({ id }) => ({ ...price, product_id: id })))
        .execute()
      await tables.insertInto('product_words').values(words).execute()
    })
  }
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(db)
  await db.destroy()
}

const textsOf = (n: number) => ({
  name: `${n % 2 ? 'Steel' : 'Copper'} ${THINGS[Math.trunc(n / 2) % THINGS.length]} ${n % 97} mm`,
  description: `Box of ${50 * (1 + (n % 9))}, batch${n % 1000}`,
  item_number: `N-${n}`,
})
