import type { LinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useMay } from '../api/session.ts'
import { Page } from './page.tsx'
import { Places } from './places.tsx'

interface Props extends ComponentProps<typeof Page> {
  /** Of the links. */
  readonly label: string
  readonly places: readonly Place[]
}

interface Place {
  readonly to: NonNullable<LinkProps['to']>
  readonly name: string
  /** Others do not see the link. */
  readonly needs?: 'admin'
}

/** One of several pages that have one place in the menu, with links to the others. */
export function PageOfPlaces({ label, places, children, ...page }: Props) {
  const isAdmin = useMay('admin')
  const shown = places.filter(({ needs }) => needs !== 'admin' || isAdmin)
  return (
    <Page {...page}>
      {shown.length > 0 && <Places label={label} places={shown} />}
      {children}
    </Page>
  )
}
