import { type Fault, invalidRequest } from '../../../../kernel/errors.ts'
import type { Access, Source } from '../../access.ts'
import type { User } from '../../people/user.ts'

/** Proves that the signed-in person is present, not someone else at an open session. */
export interface Proof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/** Throws `invalid_request` at `pointer` if the password is wrong, counted like a sign-in. */
export async function requirePasswordOf(
  { throttle, hashing }: Access,
  user: User,
  { password, pointer, source }: PasswordShown,
): Promise<void> {
  const attempt = { account: user.email, address: source.address, device: source.device }
  await throttle.take(attempt)
  if (!(await hashing.matches(password, user.passwordHash)))
    throw invalidRequest([wrongPassword(pointer)])
  await throttle.release(attempt)
}

interface PasswordShown {
  readonly password: string
  readonly pointer: string
  readonly source: Source
}

/** As `requirePasswordOf`, with a code. Returns the result of `use`, which is `null` for a wrong code. */
export async function requireCodeOf<T>(
  { throttle }: Access,
  user: User,
  { code, source, use }: CodeShown<T>,
): Promise<T> {
  const { address, device } = source
  const attempt = { account: user.email, address, device, step: 'code' } as const
  await throttle.take(attempt)
  const used = await use(user.id, code)
  if (used === null) throw invalidRequest([WRONG_CODE])
  await throttle.release(attempt)
  return used
}

interface CodeShown<T> {
  readonly code: string
  readonly source: Source
  readonly use: (userId: string, code: string) => Promise<T | null>
}

const wrongPassword = (pointer: string): Fault => ({
  pointer,
  code: 'wrong_password',
  message: 'The current password is wrong. Try again.',
})

const WRONG_CODE: Fault = {
  pointer: '/code',
  code: 'wrong_code',
  message: 'The code is wrong or was used before. Enter the next code that the app shows.',
}
