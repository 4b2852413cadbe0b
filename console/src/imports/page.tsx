import { Button, FileButton, Group, List, Paper, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { IconUpload } from '../components/icons.ts'
import { Page } from '../components/page.tsx'
import { CsvImport } from './csv-import.tsx'
import { EInvoices } from './e-invoices.tsx'
import { InvioImport } from './invio.tsx'
import { useImportWords } from './words.ts'

const ACCEPTED = '.csv,.tsv,.xml,.pdf,.db,.sqlite,.sqlite3'

/** CSV and Invio files are checked first; e-invoices become drafts at once. */
export function Import() {
  const words = useImportWords()
  const [csv, setCsv] = useState<File | null>(null)
  const [database, setDatabase] = useState<File | null>(null)
  const [eInvoices, setEInvoices] = useState<readonly File[]>([])
  const [isOver, setOver] = useState(false)
  const take = (files: readonly File[]) => {
    setCsv(files.find(isCsv) ?? null)
    setDatabase(files.find(isDatabase) ?? null)
    setEInvoices(files.filter((file) => !isCsv(file) && !isDatabase(file)))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  return (
    <Page title={words.title} needs="write">
      <List maw={720}>
        {words.intro.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <Paper
        p="xl"
        maw={960}
        style={{
          border: '1px dashed var(--edge)',
          ...(isOver && { background: 'var(--mantine-primary-color-light)' }),
        }}
        onDragOver={(event: DragEvent) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Group justify="center">
          <IconUpload size={24} aria-hidden />
          <Text>{words.drop}</Text>
          <FileButton onChange={take} accept={ACCEPTED} multiple>
            {(button) => (
              <Button {...button} variant="default">
                {words.choose}
              </Button>
            )}
          </FileButton>
        </Group>
      </Paper>
      {eInvoices.length > 0 && <EInvoices key={keyOf(eInvoices)} files={eInvoices} />}
      {csv && <CsvImport key={keyOf([csv])} file={csv} onEnd={() => setCsv(null)} />}
      {database && (
        <InvioImport key={keyOf([database])} file={database} onEnd={() => setDatabase(null)} />
      )}
    </Page>
  )
}

const isDatabase = ({ name }: File): boolean => /\.(db|sqlite3?)$/i.test(name)

const isCsv = ({ name }: File): boolean => /\.(csv|tsv|txt)$/i.test(name)

/** Other files start again. */
const keyOf = (files: readonly File[]): string =>
  files.map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`).join()
