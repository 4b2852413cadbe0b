import { type TSchema, Type } from 'typebox'

/** Refuses fields that the schema does not name. */
export const closed = { additionalProperties: false } as const

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
