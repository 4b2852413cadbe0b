/** The papers of a quote, by their name in the PDF URL. */
export type Paper = 'quote' | 'order-confirmation' | 'pro-forma' | 'delivery-note'

export const PAPERS: readonly Paper[] = [
  'quote',
  'order-confirmation',
  'pro-forma',
  'delivery-note',
]
