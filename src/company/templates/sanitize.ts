import { type SanitizedTemplate, sanitizeTemplate } from '@billwright/templates/sanitizer'
import { withProblems } from './faults.ts'

/** Where this service serves the files of templates. */
const ASSET_ADDRESS =
  /^(?:\/api\/v1)?\/_template-assets\/[a-z0-9][a-z0-9._-]{0,63}(?:\/[A-Za-z0-9_][A-Za-z0-9._-]{0,99}){2,9}$/
const FRAGMENTS = ['logo', 'paymentQr', 'companyAddress', 'customerAddress']

/** `sanitizeTemplate` with what this service gives to templates; `assets`: paths from the manifest. */
export const sanitize = (html: string, assets: readonly string[] = []): SanitizedTemplate =>
  withProblems(() =>
    sanitizeTemplate(html, { assets, addresses: ASSET_ADDRESS, fragments: FRAGMENTS }),
  )
