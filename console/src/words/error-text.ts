import { PARAMS, type Params } from '@billwright/rules/faults'
import { type ErrorWords, namesIn, PLACEHOLDER, type Sentence } from './errors/errors.ts'
import { type Format, formatFor } from './format.ts'
import { currentErrors, currentLanguage, currentLocale, plural } from './language.ts'
import type { Language } from './languages.ts'

interface Said {
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>> | undefined
}

/** What an error says to people; without a sentence in their language, the service's own. */
export const toldText = (error: Said & { readonly message: string }): string =>
  errorText(error) ?? quoted(error.message)

/** The service marks names of fields as its documents do: `name`. */
export const quoted = (sentence: string): string => sentence.replaceAll(/`([^`]*)`/g, '“$1”')

/** The sentence of an error by its code and params, where the language of the console has one. */
export const errorText = (error: Said): string | undefined =>
  sentenceOf(error, currentErrors(), currentLanguage(), currentLocale())

/** The reason that a stored refusal gives. It keeps no params: where its sentence needs some, the service's own. */
export const problemText = ({
  code,
  detail,
}: {
  readonly code: string
  readonly detail: string
}): string => errorText({ code }) ?? detail

export function sentenceOf(
  { code, params = {} }: Said,
  words: ErrorWords,
  language: Language,
  locale: string = language,
): string | undefined {
  const found = words[`${code}.${params.reason}`] ?? words[code]
  const sentence = [found].flat().find((it) => it && namesIn(it).every((name) => name in params))
  if (sentence === undefined) return undefined
  const format = formatFor(language, locale)
  return formOf(sentence, params, language).replace(PLACEHOLDER, (_, name: keyof Params) =>
    shown(name, params, format),
  )
}

function formOf(sentence: Sentence, params: Params, language: Language): string {
  if (typeof sentence === 'string') return sentence
  return plural(Number(params[sentence.by]), language, sentence)
}

function shown(name: keyof Params, params: Params, format: Format): string {
  const value = String(params[name])
  switch (PARAMS[name]) {
    case 'number':
      return format.number(value as `${number}`)
    case 'bytes':
      return format.bytes(Number(value))
    case 'time':
      return value.length > 'YYYY-MM-DD'.length ? format.instant(value) : format.date(value)
    case 'money':
      return format.money(value, params.currency ?? '')
    default:
      return value
  }
}
