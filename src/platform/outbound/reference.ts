/**
 * Resolves a reference (a redirect's Location, a URL in a manifest) against `base`. A host is kept
 * as written, so that the policy sees its spelling: resolving would turn `0127.0.0.1` into another
 * address. An invalid reference is returned unchanged.
 */
export function resolveReference(reference: string, base: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(reference) || reference.includes('\\')) return reference
  if (reference.startsWith('//')) return `${new URL(base).protocol}${reference}`
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference
}
