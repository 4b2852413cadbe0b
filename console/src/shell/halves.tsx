import { Image } from '@mantine/core'
import type { ReactNode } from 'react'
import './halves.css'

interface Props {
  /** A line of text below the form. */
  readonly note?: ReactNode
  /** The second half. Narrow screens show it below the form. */
  readonly aside?: ReactNode
  /** Whether `aside` is only decoration, which narrow screens and screen readers leave out. */
  readonly isDecoration?: boolean
  readonly children: ReactNode
}

/** A page outside the console's frame: a form, and beside it a preview or decoration. */
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
