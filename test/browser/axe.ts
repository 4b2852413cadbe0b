import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { fitsWidth } from './console-site.ts'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * The violations of WCAG A and AA that axe finds on a page, and whether it is wider than the screen.
 * Frames are left out: they show documents, which are the templates' own and run no script.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  // Without frames to join, the plain way needs no second page, and only the violations are sent back.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(LEVELS)
    .exclude('iframe')
    .setLegacyMode()
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')}: ${any[0]?.message ?? ''}`),
  )
  return (await fitsWidth(page)) ? found : [...found, 'wider than the screen']
}

/** `AXE=full` looks at every screen in all colors, widths and languages. */
export const IS_FULL = process.env.AXE === 'full'

/** The second of some ways to look at the same screens, which differs most from the rest; all with `AXE=full`. */
export const inSomeWay = <Way>(ways: readonly Way[]): readonly Way[] =>
  IS_FULL ? ways : ways.slice(1, 2)
