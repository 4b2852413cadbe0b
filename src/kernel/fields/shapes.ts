import { type TSchema, Type } from 'typebox'

/** Refuses fields that the schema does not have. */
export const closed = { additionalProperties: false } as const

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The version of a resource, and when it was created and last changed. */
export const STAMPS = {
  version: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
}

interface Stamped {
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export const stampsOf = ({ version, createdAt, updatedAt }: Stamped) => ({
  version,
  created_at: createdAt,
  updated_at: updatedAt,
})
