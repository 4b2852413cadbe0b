import {
  faultOfMandateReference,
  NAME_MAX,
  readSepaIban,
  SCHEMES,
  toSepaText,
} from '@billwright/sepa'
import { type Static, Type } from 'typebox'
import { Value as Schemas } from 'typebox/value'
import { closed, nullable } from '../../kernel/fields/shapes.ts'
import { sha256 } from '../../platform/ids.ts'

/* The forms of what this room stores as JSON. A company archive may be a stranger's file. */

const text = (maxLength: number) => Type.String({ maxLength })
const day = Type.String({ format: 'date' })
const id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,120}$' })
const bic = Type.String({ pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$' })
const USES = {
  firstOn: nullable(day),
  lastOn: nullable(day),
  told: nullable(Type.Object({ creditorId: text(35), creditorName: text(140) }, closed)),
  untold: nullable(
    Type.Partial(
      Type.Object({
        reference: text(35),
        iban: text(34),
        creditorId: text(35),
        creditorName: text(140),
      }),
      closed,
    ),
  ),
}

const Mandate = Type.Object(
  {
    reference: text(35),
    scheme: Type.String({ enum: [...SCHEMES] }),
    type: Type.String({ enum: ['recurring', 'one_off'] }),
    signedOn: day,
    accountHolder: text(140),
    iban: text(34),
    bic: nullable(bic),
    address: nullable(
      Type.Object(
        {
          street: nullable(text(70)),
          postalCode: nullable(text(16)),
          city: Type.String({ minLength: 1, maxLength: 35 }),
          country: Type.String({ pattern: '^[A-Z]{2}$' }),
        },
        closed,
      ),
    ),
    noticeDays: nullable(Type.Integer({ minimum: 1, maximum: 60 })),
    evidenceFileId: nullable(id),
    b2bConfirmedOn: nullable(day),
    ...USES,
    wasCollected: Type.Boolean(),
    isFinal: Type.Boolean(),
    handedIn: nullable(Type.Object({ ...USES, runId: id }, closed)),
    amendments: Type.Array(
      Type.Object(
        {
          from: day,
          what: Type.String({ enum: ['reference', 'iban', 'creditor_id', 'creditor_name'] }),
          old: text(140),
        },
        closed,
      ),
    ),
  },
  closed,
)

const Consent = Type.Object(
  {
    words: text(5_000),
    wordsSha256: text(64),
    language: Type.String({ pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' }),
    at: Type.String({ format: 'date-time' }),
    invoiceId: id,
    name: nullable(text(140)),
    ip: nullable(Type.String({ pattern: '^[0-9A-Fa-f:.%a-z]{2,60}$' })),
    browser: nullable(text(1_000)),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    maxMinor: nullable(Type.String({ pattern: '^[0-9]{1,15}$' })),
    noticeDays: nullable(Type.Integer({ minimum: 0, maximum: 60 })),
  },
  closed,
)

/** A mandate that a file for the bank may name. */
export const isStoredMandate = (value: unknown): boolean =>
  Schemas.Check(Mandate, value) && isWritable(value)

const isWritable = ({ reference, iban, accountHolder }: Static<typeof Mandate>): boolean =>
  faultOfMandateReference(reference) === null &&
  readSepaIban(iban) === iban &&
  toSepaText(accountHolder, { umlauts: 'strip', max: NAME_MAX }) !== null

/** A consent that still has the words that the customer saw. */
export const isStoredConsent = (value: unknown): boolean =>
  Schemas.Check(Consent, value) && sha256(value.words) === value.wordsSha256
