import type { ValidateFunction } from 'ajv'
import Ajv2020 from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'
import type { Json } from '../givens.ts'

const REFERENCE = '"#/components/'

/** Compares the JSON of answers with the schemas of the document. */
export function bodyChecker(document: Json) {
  // Each schema is used a few times, which does not repay better code.
  const ajv = new Ajv2020.default({ strict: false, allErrors: false, code: { optimize: false } })
  formats.default(ajv)
  const within = (schema: Json): Json =>
    JSON.parse(JSON.stringify(schema).replaceAll(REFERENCE, '"document#/components/'))
  ajv.addSchema({ $id: 'document', components: within(document.components) })
  /** By the text of the schema: most answers of all operations have the same few. */
  const compiled = new Map<string, ValidateFunction>()
  const checkOf = (schema: Json): ValidateFunction => {
    const text = JSON.stringify(schema)
    const check = compiled.get(text) ?? ajv.compile(within(schema))
    compiled.set(text, check)
    return check
  }

  const schemaOf = (operation: Json, answer: LightMyRequestResponse): Json => {
    const said = operation.responses[answer.statusCode]
    const name =
      String(said?.$ref ?? '')
        .split('/')
        .at(-1) ?? ''
    const response = said?.$ref ? document.components.responses[name] : said
    const [type = ''] = String(answer.headers['content-type'] ?? '').split(';')
    return response?.content?.[type]?.schema
  }

  return (operation: Json, answer: LightMyRequestResponse): readonly string[] => {
    const type = String(answer.headers['content-type'] ?? '')
    if (!/^application\/(problem\+)?json(;|$)/.test(type)) return []
    const schema = schemaOf(operation, answer)
    const check = schema && checkOf(schema)
    if (!check || check(answer.json())) return []
    const [fault] = check.errors ?? []
    const title = `${operation.operationId} ${answer.statusCode}`
    return [`${title}: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}`]
  }
}
