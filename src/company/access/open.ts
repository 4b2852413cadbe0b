import { LRUCache } from 'lru-cache'
import type { Access, AccessParts } from './access.ts'
import { HOSTS_MAX } from './domains/hosts.ts'
import { createHashing } from './people/inner/hashing.ts'
import { createCookies } from './sign-in/inner/cookies.ts'
import { createThrottle } from './sign-in/inner/throttle.ts'

/** What API keys, people, their sessions and the first run share in this process. */
export function openAccess(parts: AccessParts): Access {
  const underWay = new Set<Promise<void>>()
  const settled = async (): Promise<void> => {
    await Promise.all(underWay)
  }
  return {
    ...parts,
    throttle: createThrottle(parts),
    hashing: createHashing(),
    cookies: createCookies(parts.config),
    hosts: new LRUCache({ max: HOSTS_MAX }),
    later(write) {
      // The time of the last visit is only displayed, so a failed write does not matter. Requests
      // notice a failing database themselves.
      const ended = () => {
        underWay.delete(task)
      }
      const task: Promise<void> = write().then(ended, ended)
      underWay.add(task)
    },
    settled,
    close: async () => {
      await Promise.all([settled(), parts.oidc?.close()])
    },
  }
}
