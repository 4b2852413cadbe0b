/** The hooks of a route as a list, to which more can be added: Fastify takes one, several or none. */
export const listOf = <T>(hooks: T | T[] | undefined): T[] =>
  Array.isArray(hooks) ? hooks : hooks === undefined ? [] : [hooks]
