import type { Data } from '@billwright/sdk'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '../components/icons.ts'
import { lateMenu } from '../components/late-menu.tsx'
import { useWords } from '../words/language.ts'
import { CompanySign } from './company-sign.tsx'

const Items = lateMenu(async () => (await import('./company-switcher-items.tsx')).SwitcherItems)

type Company = NonNullable<Data<'getSession'>['company']>

interface Props {
  readonly company: Company
  readonly logo: string | null
}

/** For people in several companies and for operators. */
export function Switcher({ company, logo }: Props) {
  const words = useWords().companies
  return (
    <Items
      target={
        <UnstyledButton className="company" aria-label={words.switch(company.name)}>
          <CompanySign company={company} logo={logo} size={26} />
          <span className="company-name">{company.name}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      }
    />
  )
}
