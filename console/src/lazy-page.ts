import { lazyRouteComponent } from '@tanstack/react-router'
import { laterWords } from './language.ts'

/** A page that is loaded on navigation, with its words. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      const [page] = await Promise.all([load(), laterWords()])
      return page
    } catch (cause) {
      // After an update the files are gone. The router reloads once, but not for missing styles.
      throw new Error(`Failed to fetch dynamically imported module: ${cause}`, { cause })
    }
  }, name)
