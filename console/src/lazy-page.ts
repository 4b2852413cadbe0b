import { lazyRouteComponent } from '@tanstack/react-router'
import { laterWords } from './language.ts'

/** A page that is loaded on navigation, with its words. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    const [page] = await Promise.all([load(), laterWords()])
    return page
  }, name)
