import { useSyncExternalStore } from 'react'

/** `out`: the session of this page's person has ended; `left`: the page is about to be another's. */
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

/** Whose page this is; null: nobody has signed in on it. */
export const personOfPage = (): Person | null => person

export const useSessionState = (): State =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )

/** Asks the person of this page to sign in again, and resolves when they have. */
export function signedInAgain(): Promise<void> {
  if (state === 'in') become('out')
  return comeBack.promise
}

/** Never resolves once another person has signed in on this page, so that it sends nothing more. */
export const neverOnceLeft = (): Promise<void> => (state === 'left' ? never : Promise.resolve())

/**
 * Tells the page who signed in. For the same person, waiting calls go on. For another person the page is
 * loaded anew, so that they see nothing that the first one typed.
 */
export async function enter<T extends Person>(session: T): Promise<T> {
  if (person !== null && person.id !== session.id) {
    // The page goes without asking to stay, and unsent typing is dropped.
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
