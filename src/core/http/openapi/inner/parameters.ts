import { isNode, type Json, mapped, type Node } from './json.ts'

/** Replaces a query parameter that is an object by one parameter for each member. */
export const withObjectParameters = (document: Node): Node => ({
  ...document,
  paths: eachNode(document.paths, (item) =>
    eachNode(item, (operation) => ({
      ...operation,
      ...(Array.isArray(operation.parameters) && {
        parameters: operation.parameters.map((it) => exploded(it)),
      }),
    })),
  ),
})

const eachNode = (json: Json | undefined, change: (it: Node) => Node): Node =>
  mapped(isNode(json) ? json : {}, (_name, it) => (isNode(it) ? change(it) : it))

/** Form style leaves out the name of the parameter, so the names of the members begin with it. */
function exploded(parameter: Json): Json {
  if (!isNode(parameter) || parameter.in !== 'query' || !isNode(parameter.schema)) return parameter
  const { name, schema } = parameter
  if (schema.type !== 'object' || !isNode(schema.propertyNames)) return parameter
  const { minLength, maxLength } = schema.propertyNames
  const pattern = `^${name}\\..{${minLength},${maxLength}}$`
  const named = { ...schema, propertyNames: { type: 'string', pattern } }
  return { ...parameter, style: 'form', explode: true, schema: named }
}
