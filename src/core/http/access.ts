import type { FastifyContextConfig, FastifySchema } from 'fastify'

export type Access = NonNullable<FastifyContextConfig['access']>

/** The options of a route: the scope or audience it needs, its schema, and what else is particular about it. */
const needs =
  <const A extends Access>(access: A) =>
  <S extends FastifySchema>(schema: S, config?: FastifyContextConfig) => ({
    config: { ...config, access },
    schema,
  })

export const read = needs('read')
export const write = needs('write')
export const issue = needs('issue')
export const admin = needs('admin')
/** Makes and suspends companies. */
export const operator = needs('companies')
/** A person who signed in. */
export const session = needs('session')
export const anyone = needs('public')
