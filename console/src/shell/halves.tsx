import { Image } from '@mantine/core'
import type { ReactNode } from 'react'
import './halves.css'

interface Props {
  /** Below what is asked. */
  readonly note?: ReactNode
  /** The other half, which comes last where there is less room. */
  readonly aside?: ReactNode
  /** The other half says nothing; it is left out where there is less room. */
  readonly isDecoration?: boolean
  readonly children: ReactNode
}

/** A page outside the console's frame: what is asked, and beside it what comes of it. */
export const Halves = ({ note, aside, isDecoration, children }: Props) => (
  <div className="halves">
    <main className="half">
      <div className="half-brand">
        <Image src="/console/icon.svg" alt="" w={26} h={26} />
        Billwright
      </div>
      <div className="half-page">{children}</div>
      {note && <p className="half-note">{note}</p>}
    </main>
    <div className="half-aside" aria-hidden={isDecoration}>
      {aside}
    </div>
  </div>
)
