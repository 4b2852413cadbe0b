export * from './language/escape.ts'
export * from './language/escape-contexts.ts'
export * from './language/language.ts'
export { compile, Fragment, type Template, type View, type ViewValue } from './language/render.ts'
export {
  type Position,
  positionAt,
  TemplateError,
  type TemplateErrorCode,
} from './language/template-error.ts'
