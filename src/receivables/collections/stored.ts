import { Type } from 'typebox'
import { Value as Schemas } from 'typebox/value'
import { closed, nullable } from '../../kernel/fields/shapes.ts'
import { ATTEMPT_OUTCOMES } from './collection.ts'

/* The forms of what this room stores as JSON. A company archive may be a stranger's file. */

const day = Type.String({ format: 'date' })
const instant = Type.String({ format: 'date-time' })

const plain = Type.String({ pattern: '^[^<>\\x00-\\x1f]{0,300}$' })

const Attempts = Type.Array(
  Type.Object(
    {
      n: Type.Integer({ minimum: 1 }),
      at: instant,
      day,
      noticeAt: nullable(instant),
      outcome: Type.String({ enum: [...ATTEMPT_OUTCOMES] }),
      code: nullable(plain),
      ref: plain,
    },
    closed,
  ),
  { maxItems: 1_000 },
)

const Notice = Type.Object(
  {
    messageId: nullable(Type.String({ pattern: '^[A-Za-z0-9_-]{1,120}$' })),
    isByMail: Type.Boolean(),
    sentAt: instant,
    collectOn: day,
    amountMinor: Type.String({ pattern: '^-?[0-9]{1,15}$' }),
  },
  closed,
)

export const areStoredAttempts = (value: unknown): boolean => Schemas.Check(Attempts, value)
export const isStoredNotice = (value: unknown): boolean => Schemas.Check(Notice, value)
