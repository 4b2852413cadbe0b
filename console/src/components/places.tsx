import { Button, Group } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

interface Props {
  readonly label: string
  /** The first path is the prefix of all others. */
  readonly places: readonly { readonly to: string; readonly name: string }[]
}

/**
 * The links between the pages of a group: one row, which scrolls sideways on a phone and fades out
 * where more links follow.
 */
export function Places({ label, places }: Props) {
  const { pathname } = useLocation()
  const row = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState('')
  const look = () => row.current && setHidden(hiddenIn(row.current))
  const current = places.find(
    ({ to }, at) => pathname === to || (at > 0 && pathname.startsWith(`${to}/`)),
  )?.to
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another button.
  useEffect(() => {
    // While the next page loads, the router still marks the previous one as current.
    const button = row.current?.querySelector('[data-current]')?.getBoundingClientRect()
    const box = row.current?.getBoundingClientRect()
    // Scrolls only the row, not the page.
    if (button && box)
      row.current?.scrollBy({ left: button.left + button.width / 2 - box.left - box.width / 2 })
  }, [current])
  // Also in another language, whose names have other widths.
  useEffect(() => {
    const observer = new ResizeObserver(look)
    if (row.current) observer.observe(row.current)
    return () => observer.disconnect()
  })
  return (
    <Group
      ref={row}
      component="nav"
      aria-label={label}
      gap={4}
      wrap="nowrap"
      className="places"
      data-hidden={hidden}
      onScroll={look}
    >
      {places.map(({ to, name }) => (
        <Button
          key={to}
          component={Link}
          to={to}
          activeOptions={{ exact: true }}
          {...(to === current && { 'aria-current': 'page', 'data-current': true })}
          variant={to === current ? 'light' : 'subtle'}
          size="compact-sm"
        >
          {name}
        </Button>
      ))}
    </Group>
  )
}

/** The ends of the row where links are out of sight: `start`, `end`, both or none. */
function hiddenIn({ scrollLeft, scrollWidth, clientWidth }: Element): string {
  const ends = [scrollLeft > 1 && 'start', scrollLeft + clientWidth < scrollWidth - 1 && 'end']
  return ends.filter(Boolean).join(' ')
}
