import { NoAnswerError } from '@billwright/sdk'
import { lazyRouteComponent } from '@tanstack/react-router'
import { tellFailed } from '../components/notices.tsx'
import { laterWords } from '../words/language.ts'

const ASK_AGAIN_MS = 2_000

/** A page that is loaded on navigation. While the service does not answer, it waits. */
export const firstPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (cause) {
      // Reloading now would lose the page that is still shown.
      await answerOfService(cause)
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

async function answerOfService(cause: unknown): Promise<void> {
  const answers = () =>
    fetch('/healthz').then(
      ({ ok }) => ok,
      () => false,
    )
  if (await answers()) return
  // The shell already says that there is no network.
  if (navigator.onLine) void tellFailed(new NoAnswerError('No answer.', { cause }))
  do await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  while (!(await answers()))
}
