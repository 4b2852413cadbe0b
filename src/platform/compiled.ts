import type { Compilable, CompiledQuery } from 'kysely'
import { type Db, engineOf } from './database.ts'

/** A statement with one parameter, which is made into SQL once and not for every use. */
export type CompiledOnce<Row> = (db: Db, value: string) => Promise<readonly Row[]>

/** `build` is called with a value that stands for the later ones, once for each engine. */
export function compiledOnce<Row>(
  build: (db: Db, value: string) => Compilable<Row>,
): CompiledOnce<Row> {
  const compiled = new Map<string, CompiledQuery<Row>>()
  return async (db, value) => {
    const engine = engineOf(db)
    const query = compiled.get(engine) ?? build(db, '').compile()
    compiled.set(engine, query)
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: [value] })
    return rows
  }
}
