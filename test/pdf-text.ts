import { execFileSync } from 'node:child_process'

/** Null where the program that reads PDFs is not installed. */
export function pdfText(bytes: Buffer): string | null {
  try {
    return execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
