import { readFileSync } from 'node:fs'
import { tokensCss } from '@billwright/rules/design-tokens'
import type { Template } from '@billwright/templates'
import { withParts } from './builtin/parts.ts'
import { compileTemplate } from './compile.ts'

/** One of our pages in the template language. Read and compiled at first use. */
export const pageFile = (file: URL): Template => lazily(() => readFileSync(file, 'utf8'))

/** A page with its own styles, within the common head, fonts, tokens and styles. */
export const pageWithin = (frame: URL, file: URL, fonts = ''): Template =>
  lazily(() => {
    const [, styles = '', main = ''] =
      /^<style>\n([\s\S]*?)<\/style>\n([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? []
    return withParts(readFileSync(frame, 'utf8'))
      .replace('/* tokens */\n', () => `${fonts}${tokensCss()}`)
      .replace('/* own styles */\n', () => styles)
      .replace('<!-- main -->\n', () => main)
  })

function lazily(read: () => string): Template {
  let compiled: Template | undefined
  return {
    render(view) {
      compiled ??= compileTemplate(read())
      return compiled.render(view)
    },
  }
}
