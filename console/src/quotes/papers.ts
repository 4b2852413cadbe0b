/** The papers of a quote, by their name in the address of the PDF. */
export type Paper = 'quote' | 'order-confirmation' | 'pro-forma' | 'delivery-note'

export const PAPERS: readonly Paper[] = [
  'quote',
  'order-confirmation',
  'pro-forma',
  'delivery-note',
]
