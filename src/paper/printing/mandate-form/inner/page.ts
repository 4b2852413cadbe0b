import type { MandateProposal } from '../../../../receivables/methods/propose.ts'
import type { Buyer, Seller } from '../../../../sales/contents/parties.ts'
import { formatterFor } from '../../format.ts'
import { addressLines } from '../../inner/address.ts'
import { letterFile } from '../../inner/letter/letter.ts'
import { letterhead } from '../../inner/letter/letterhead.ts'
import { wordsFor } from '../../labels/labels.ts'
import { mandateText } from '../mandate-text.ts'
import { mandateWordsFor } from './words.ts'

const page = letterFile(new URL('./mandate-form.html', import.meta.url))

export interface MandateFormSource {
  readonly proposal: MandateProposal
  readonly seller: Seller
  readonly buyer: Buyer
  readonly language: string
  /** A data URL. */
  readonly logo: string | null
}

/** The form of a mandate, which a customer fills in and signs on paper. */
export function mandateFormPage({ proposal, seller, buyer, logo, ...asked }: MandateFormSource) {
  const { language, words } = mandateWordsFor(asked.language)
  const format = formatterFor({
    language,
    currency: 'EUR',
    dateFormat: seller.dateFormat,
    hasMinus: true,
  })
  const { labels } = wordsFor(language)
  const said = mandateText(proposal, asked.language)
  return page.render({
    ...letterhead({ seller, buyer, logo }, format),
    title: said.title,
    mainAmount: '',
    facts: [],
    words: { ...words },
    creditorLines: [proposal.creditorName, ...addressLines(seller, buyer, format)],
    creditorId: proposal.creditorId,
    reference: proposal.reference,
    type: proposal.type === 'one_off' ? words.oneOff : words.recurring,
    text: said.text,
    rights: said.rights,
    blanks: [
      { label: words.holder, value: proposal.accountHolder },
      { label: words.address, value: addressLines(buyer, seller, format).join(', ') },
      { label: labels.ibanLabel, value: '' },
      { label: `${labels.bicLabel}`, value: '' },
    ],
    returnTo: words.returnTo.replaceAll('{creditor}', () => proposal.creditorName),
  })
}
