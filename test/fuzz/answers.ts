import type { ValidateFunction } from 'ajv'
import Ajv2020 from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'
import type { Json } from '../givens.ts'

const REFERENCE = '"#/components/'

/** Compares the JSON of answers with the schemas of the document. */
export function bodyChecker(document: Json) {
  const ajv = new Ajv2020.default({ strict: false, allErrors: false })
  formats.default(ajv)
  const within = (schema: Json): Json =>
    JSON.parse(JSON.stringify(schema).replaceAll(REFERENCE, '"document#/components/'))
  ajv.addSchema({ $id: 'document', components: within(document.components) })
  const compiled = new Map<string, ValidateFunction | null>()

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
    const key = `${operation.operationId} ${answer.statusCode}`
    if (!compiled.has(key)) {
      const schema = schemaOf(operation, answer)
      compiled.set(key, schema ? ajv.compile(within(schema)) : null)
    }
    const check = compiled.get(key)
    if (!check || check(answer.json())) return []
    const [fault] = check.errors ?? []
    return [`${key}: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}`]
  }
}
