import { formatMinor } from '@billwright/money'
import type { ReadWork } from '../../core/record/work.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { StoredStatement } from './file.ts'
import * as entryRepository from './inner/entry-repository.ts'
import { follows } from './inner/place.ts'
import * as statementRepository from './inner/statement-repository.ts'

/** What a person should look at, of the last two months. */
export interface BankMatter {
  readonly problem: 'statement_unbalanced' | 'statement_gap' | 'return_unknown'
  readonly resource: { readonly type: 'bank_file' | 'bank_entry'; readonly id: string }
  readonly name: string
  readonly since: string
  readonly detail: string
}

const DAYS = 60
/** Statements that are looked at before one with a gap. */
const BEFORE_MAX = 40

/**
 * A statement whose balances do not agree, until none of its entries is open; one before which another
 * is missing, until that one comes; a returned payment that nobody found.
 */
export async function listBankMatters(
  work: ReadWork,
  limit: number,
): Promise<readonly BankMatter[]> {
  const since = secondsAfter(work.at, -DAYS * 86_400)
  const found: BankMatter[] = []
  for (const { file, statement } of await statementRepository.listProblems(work, {
    since,
    limit,
  })) {
    const about = {
      resource: { type: 'bank_file', id: file.id },
      name: file.name ?? statement.number ?? file.id,
      since: file.createdAt,
    } as const
    if (statement.problems.includes('unbalanced') && file.hasOpen)
      found.push({
        ...about,
        problem: 'statement_unbalanced',
        detail: 'The balances of the statement do not agree with its entries.',
      })
    if (statement.problems.includes('gap') && !(await hasComeSince(work, file.id, statement)))
      found.push({
        ...about,
        problem: 'statement_gap',
        detail: 'A statement before this one seems to be missing.',
      })
  }
  for (const { id, content, createdAt } of await entryRepository.listUnknownReturns(work, limit))
    found.push({
      problem: 'return_unknown',
      resource: { type: 'bank_entry', id },
      name: `${formatMinor(content.amountMinor, content.currency)} ${content.currency}`,
      since: createdAt,
      detail: 'The bank returned a payment that no invoice has.',
    })
  return found
}

async function hasComeSince(work: ReadWork, fileId: string, statement: StoredStatement) {
  const others = await statementRepository.listStatementsBefore(work, statement, BEFORE_MAX)
  return others.some(
    (it) =>
      (it.fileId !== fileId || it.statement.position !== statement.position) &&
      follows(statement, it.statement),
  )
}
