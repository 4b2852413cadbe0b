import { useSyncExternalStore } from 'react'

/**
 * `out`: the session of this page's person has ended; `left`: the page is about to reload for
 * another person.
 */
type State = 'in' | 'out' | 'left'

export interface Person {
  readonly id: string
  readonly email: string | null
}

let state: State = 'in'
let person: Person | null = null
let comeBack = Promise.withResolvers<void>()
const listeners = new Set<() => void>()

function become(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

const never = new Promise<never>(() => {})

/** The person of this page; null: nobody has signed in on it. */
export const personOfPage = (): Person | null => person

export const useSessionState = (): State =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )

/** Asks the person of this page to sign in again; resolves afterwards. */
export function signedInAgain(): Promise<void> {
  if (state === 'in') become('out')
  return comeBack.promise
}

/** Never resolves after another person has signed in, so that the page sends nothing more. */
export const neverOnceLeft = (): Promise<void> => (state === 'left' ? never : Promise.resolve())

/**
 * Reports who signed in. For the same person, waiting calls continue. For another person the page
 * reloads, so that they do not see the first person's input.
 */
export async function enter<T extends Person>(session: T): Promise<T> {
  if (person !== null && person.id !== session.id) {
    // Leaves without the question about unsaved changes and drops them.
    become('left')
    window.location.assign('/')
    return never
  }
  person = session
  if (state === 'out') {
    become('in')
    comeBack.resolve()
    comeBack = Promise.withResolvers<void>()
  }
  return session
}
