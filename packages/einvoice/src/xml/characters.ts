/** Characters that XML 1.0 cannot represent, even as references: C0 controls, lone surrogates, U+FFFE. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/**
 * Text as a parser returns it: without forbidden characters and with plain line ends. In
 * attributes, parsers convert line ends and tabs to blanks, so `lineEnd` is a blank there.
 */
export function withoutForbidden(text: string, lineEnd: '\n' | ' ' = '\n'): string {
  const lines = text.replace(FORBIDDEN, '').replace(/\r\n?/g, '\n')
  return lineEnd === '\n' ? lines : lines.replace(/[\t\n]/g, ' ')
}

const VISIBLE =
  /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u

/** Whether the text has no visible characters: blanks, zero-width and control characters only. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text)
