/** Missing parts are null in an invoice, and undefined in the model of e-invoices. */
type Given<T> = { readonly [K in keyof T]: Exclude<T[K], null> | undefined }

export const given = <T extends object>(parts: T): Given<T> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, part ?? undefined]),
  ) as Given<T>

export const isNothingGiven = (parts: object): boolean =>
  Object.values(parts).every((part) => part === null)
