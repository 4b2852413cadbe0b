import './waiting.css'

interface Props {
  /** What is on its way: lines of text, the rows of a ledger, or a document with its facts. */
  readonly as?: 'lines' | 'ledger' | 'desk'
  readonly lines: number
}

/** Stands in the place of what loads, in its size, so that nothing moves when it arrives. */
export const Waiting = ({ as = 'lines', lines }: Props) => (
  <div className="waiting" data-as={as} aria-busy="true">
    {as === 'desk' ? (
      <>
        <div className="waiting-title" />
        <div className="waiting-sheet" />
        <div className="waiting-facts">{bars(4)}</div>
      </>
    ) : (
      bars(lines)
    )}
  </div>
)

const bars = (count: number) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: all bars are alike.
  Array.from({ length: count }, (_, at) => <div key={at} className="waiting-bar" />)
