/** The company that the address of this page names: `/c/<handle>/…`; null: none. */
const handleIn = (pathname: string): string | null =>
  /^\/c\/([a-z2-7]{8})(?=\/|$)/.exec(pathname)?.[1] ?? null

// A page stays with its company: another one is another page, with nothing of this one in it.
let handle = handleIn(window.location.pathname)

export const companyOfPage = (): string | null => handle

/** Where the pages of this page's company begin. */
export const basePath = (): string => (handle === null ? '/' : `/c/${handle}`)

/** An address outside the router, of a page or of a document, in this page's company. */
export const inCompany = (path: string): string => (handle === null ? path : `/c/${handle}${path}`)

export const inOtherCompany = (other: string, path: string): string => `/c/${other}${path}`

/** For an address without a company, before anything of a company is read. */
export function settleOn(chosen: string): void {
  const { pathname, search, hash } = window.location
  window.history.replaceState(
    window.history.state,
    '',
    inOtherCompany(chosen, pathname) + search + hash,
  )
  handle = chosen
}

const keyOf = (person: string): string => `billwright.company.${person}`

/** The company in which a person was last in this browser. */
export const lastCompany = (person: string): string | null => localStorage.getItem(keyOf(person))

/** A full or forbidden storage forgets it. */
export function rememberCompany(person: string, chosen: string): void {
  try {
    localStorage.setItem(keyOf(person), chosen)
  } catch {
    return
  }
}

export const forgetCompany = (person: string): void => localStorage.removeItem(keyOf(person))
