/** The company in the URL of this page, `/c/<handle>/…`; null: none. */
const handleIn = (pathname: string): string | null =>
  /^\/c\/([a-z2-7]{8})(?=\/|$)/.exec(pathname)?.[1] ?? null

// A page never changes its company: another company needs a reload, so that no data mix.
let handle = handleIn(window.location.pathname)

export const companyOfPage = (): string | null => handle

/** The base path of the company's pages. */
export const basePath = (): string => (handle === null ? '/' : `/c/${handle}`)

/** The URL of a page or document in this company, outside the router. */
export const inCompany = (path: string): string => (handle === null ? path : `/c/${handle}${path}`)

export const inOtherCompany = (other: string, path: string): string => `/c/${other}${path}`

/** For a URL without a company, before any data of a company are read. */
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

/** The last company of the person in this browser. */
export const lastCompany = (person: string): string | null => localStorage.getItem(keyOf(person))

/** If the storage is full or forbidden, the company is not remembered. */
export function rememberCompany(person: string, chosen: string): void {
  try {
    localStorage.setItem(keyOf(person), chosen)
  } catch {
    return
  }
}

export const forgetCompany = (person: string): void => localStorage.removeItem(keyOf(person))
