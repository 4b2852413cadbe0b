import type { ReactNode } from 'react'
import './torn-sheet.css'

interface Props {
  readonly name?: ReactNode
  readonly address?: ReactNode
  readonly title?: ReactNode
  readonly total?: ReactNode
  readonly pay?: ReactNode
  readonly foot?: ReactNode
}

/** An invoice on a torn piece of paper. Bars stand for what is not known. */
export const TornSheet = ({ name, address, title, total, pay, foot }: Props) => (
  <div className="torn">
    <div className="torn-paper" data-mantine-color-scheme="light">
      <div className="torn-top">
        <div className="torn-name">{name ?? <Bars of={[140]} />}</div>
        <div className="torn-address">{address ?? <Bars of={[88, 72]} />}</div>
      </div>
      <Bars of={[120, 96, 108]} />
      <div className="torn-title">{title ?? <Bars of={[160]} />}</div>
      <div className="torn-items">
        {[180, 140, 200].map((width) => (
          <Bars key={width} of={[width, 56]} />
        ))}
      </div>
      <div className="torn-total">
        {total}
        <Bars of={[72]} />
      </div>
      <div className="torn-pay">{pay || <Bars of={[240, 160]} />}</div>
      <div className="torn-foot">{foot}</div>
    </div>
  </div>
)

const Bars = ({ of }: { readonly of: readonly number[] }) => (
  <div className="torn-bars" aria-hidden>
    {of.map((width) => (
      <i key={width} style={{ width }} />
    ))}
  </div>
)
