import { Box, Loader, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { companyOfPage, inOtherCompany } from '../api/company.ts'
import { companiesQuery } from '../api/queries.ts'
import { IconCheck } from '../components/icons.ts'
import type { LateMenuProps } from '../components/late-menu.tsx'
import { OpenMenu } from '../components/open-menu.tsx'
import { useWords } from '../words/language.ts'
import { CompanySign } from './company-sign.tsx'
import { listOf } from './list-of.ts'

/** Reloads the page for another company, so no data of this company stay. */
export function SwitcherItems({ target }: LateMenuProps) {
  const words = useWords().companies
  const { pathname } = useLocation()
  const companies = useQuery(companiesQuery)
  return (
    <OpenMenu target={target} width={280} position="bottom-start">
      <Box mah="60dvh" style={{ overflowY: 'auto' }}>
        {companies.data?.data.map((company) => (
          <Menu.Item
            key={company.id}
            component="a"
            href={inOtherCompany(company.handle, listOf(pathname))}
            leftSection={<CompanySign company={company} size={26} />}
            rightSection={company.handle === companyOfPage() && <IconCheck size={16} aria-hidden />}
            aria-current={company.handle === companyOfPage()}
          >
            <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {company.name}
            </Text>
          </Menu.Item>
        )) ?? <Loader size="sm" m="sm" />}
      </Box>
      <Menu.Divider />
      <Menu.Item component={Link} to="/companies">
        {words.all}
      </Menu.Item>
    </OpenMenu>
  )
}
