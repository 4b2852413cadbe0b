import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { shownPercent } from '../words/decimal-text.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import type { Figures } from './figures.ts'

interface Props {
  readonly figures: Figures | null
  readonly currency: string
  readonly includesTax: boolean
}

const isZero = (amount: string): boolean => /^-?0+(\.0+)?$/.test(amount)

const hasKept = (figures: Figures): boolean => figures.payable !== figures.totals.totalMinor

/** The total, which stays visible beside the lines, and what the customer pays of it. */
export function GrandTotal({ figures, currency }: Omit<Props, 'includesTax'>) {
  const words = useWords().editor
  const format = useFormat()
  return (
    <Stack className="grand-total" gap={6}>
      <Large label={words.total} name="total">
        {figures === null ? '—' : format.money(figures.totals.totalMinor, currency)}
      </Large>
      {figures !== null && hasKept(figures) && (
        <>
          <Stack className="line-sums" gap={6} maw={460} ms="auto" w="100%">
            <KeptRows figures={figures} currency={currency} />
          </Stack>
          <Large label={words.payable} name="payable">
            {format.money(figures.payable, currency)}
          </Large>
        </>
      )}
    </Stack>
  )
}

/** On a phone the bar has room for one amount; the lines show how it comes about. */
export function AmountInBar({ figures, currency }: Omit<Props, 'includesTax'>) {
  const words = useWords().editor
  const format = useFormat()
  if (figures === null || !hasKept(figures))
    return <GrandTotal figures={figures} currency={currency} />
  return (
    <Stack className="grand-total">
      <Large label={words.payable} name="payable">
        {format.money(figures.payable, currency)}
      </Large>
    </Stack>
  )
}

/** What the customer keeps of the total. */
function KeptRows({ figures, currency }: { readonly figures: Figures; readonly currency: string }) {
  const { withholdings } = useWords()
  const format = useFormat()
  const { language } = useLanguage()
  const money = (amount: string) => format.money(amount, currency)
  return (
    <>
      {figures.withheld.map(({ name, rate, base, amount }, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: withholdings stay in their order.
          key={index}
          label={withholdings.row(
            name ?? withholdings.title,
            shownPercent(rate, language),
            money(base),
          )}
        >
          −{money(amount)}
        </Row>
      ))}
      {!isZero(figures.splitTax) && (
        <Row label={withholdings.splitTax}>−{money(figures.splitTax)}</Row>
      )}
    </>
  )
}

interface LargeProps {
  readonly label: string
  readonly name: string
  readonly children: ReactNode
}

function Large({ label, name, children }: LargeProps) {
  return (
    <Group justify="flex-end">
      <Group
        className="line-sums"
        justify="space-between"
        gap="sm"
        wrap="nowrap"
        maw={460}
        w="100%"
      >
        <Text fw={600}>{label}</Text>
        <Text fw={600} fz="lg" className="figures-large" data-testid={name}>
          {children}
        </Text>
      </Group>
    </Group>
  )
}

/** The calculation of the total, live. `withTotal`: the total stands nowhere else. */
export function TotalsPanel({
  figures,
  currency,
  includesTax,
  withTotal,
}: Props & { readonly withTotal: boolean }) {
  const words = useWords().editor
  const format = useFormat()
  const { language } = useLanguage()
  if (figures === null) return null
  const money = (amount: string) => format.money(amount, currency)
  const { totals, taxes } = figures
  const hasOnTop = !isZero(totals.discountMinor) || !isZero(totals.chargeMinor)
  return (
    <Stack className="line-sums" gap={6} maw={460} ms="auto" w="100%">
      {hasOnTop && <Row label={words.subtotal}>{money(totals.subtotalMinor)}</Row>}
      {!isZero(totals.discountMinor) && (
        <Row label={words.discounts}>−{money(totals.discountMinor)}</Row>
      )}
      {!isZero(totals.chargeMinor) && <Row label={words.charges}>{money(totals.chargeMinor)}</Row>}
      {!includesTax && <Row label={words.net}>{money(totals.netMinor)}</Row>}
      {taxes.map((tax) => (
        <Row
          key={`${tax.category} ${tax.rate} ${tax.label} ${tax.second}`}
          label={words.tax(tax.label, shownPercent(tax.rate, language), money(tax.taxable))}
        >
          {money(tax.amount)}
        </Row>
      ))}
      {!isZero(totals.roundingMinor) && (
        <Row label={words.rounding}>{money(totals.roundingMinor)}</Row>
      )}
      {withTotal && hasKept(figures) && (
        <>
          <Row label={words.total}>{money(totals.totalMinor)}</Row>
          <KeptRows figures={figures} currency={currency} />
        </>
      )}
    </Stack>
  )
}

const Row = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text size="sm" className="figures" component="span">
      {children}
    </Text>
  </Group>
)
