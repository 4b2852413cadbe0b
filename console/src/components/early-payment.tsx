import { Input, SimpleGrid, TextInput } from '@mantine/core'
import { useWords } from '../words/language.ts'
import type { EarlyOffer } from './early-offers.ts'

interface Props {
  readonly offers: readonly EarlyOffer[]
  readonly onChange: (offers: readonly EarlyOffer[]) => void
  /** By the pointer below the list: `/0/days`; empty: of the list. */
  readonly faultAt: (place: string) => string | undefined
  readonly hint?: string
}

const NONE: EarlyOffer = { percent: '', days: '' }

/** A second discount is asked for once there is a first one. */
export function EarlyPayment({ offers, onChange, faultAt, hint }: Props) {
  const { early } = useWords().editor
  const [first = NONE, second = NONE] = offers
  const shown = first.percent === '' && second.percent === '' ? [first] : [first, second]
  const field = (at: number, name: keyof EarlyOffer) => ({
    label: early[name],
    'data-place': `/early_payment/${at}/${name}`,
    value: shown[at]?.[name] ?? '',
    error: faultAt(`/${at}/${name}`) ?? faultAt(`/${at}`),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) =>
      onChange(
        [first, second].map((offer, index) => (index === at ? { ...offer, [name]: value } : offer)),
      ),
  })
  return (
    <Input.Wrapper
      label={early.title}
      description={hint ?? early.hint}
      labelElement="div"
      inputWrapperOrder={['label', 'description', 'input']}
      error={faultAt('')}
    >
      {shown.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields stay in their order.
        <SimpleGrid key={at} cols={2} spacing="sm" maw={360} mt={4}>
          <TextInput inputMode="decimal" {...field(at, 'percent')} />
          <TextInput inputMode="numeric" {...field(at, 'days')} />
        </SimpleGrid>
      ))}
    </Input.Wrapper>
  )
}
