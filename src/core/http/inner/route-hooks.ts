/** Fastify accepts no hook, one or several; this returns a list to append to. */
export const listOf = <T>(hooks: T | T[] | undefined): T[] =>
  Array.isArray(hooks) ? hooks : hooks === undefined ? [] : [hooks]
