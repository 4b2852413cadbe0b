import { DISPLAY_STATUSES } from '@billwright/rules/display-status'
import { Alert, Badge, Button, Group, Paper, Progress, Stack, Table, Text } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { Address } from '../components/address.tsx'
import { Back } from '../components/back.tsx'
import { Desk, DeskHead } from '../components/desk.tsx'
import { DocumentFrame } from '../components/document-frame.tsx'
import { Drawing } from '../components/drawing.tsx'
import { Empty, NothingFound } from '../components/empty.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { KeptRow } from '../components/kept-row.tsx'
import { Ledger } from '../components/ledger.tsx'
import { TextLink } from '../components/list-links.tsx'
import { Missing } from '../components/missing.tsx'
import { MissingCharacters } from '../components/missing-characters.tsx'
import { More } from '../components/more.tsx'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { QuoteState } from '../components/quote-state.tsx'
import { SortedHead } from '../components/sorted-head.tsx'
import { State } from '../components/state.tsx'
import { Status } from '../components/status.tsx'
import { Waiting } from '../components/waiting.tsx'
import { CashLine } from '../dashboard/cash-line.tsx'
import { Figure, OnAccount } from '../dashboard/figure.tsx'

const QUOTE_STATES = ['draft', 'open', 'accepted', 'declined', 'withdrawn', 'superseded'] as const
const COLORS = ['gray', 'pine', 'yellow', 'red'] as const
const SHAPES = ['dashed', 'open', 'due', 'partly', 'late', 'done', 'refund', 'void'] as const

const refetch = () => {}
const refused = new Error('The number is taken. Choose another one.')

/** States, labels and notices. */
export const MESSAGES: Readonly<Record<string, ComponentType>> = {
  'States of invoices': () => (
    <Group gap="xs">
      <Back to="/invoices" label="All invoices" />
      {DISPLAY_STATUSES.map((status) => (
        <Status key={status} of={status} />
      ))}
      <Badge variant="outline" color="gray" fw={500}>
        Published
      </Badge>
    </Group>
  ),
  'States of quotes': () => (
    <Group gap="xs">
      <TextLink to="/quotes">All quotes</TextLink>
      {QUOTE_STATES.map((status) => (
        <QuoteState key={status} of={{ status, expired: false }} />
      ))}
      <QuoteState of={{ status: 'open', expired: true }} />
    </Group>
  ),
  'Shapes of states': () => (
    <Group gap="md">
      {SHAPES.map((shape) => (
        <State key={shape} shape={shape}>
          {shape}
        </State>
      ))}
    </Group>
  ),
  Alerts: () => (
    <Stack gap="xs">
      {COLORS.map((color) => (
        <Alert key={color} color={color} title={color}>
          A sentence that says what happened, and one that says what to do.
        </Alert>
      ))}
      <FormFault error={refused} />
      <MissingCharacters of={['𝄞']} />
    </Stack>
  ),
  Notices: () => (
    <Group>
      <Button
        variant="default"
        onClick={() => tellDone('Payment recorded', { label: 'Undo', run: refetch })}
      >
        Done
      </Button>
      <Button variant="default" onClick={() => tellFailed(refused)}>
        Failed
      </Button>
    </Group>
  ),
  'Long address': () => (
    <Text w={180} style={{ overflowWrap: 'anywhere' }}>
      <Address of="accounts.payable@northwind.example" />
    </Text>
  ),
  'What is read': () => (
    <Stack gap="sm">
      <QueryView of={{ data: undefined, error: null, refetch }} lines={2}>
        {() => null}
      </QueryView>
      <Waiting as="ledger" lines={3} />
      <QueryView of={{ data: undefined, error: refused, refetch }}>{() => null}</QueryView>
    </Stack>
  ),
  'A thing that is set up': () => (
    <Paper>
      <ul className="kept-rows">
        <KeptRow
          title="Main account"
          text="DE02 1203 0000 0000 2020 51"
          actions={<Button size="compact-sm">Edit</Button>}
        />
      </ul>
    </Paper>
  ),
  'Nothing there': () => (
    <Stack gap="sm">
      <Empty
        icon={<Drawing of="sheet" />}
        title="No invoices yet"
        text="Write it as a draft, look at it, then issue it."
        action={<Button>New invoice</Button>}
      />
      <NothingFound
        words={{
          nothingTitle: 'Nothing found',
          nothingText: 'No invoice matches.',
          clear: 'Clear',
        }}
        onClear={() => {}}
      />
      <Missing kind="webhook" />
    </Stack>
  ),
  Progress: () => (
    <Stack gap="xs">
      <Progress value={40} aria-label="Progress" />
      <Progress value={70} color="orange" aria-label="Progress with faults" />
    </Stack>
  ),
}

/** Lists and tables. */
export const LISTS: Readonly<Record<string, ComponentType>> = {
  Table: () => {
    const [sort, setSort] = useState<'name' | '-name'>('name')
    return (
      <Stack gap="sm">
        <Ledger foot="2 in all">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <SortedHead
                  sort={sort}
                  onSort={setSort}
                  by="name"
                  label="Name"
                  name={(it) => `Sort by ${it}`}
                />
                <Table.Th className="figures">Open</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              <Table.Tr>
                <Table.Td>Fernweh Books</Table.Td>
                <Table.Td className="figures">€1,234.50</Table.Td>
              </Table.Tr>
              <Table.Tr>
                <Table.Td>Nordlicht</Table.Td>
                <Table.Td className="figures">€80.00</Table.Td>
              </Table.Tr>
            </Table.Tbody>
          </Table>
        </Ledger>
        <More of={{ hasNextPage: true, isFetchingNextPage: false, fetchNextPage: refetch }} />
      </Stack>
    )
  },
  Document: () => (
    <Desk
      head={
        <DeskHead state={<Status of="overdue" />} label="Open" amount="€1,360.00">
          Fernweh
        </DeskHead>
      }
      sheet={(isPaper) => (
        <DocumentFrame
          title="A document"
          srcDoc="<h1 style='font-family:sans-serif;padding:40px'>Invoice INV-2026-0001</h1>"
          isPaper={isPaper}
        />
      )}
      rider={{ kind: 'late', text: '11 days late' }}
      stamp={{ text: 'Paid', detail: '24 Nov 2026' }}
    >
      <Text>What is known of it.</Text>
    </Desk>
  ),
}

/** Charts and figures. */
export const CHARTS: Readonly<Record<string, ComponentType>> = {
  Figures: () => (
    <Group gap="md" align="stretch">
      <Figure label="Outstanding" value="€1,428.00" note="3 invoices" search={{ has_due: true }} />
      <Figure label="Overdue" value="€142.80" note="1 invoice" isBad search={{ overdue: true }} />
      <OnAccount currency="EUR" label="On account" value="€50.00" note="1 customer" />
    </Group>
  ),
  'Cash line': () => (
    <CashLine
      currency="EUR"
      late="300.00"
      line={{
        from: '2026-10-26',
        today: '2026-11-28',
        end: '2027-01-25',
        came: [{ day: '2026-11-02', sum: 800 }],
        late: [{ day: '2026-11-15', sum: 300 }],
        steps: [
          {
            day: '2026-12-04',
            to: '2026-12-04',
            amount: '1200.00',
            sum: 2000,
            names: ['Fernweh'],
            id: null,
          },
        ],
        sums: { came: '800.00', coming: '1200.00', total: '2000.00' },
      }}
    />
  ),
}
