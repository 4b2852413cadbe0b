import type { MandateProposal } from '../../../receivables/methods/propose.ts'
import { mandateWordsFor } from './inner/words.ts'

/** What a customer signs, with or without paper. */
export interface MandateText {
  /** Of these words; not every document language has them. */
  readonly language: string
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly text: string
  readonly rights: string
  readonly holderLabel: string
}

export function mandateText(proposal: MandateProposal, asked: string): MandateText {
  const { language, words } = mandateWordsFor(asked)
  const isB2b = proposal.scheme === 'B2B'
  return {
    language,
    title: isB2b ? words.titleB2b : words.title,
    facts: [
      [words.creditor, proposal.creditorName],
      [words.creditorId, proposal.creditorId],
      [words.reference, proposal.reference],
      [words.type, proposal.type === 'one_off' ? words.oneOff : words.recurring],
    ],
    // A function, because `$&` in a name is no pattern.
    text: words.text.replaceAll('{creditor}', () => proposal.creditorName),
    rights: isB2b ? words.rightsB2b : words.rights,
    holderLabel: words.holder,
  }
}
