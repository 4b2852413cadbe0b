import { readFileSync } from 'node:fs'

/** A line that stands for a part of several pages. Stored versions have it inlined. */
const PART = /^{{> (.+)}}\n/gm

/** A built-in template with its parts. */
export const builtInHtml = (name: string): string =>
  withParts(readFileSync(new URL(`${name}.html`, import.meta.url), 'utf8'))

/** A page with the parts of the built-in templates that it names. */
export const withParts = (html: string): string =>
  html.replace(PART, (_line, part: string) => builtInHtml(`parts/${part}`))
