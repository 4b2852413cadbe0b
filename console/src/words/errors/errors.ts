import type { Params } from '@billwright/rules/faults'

/**
 * `{max}` and the like are params of the error. `by` is the param whose count selects the form;
 * `{n}` is its value.
 */
export type Sentence =
  | string
  | { readonly by: keyof Params; readonly one: string; readonly other: string }

/**
 * Sentences by code, or by `code.reason` if the error has a `reason`. Of several, the first one
 * whose params are all present applies. Codes without a sentence keep the service's English one.
 */
export type ErrorWords = Readonly<Record<string, Sentence | readonly Sentence[]>>

/** The params in a sentence. */
export const namesIn = (sentence: Sentence): readonly (keyof Params)[] => {
  const forms = typeof sentence === 'string' ? [sentence] : [sentence.one, sentence.other]
  const names = forms.flatMap((it) => [...it.matchAll(PLACEHOLDER)].map(([, name]) => name))
  return [...(typeof sentence === 'string' ? [] : [sentence.by]), ...names] as (keyof Params)[]
}

/** `{SEQ}` of a numbering pattern is no placeholder. */
export const PLACEHOLDER = /\{([a-z_]{2,})\}/g
