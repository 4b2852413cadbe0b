/** The parameters in the URL of a new document. */
export interface NewSearch {
  /** Its id, once it was saved. */
  readonly draft?: string
  readonly customer_id?: string
}

export const toNewSearch = ({
  draft,
  customer_id,
}: Readonly<Record<string, unknown>>): NewSearch => ({
  ...(typeof draft === 'string' && { draft }),
  ...(typeof customer_id === 'string' && { customer_id }),
})
