/** Sentences by code. A code that is missing keeps the service's own sentence, which is English. */
export type ErrorWords = Readonly<Record<string, string>>
