import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { fitsWidth } from './console-site.ts'

const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  iframes: false,
}
/** A button that becomes enabled has no contrast halfway. Texts, for they run in the page. */
const TRANSITIONS_ENDED = `Promise.allSettled(
  document.getAnimations().flatMap((it) => (it instanceof CSSTransition ? [it.finished] : [])),
)`
/** Only what is wrong is sent back. */
const RUN = `axe.run({ exclude: ['iframe'] }, ${JSON.stringify(OPTIONS)}).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => id + ': ' + target.join(' ') + ': ' + (any[0]?.message ?? '')),
  ),
)`

/**
 * The violations of WCAG A and AA that axe finds on a page, and whether it is wider than the screen.
 * Frames are left out: they show documents, which are the templates' own and run no script.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe.source)
  await page.evaluate(TRANSITIONS_ENDED)
  const found = await page.evaluate<readonly string[]>(RUN)
  return (await fitsWidth(page)) ? found : [...found, 'wider than the screen']
}

export const DESKTOP = { width: 1440, height: 1000 }
export const PHONE = { width: 390, height: 900 }

/** Ways to look at the same screens. */
export const WAYS = [
  { language: 'en', colorScheme: 'light', viewport: DESKTOP },
  { language: 'de', colorScheme: 'dark', viewport: PHONE },
  { language: 'fr', colorScheme: 'light', viewport: PHONE },
  { language: 'de', colorScheme: 'dark', viewport: DESKTOP },
] as const

/** `AXE=full` looks at every screen in all colors, widths and languages. */
export const IS_FULL = process.env.AXE === 'full'

/** The second of some ways to look at the same screens, which differs most from the rest; all with `AXE=full`. */
export const inSomeWay = <Way>(ways: readonly Way[]): readonly Way[] =>
  IS_FULL ? ways : ways.slice(1, 2)
