import { type TSchema, Type } from 'typebox'

/** Takes no fields but those that are named. */
export const closed = { additionalProperties: false } as const

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
