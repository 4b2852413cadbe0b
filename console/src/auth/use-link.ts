import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** The token after the `#` of a link, and the answer to the question whether the link still works. */
export function useLink(name: string, look: (token: string) => Promise<unknown>) {
  const [token] = useState(() => window.location.hash.slice(1))
  const link = useQuery({
    queryKey: [name, token],
    queryFn: async () => {
      await look(token)
      return token
    },
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { token, link }
}
