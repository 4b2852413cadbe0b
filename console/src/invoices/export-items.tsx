import { Menu } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { inCompany } from '../api/company.ts'
import { exportLink } from '../api/invoice-search.ts'
import type { LateMenuProps } from '../components/late-menu.tsx'
import { OpenMenu } from '../components/open-menu.tsx'
import { useWords } from '../words/language.ts'

const route = getRouteApi('/app/invoices')

/** Exports the filtered list in formats for other programs. */
export function ExportItems({ target }: LateMenuProps) {
  const words = useWords().invoiceList
  const search = route.useSearch()
  const formats = [
    ['csv', words.exportCsv],
    ['jsonl', words.exportJson],
  ] as const
  return (
    <OpenMenu target={target}>
      {formats.map(([format, label]) => (
        <Menu.Item key={format} component="a" href={inCompany(exportLink(search, format))} download>
          {label}
        </Menu.Item>
      ))}
    </OpenMenu>
  )
}
