interface Lined<Line> {
  readonly items: readonly Line[]
}

/** The items of a document, without its headings, texts and subtotals. */
export const itemsOf = <Line extends { readonly kind: string }>({
  items,
}: Lined<Line>): readonly Extract<Line, { readonly kind: 'item' }>[] =>
  items.filter((line): line is Extract<Line, { readonly kind: 'item' }> => line.kind === 'item')
