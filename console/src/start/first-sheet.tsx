import type { FieldName } from '../settings/fields.ts'
import { useSettingsForm } from '../settings/use-settings-form.ts'
import { TornSheet } from '../shell/torn-sheet.tsx'
import { useWords } from '../words/language.ts'
import './start.css'

/** The first invoice as far as it is known; what a field says is marked while the field has the focus. */
export function FirstSheet({ field }: { readonly field: string }) {
  const words = useWords().start
  const { draft } = useSettingsForm()
  const said = (...names: readonly [FieldName, ...FieldName[]]) => {
    const text = names
      .map((name) => String(draft[name]))
      .filter(Boolean)
      .join(' ')
    return text === '' ? null : (
      <span key={names[0]} data-marked={names.some((name) => name === field) || undefined}>
        {text}
      </span>
    )
  }
  const lines = [
    said('companyAddress.line1'),
    said('companyAddress.line2'),
    said('companyAddress.postalCode', 'companyAddress.city'),
    said('companyEmail'),
    said('companyPhone'),
    said('companyWebsite'),
  ].filter((line) => line !== null)
  const logo = String(draft.logo)
  return (
    <figure className="first-sheet">
      <TornSheet
        name={logo === '' ? said('companyName') : <img src={logo} alt="" />}
        address={lines.length === 0 ? null : lines}
        title={words.firstInvoice}
        total={words.total}
        pay={
          draft['bankAccount.iban'] !== '' && (
            <>
              <Code />
              <p className="first-pay">
                {words.payTo} {said('bankAccount.iban')}
                <span className="first-bank">{said('bankAccount.bankName')}</span>
              </p>
            </>
          )
        }
        foot={
          <p className="first-foot">
            {said('companyTaxId')}
            {said('companyTaxNumber')}
            {said('companyRegistrationId')}
          </p>
        }
      />
      <figcaption className="first-caption">{words.fillsIn}</figcaption>
    </figure>
  )
}

/** Looks like a code to scan. */
const Code = () => (
  <svg width="72" height="72" viewBox="0 0 21 21" fill="currentColor" aria-hidden="true">
    <path
      fillRule="evenodd"
      d="M0 0h7v7H0zM1 1v5h5V1zM2 2h3v3H2zM14 0h7v7h-7zM15 1v5h5V1zM16 2h3v3h-3zM0 14h7v7H0zM1 15v5h5v-5zM2 16h3v3H2zM9 0h1v2H9zM11 1h2v1h-2zM10 3h1v3h-1zM12 4h1v2h-1zM8 5h1v3H8zM0 9h2v1H0zM3 8h1v3H3zM5 9h3v2H5zM1 12h3v1H1zM9 8h3v1H9zM13 8h2v2h-2zM10 10h2v3h-2zM16 9h1v2h-1zM18 8h3v1h-3zM20 10h1v3h-1zM13 11h2v1h-2zM17 12h2v2h-2zM8 13h1v3H8zM14 14h2v2h-2zM10 15h2v1h-2zM12 17h2v2h-2zM9 18h1v3H9zM16 17h3v1h-3zM20 15h1v4h-1zM15 20h2v1h-2zM18 19h1v2h-1z"
    />
  </svg>
)
