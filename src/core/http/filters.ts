import { Type } from 'typebox'

const VALUES_MAX = 50

/** A filter that takes several values, separated by commas. */
export const oneOrMore = (pattern: string, description: string) =>
  Type.Optional(
    Type.String({
      pattern: `^(${pattern})(,(${pattern})){0,${VALUES_MAX - 1}}$`,
      description: `${description} Several are separated by commas, at most ${VALUES_MAX}.`,
    }),
  )

export const valuesOf = (text: string | undefined): readonly string[] =>
  text === undefined ? [] : [...new Set(text.split(','))]

export const updatedSince = Type.Optional(
  Type.String({
    format: 'date-time',
    description:
      'Only resources that changed at or after this instant. Next time, send the `sync_until` of the response.',
  }),
)

/** When the resource was created; both ends included. */
export const createdBetween = {
  created_from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Created at or after this instant.' }),
  ),
  created_to: Type.Optional(
    Type.String({ format: 'date-time', description: 'Created at or before this instant.' }),
  ),
}

/** A transaction may commit this long after the instant that it stores. */
const SYNC_LAG_MS = 5_000

/** RFC 3339 allows a leap second; `Date` does not. */
const LEAP_SECOND = /:60(?=[.Zz+-])/

/** The years of a stored instant: `toISOString` writes others with a sign, which sorts before all digits. */
const [FIRST, LAST] = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']

/** As stored: instants are compared as text, in UTC with milliseconds. */
export function storedInstant(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const stored = new Date(text.replace(LEAP_SECOND, ':59')).toISOString()
  if (stored.startsWith('-')) return FIRST
  return stored.startsWith('+') ? LAST : stored
}

/**
 * The instant for the next `updated_since`: this answer has everything that was committed before
 * it.
 */
export const syncUntil = (
  { updated_since: since }: { readonly updated_since?: string },
  now: string,
) =>
  since === undefined ? {} : { sync_until: new Date(Date.parse(now) - SYNC_LAG_MS).toISOString() }
