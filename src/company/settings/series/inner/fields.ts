import { PATTERN_LENGTH_MAX } from '@billwright/rules/number-pattern'
import { Type } from 'typebox'
import {
  choiceOr,
  code,
  flag,
  required,
  text,
  type Values,
} from '../../../../kernel/fields/field.ts'
import { NUMBERINGS } from '../../settings.ts'

/* A series of numbers besides those of the settings, each field declared once. */

const KINDS = NUMBERINGS.map(([, kind]) => kind)

/** The fields that are locked once the series has assigned a number. */
export const FIXED_FIELDS = {
  kind: choiceOr('kind', KINDS, 'invoice', 'Which documents it numbers. Default: invoice.'),
  key: required(code('key', '^[A-Za-z0-9-]{1,20}$', 'Documents name the series by it.')),
  pattern: required(
    text(
      'pattern',
      PATTERN_LENGTH_MAX,
      'Contains {YYYY}, {YY}, {MM} and exactly one {SEQ} or {SEQ:n}.',
    ),
  ),
  reset: choiceOr(
    'reset',
    ['never', 'yearly', 'monthly'],
    'yearly',
    'When the series restarts at 1. Default: yearly.',
  ),
}

export const FIELDS = {
  ...FIXED_FIELDS,
  name: text('name', 200),
  archived: flag('archived'),
}

const START_MAX = 999_999_999

/** Only the first number of the series. */
export const START = Type.Integer({
  minimum: 1,
  maximum: START_MAX,
  description: 'The first number, e.g. to continue the numbers of another program. Default: 1.',
})

export type SeriesContent = Values<typeof FIELDS> & { readonly start: number }

export interface Series extends SeriesContent {
  readonly id: string
  /** Whether it has assigned a number. */
  readonly isUsed: boolean
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}
