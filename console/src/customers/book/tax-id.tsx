import { Button, Stack, Text } from '@mantine/core'
import { useMay } from '../../api/session.ts'
import { useAct } from '../../components/use-act.ts'
import { useFormat } from '../../words/format.ts'
import { CUSTOMERS_KEY, type Customer } from '../queries.ts'
import { useBookWords } from './words.ts'

type Status = NonNullable<Customer['tax_id_status']>

const FORMATS = ['valid', 'invalid', 'unknown'] as const
const ANSWERS = ['valid', 'invalid', 'unavailable'] as const

/** The checks of a customer's VAT number, with a button to ask VIES. */
export function TaxIdStatus({ customer }: { readonly customer: Customer }) {
  const words = useBookWords()
  const format = useFormat()
  const mayWrite = useMay('write')
  const { act, isBusy } = useAct([CUSTOMERS_KEY])
  const { id, tax_id_status: status } = customer
  if (status === null) return null
  const check = () => act({ run: (api) => api.checkTaxId({ path: { id } }), done: words.checked })
  return (
    <Stack gap={4} align="flex-start">
      {linesOf(status, words, format.date).map((line) => (
        <Text
          key={line}
          size="xs"
          {...(status.format === 'invalid' || status.vies === 'invalid'
            ? { c: 'red' }
            : { c: 'dimmed' })}
        >
          {line}
        </Text>
      ))}
      {mayWrite && status.format !== 'invalid' && (
        <Button size="compact-xs" variant="default" loading={isBusy} onClick={check}>
          {words.check}
        </Button>
      )}
    </Stack>
  )
}

function linesOf(
  { format, vies, checked_at: at, name_match: isSame, consultation }: Status,
  words: ReturnType<typeof useBookWords>,
  date: (day: string) => string,
): readonly string[] {
  const form = FORMATS.find((it) => it === format)
  const answer = ANSWERS.find((it) => it === vies)
  return [
    form === undefined ? '' : words.formats[form],
    answer === undefined || at === null ? '' : words.vies[answer](date(at.slice(0, 10))),
    isSame === false ? words.otherName : '',
    consultation === null ? '' : words.consultation(consultation),
  ].filter((line) => line !== '')
}
