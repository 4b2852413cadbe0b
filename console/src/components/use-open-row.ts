import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { inCompany } from '../api/company.ts'

/**
 * Opens the page of a row by a click outside its links and fields; with Ctrl or Cmd in a new tab.
 */
export function useOpenRow() {
  const navigate = useNavigate()
  return (to: string) => ({
    style: { cursor: 'pointer' },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const { target } = event
      const isOwn = target instanceof Element && target.closest('a, button, input, label') === null
      // A person who selects text in a row wants to copy it.
      if (!isOwn || getSelection()?.toString()) return
      if (event.ctrlKey || event.metaKey) window.open(inCompany(to), '_blank')
      else void navigate({ to })
    },
  })
}
