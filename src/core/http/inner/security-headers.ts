import helmet from 'helmet'

/**
 * Security headers as helmet chooses them, for JSON; pages and documents set their own policy. They
 * never change, so helmet runs once and not per response.
 */
export function securityHeaders({
  isHttps,
}: {
  readonly isHttps?: boolean
}): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const answer = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  const choose = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isHttps ?? false,
  })
  type Request = Parameters<typeof choose>[0]
  type Answer = Parameters<typeof choose>[1]
  choose({} as Request, answer as unknown as Answer, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}
