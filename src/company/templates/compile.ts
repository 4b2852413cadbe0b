import { compile, type Template } from '@billwright/templates'
import { withProblems } from './faults.ts'

/** A template ready to print. Its faults, also while printing, are problems that a request can answer. */
export function compileTemplate(html: string): Template {
  const template = withProblems(() => compile(html))
  return { render: (view) => withProblems(() => template.render(view)) }
}
