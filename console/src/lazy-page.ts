import { lazyRouteComponent } from '@tanstack/react-router'
import { laterWords } from './language.ts'

/** A page that is loaded on navigation. Without a network, it waits for it. */
export const firstPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (cause) {
      // Reloading without a network would lose the page that is still shown.
      if (!navigator.onLine)
        await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
      // After an update the files are gone. The router reloads once, but not for missing styles.
      throw new Error(`Failed to fetch dynamically imported module: ${cause}`, { cause })
    }
  }, name)

/** A page with the words that the first screen does not need. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  firstPage(async () => {
    const [page] = await Promise.all([load(), laterWords()])
    return page
  }, name)
