import { Anchor, VisuallyHidden } from '@mantine/core'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useWords } from '../words/language.ts'
import './desk.css'

interface Mark {
  readonly text: string
  readonly kind: 'late' | 'due' | 'draft'
}

/** A stamp on the sheet: a word, and below it a day. */
interface Stamp {
  readonly text: string
  readonly detail?: string
}

interface Props {
  /** State, amount and customer: see `DeskHead`. */
  readonly head: ReactNode
  /** The document as it is printed; on a phone it is cut until it is opened. */
  readonly sheet: (isPaper: boolean) => ReactNode
  /** Above the sheet. */
  readonly choice?: ReactNode
  /** At the upper edge of the sheet, as in a filing drawer. */
  readonly rider?: Mark | null
  /** On the sheet. */
  readonly stamp?: Stamp | null
  /** What is known of the document, and what happened. */
  readonly children: ReactNode
}

/** A document on the desk: its sheet, and beside it what is known of it. */
export function Desk({ head, sheet, choice, rider, stamp, children }: Props) {
  const words = useWords().documentDesk
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="desk">
      <div className="desk-head">{head}</div>
      <div className="desk-side">
        {choice}
        <div className="desk-sheet" data-cut={!isOpen || undefined}>
          {rider && <Rider {...rider} />}
          {sheet(!isOpen)}
          {stamp && <span className="stamp" data-text={stamp.text} data-detail={stamp.detail} />}
        </div>
        <Anchor
          component="button"
          type="button"
          className="desk-open"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? words.close : words.open}
        </Anchor>
      </div>
      <div className="desk-facts">{children}</div>
    </div>
  )
}

/** The state from afar; it is said beside the sheet, too. */
export const Rider = ({ text, kind }: Mark) => (
  <span className="rider" data-kind={kind} data-text={text} />
)

interface HeadProps {
  readonly state: ReactNode
  /** What the amount is, for screen readers. */
  readonly label: string
  readonly amount: string
  readonly children?: ReactNode
}

/** The state, the amount that counts, and whose it is. */
export const DeskHead = ({ state, label, amount, children }: HeadProps) => (
  <>
    <div className="desk-state">{state}</div>
    <p className="desk-amount figures-large">
      <VisuallyHidden>{label} </VisuallyHidden>
      <LargeAmount>{amount}</LargeAmount>
    </p>
    {children && <div>{children}</div>}
  </>
)

/** In one line, whatever its length. */
export const LargeAmount = ({ children }: { readonly children: string }) => (
  <span className="desk-figures" style={{ '--letters': children.length } as CSSProperties}>
    {children}
  </span>
)
