/**
 * The address that a reference (a redirect's Location, a URL in a manifest) names, seen from
 * `base`. Where the reference spells a host it is kept as written, so that the policy sees the
 * spelling too: resolving would turn `0127.0.0.1` into another address. What cannot be resolved
 * comes back as it is.
 */
export function resolveReference(reference: string, base: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(reference) || reference.includes('\\')) return reference
  if (reference.startsWith('//')) return `${new URL(base).protocol}${reference}`
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference
}
