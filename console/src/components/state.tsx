import type { ReactNode } from 'react'
import './state.css'

/**
 * The shapes of states. `dashed`: not begun. `open`: under way. `due`: asks for a person soon.
 * `partly`: half done. `late`: late, failed or refused. `done`: settled. `refund`: goes back.
 * `void`: no longer counts.
 */
export type Shape = keyof typeof SHAPES

const SHAPES = {
  dashed: <circle cx="5" cy="5" r="4" strokeDasharray="2 1.6" />,
  open: <circle cx="5" cy="5" r="4" />,
  due: <circle cx="5" cy="5" r="4.25" fill="currentColor" stroke="none" />,
  partly: (
    <>
      <circle cx="5" cy="5" r="4" />
      <path className="state-half" d="M5 1.75a3.25 3.25 0 0 1 0 6.5z" stroke="none" />
    </>
  ),
  late: <circle cx="5" cy="5" r="4.25" fill="currentColor" stroke="none" />,
  done: <path d="M1.5 5.4 4 7.9l4.5-5.6" />,
  refund: <path d="M3.75 1.5 1.5 3.75 3.75 6M1.5 3.75h4.75a2.4 2.4 0 0 1 0 4.8H4.5" />,
  void: (
    <>
      <circle cx="5" cy="5" r="4" />
      <path d="M2.3 7.7l5.4-5.4" />
    </>
  ),
} as const

interface Props {
  readonly shape: Shape
  readonly children: ReactNode
  /** A second fact, smaller. */
  readonly detail?: ReactNode
}

/** A state: a shape and a word, never a color alone. */
export const State = ({ shape, children, detail }: Props) => (
  <span className="state" data-shape={shape}>
    <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      {SHAPES[shape]}
    </svg>
    <span>{children}</span>
    {detail && <small>{detail}</small>}
  </span>
)
