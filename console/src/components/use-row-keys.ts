import type { RefObject } from 'react'
import { useKeys } from './use-keys.ts'

/**
 * j and k move the focus between the links of the rows, or the buttons of cards, so that Enter
 * opens a row and screen readers announce it; x ticks its checkbox. `onKey` gets other keys with
 * the focused row.
 */
export function useRowKeys(
  table: RefObject<HTMLElement | null>,
  onKey: Readonly<Record<string, (row: number) => unknown>> = {},
): void {
  const rows = () => [...(table.current?.querySelectorAll('tbody tr, li') ?? [])]
  const at = () => rows().findIndex((row) => row.contains(document.activeElement))
  const go = (to: number) => {
    const link = rows()[to]?.querySelector<HTMLElement>('a, button')
    link?.focus()
    link?.scrollIntoView({ block: 'nearest' })
  }
  const others = Object.entries(onKey).map(([key, run]) => [key, () => at() >= 0 && run(at())])
  useKeys({
    j: () => go(Math.min(at() + 1, rows().length - 1)),
    k: () => go(Math.max(at() - 1, 0)),
    x: () => rows()[at()]?.querySelector<HTMLElement>('input[type=checkbox]')?.click(),
    ...Object.fromEntries(others),
  })
}
