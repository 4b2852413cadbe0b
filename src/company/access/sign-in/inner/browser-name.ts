const LENGTH_MAX = 60

/** In this order, because each browser also claims to be the following ones. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/**
 * The name by which people recognize their browser, e.g. `Firefox 144 on Linux`; for other programs
 * the first word of their user agent. The whole header would reveal more about a person than needed.
 */
export function browserName(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').trim()
  if (text === '') return null
  const browser = BROWSERS.map(([pattern, name]) => named(pattern.exec(text), name)).find(Boolean)
  if (!browser) return text.split(/[\s(]/)[0]?.slice(0, LENGTH_MAX) || null
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))
  return system ? `${browser} on ${system[1]}` : browser
}

const named = (found: RegExpExecArray | null, name: string): string | null =>
  found ? `${name} ${found[1]}` : null
