import { readFileSync } from 'node:fs'
import { compile, type Template } from './render.ts'

/** A page of ours, in the language of templates. Read and compiled with its first use. */
export function pageFile(file: URL): Template {
  let compiled: Template | undefined
  return {
    render(view) {
      compiled ??= compile(readFileSync(file, 'utf8'))
      return compiled.render(view)
    },
  }
}
