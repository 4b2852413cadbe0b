export const TABS = ['confirm', 'open', 'booked', 'ignored'] as const
export type Tab = (typeof TABS)[number]

/** The tab and the search of the page, as in the URL. */
export interface BankSearch {
  readonly tab?: Tab
  readonly q?: string
}

/** Keeps the valid parameters of a URL and drops the rest. */
export function toBankSearch({ q, tab }: Readonly<Record<string, unknown>>): BankSearch {
  const known = TABS.find((it) => it === tab)
  return {
    ...(known !== undefined && known !== 'confirm' && { tab: known }),
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
  }
}
