import type { Data } from '@billwright/sdk'
import { Group, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '../components/icons.ts'
import { lateMenu } from '../components/late-menu.tsx'
import { useWords } from '../words/language.ts'
import { CompanySign } from './company-sign.tsx'

const Items = lateMenu(async () => (await import('./company-switcher-items.tsx')).SwitcherItems)

type Company = NonNullable<Data<'getSession'>['company']>

/** In the header, for people in several companies and for operators. */
export function Switcher({ company }: { readonly company: Company }) {
  const words = useWords().companies
  return (
    <Items
      target={
        <UnstyledButton aria-label={words.switch(company.name)} miw={0}>
          <Group gap="xs" wrap="nowrap">
            <CompanySign company={company} />
            <Text fw={600} truncate>
              {company.name}
            </Text>
            <IconChevronDown size={16} aria-hidden style={{ flex: 'none' }} />
          </Group>
        </UnstyledButton>
      }
    />
  )
}
