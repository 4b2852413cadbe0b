import { readFileSync } from 'node:fs'

const PACKAGE = new URL('../../package.json', import.meta.url)

/** The version of this installation. */
export const packageVersion = (): string => JSON.parse(readFileSync(PACKAGE, 'utf8')).version
