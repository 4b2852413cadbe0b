/** What the address of a new document says. */
export interface NewSearch {
  /** Where it is kept since it was saved for the first time. */
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
