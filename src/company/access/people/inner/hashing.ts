import { hash, verify } from '@node-rs/argon2'
import { passwordsBusy } from '../../errors.ts'

/** Argon2id with the minimum of OWASP's password storage sheet: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** The hash of a discarded random text, verified for unknown people so that they take as long. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$nam1FKgDt6Z0/8jZMZ6J6A' +
  '$XqtpL+WWb72UCmhgsD76A8/wS69cZHTfqKvnCR+zFuc'

/** Each hash takes 19 MiB and a whole core for some 30 ms; more at once would slow all requests. */
const AT_ONCE = 2
/** About a second of work. */
const WAITING_MAX = 64

export type Hashing = ReturnType<typeof createHashing>

/**
 * Hashes and verifies passwords, two at a time; others wait in order. Throws `passwords_busy` if too
 * many wait already.
 */
export function createHashing() {
  const inTurn = createTurns(AT_ONCE, WAITING_MAX)
  return {
    hash: (password: string): Promise<string> =>
      inTurn(() => hash(password.normalize('NFC'), COST)),

    /** Whether the password matches. Without a hash it takes the same time and returns false. */
    matches: (password: string, passwordHash: string | null): Promise<boolean> =>
      inTurn(async () => {
        const isSame = await verify(passwordHash ?? NOBODY, password.normalize('NFC'))
        return isSame && passwordHash !== null
      }),
  }
}

/** Whether a hash has another cost than new ones; the next sign-in then replaces it. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(CURRENT)

/** Runs so many tasks at once and lets so many wait, in order. */
export function createTurns(atOnce: number, waitingMax: number) {
  let running = 0
  const line: (() => void)[] = []

  const leave = () => {
    const next = line.shift()
    // Passes its slot on, so that no later request takes it.
    if (next) next()
    else running -= 1
  }
  const enter = async (): Promise<void> => {
    if (running >= atOnce && line.length >= waitingMax) throw passwordsBusy()
    if (running >= atOnce) return new Promise((resolve) => line.push(resolve))
    running += 1
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
