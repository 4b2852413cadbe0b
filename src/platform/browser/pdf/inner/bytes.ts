/** Any fixed instant works; this one is obviously not the time of printing. */
const FIXED_DATE = "D:20000101000000+00'00'"

const DATE = /\/(CreationDate|ModDate) \(D:\d{14}[+-]\d\d'\d\d'\)/g

/**
 * The ids by which tagged output refers to table headers, in the places where PDF allows them: as
 * `/ID`, or within an array. A title that looks like one follows `/Title` and stays.
 */
const NODE_ID = /(?<=\/ID |\[|\) |R )\(node\d{8}\)/g

/**
 * Makes the bytes of a PDF reproducible: Chromium writes the time of printing, and keeps counting
 * ids in a reused page. Replacements have the same length, so the table of offsets stays valid.
 */
export function normalisePdf(bytes: Uint8Array): Uint8Array {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  // Ids have one width, so their order as text is their order. Ranks keep the name tree sorted.
  const found = [...new Set(pdf.match(NODE_ID))].sort()
  const rankOf = new Map(found.map((id, index) => [id, index + 1]))
  const normal = pdf
    .replace(DATE, (_, key: string) => `/${key} (${FIXED_DATE})`)
    .replace(NODE_ID, (id) => `(node${String(rankOf.get(id)).padStart(8, '0')})`)
  if (normal.length !== pdf.length) throw new Error('Normalising a PDF changed its length.')
  return new Uint8Array(Buffer.from(normal, 'latin1'))
}

/** How many pages a PDF of Chromium has; its page objects are never compressed. */
export function countPages(bytes: Uint8Array): number {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
}
