import { existingCompanies, firstCompany } from '../../../../core/companies/directory.ts'
import { SERVICE } from '../../../../core/record/work.ts'
import { instant } from '../../../../platform/clock.ts'
import { inTransaction } from '../../../../platform/database/db.ts'
import { sha256 } from '../../../../platform/ids.ts'
import type { Access, Source } from '../../access.ts'
import { alreadySetUp, invalidSetupToken } from '../../errors.ts'
import { hasUsers } from '../../inner/repository.ts'
import { isSameHash, NO_HASH } from '../../keys/api-key.ts'
import { type NewUser, toNewUser } from '../../people/people.ts'
import type { SignedIn } from '../../sign-in/inner/sign-in.ts'
import { openSession } from '../../sign-in/inner/sign-in.ts'
import { deleteSetupToken, findSetupToken, insertFirstOwner } from '../first-run.ts'

interface NewOwner extends Omit<NewUser, 'role'> {
  readonly token: string
  readonly companyName: string | null
}

/** Throws `already_set_up` or `invalid_setup_token`. */
export async function checkSetupToken({ clock, db }: Access, token: string): Promise<void> {
  // In this order: a second caller finds no token, and then a user.
  const stored = await findSetupToken(db)
  if (await hasUsers(db)) throw alreadySetUp()
  const isRight = isSameHash(sha256(token), stored?.hash ?? NO_HASH)
  if (!stored || !isRight || stored.expiresAt <= instant(clock)) throw invalidSetupToken()
}

/**
 * Creates the first owner and signs them in. Throws `already_set_up` or `invalid_setup_token`.
 */
export async function completeSetup(
  access: Access,
  { token, companyName, ...given }: NewOwner,
  source: Source,
): Promise<SignedIn> {
  await checkSetupToken(access, token)
  const owner = await toNewUser(access, given)
  // The company's transaction comes first. It can be repeated until the next one uses up the
  // link.
  if (companyName !== null) {
    await access.nameCompany(
      access.workFor(SERVICE, await firstCompany(access.directory)),
      companyName,
    )
  }
  const companies = await Array.fromAsync(existingCompanies(access.directory))
  await inTransaction(access.db, async (trx) => {
    const isFirst = await deleteSetupToken(trx)
    if (!isFirst || (await hasUsers(trx))) throw alreadySetUp()
    await insertFirstOwner(trx, owner, companies)
  })
  return openSession(access, owner, source)
}
