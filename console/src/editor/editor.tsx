import { CURRENCIES } from '@billwright/money'
import { Grid, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ComponentType, memo, useEffect, useMemo, useReducer, useRef } from 'react'
import type { Settings } from '../api/queries.ts'
import { Back } from '../components/back.tsx'
import { DayField } from '../components/date-field.tsx'
import { Page } from '../components/page.tsx'
import { showFirstFault } from '../components/show-faults.ts'
import { useWantedPlace } from '../components/use-wanted-place.ts'
import { Files } from '../files/card.tsx'
import { useWords } from '../words/language.ts'
import { BookChoice } from './book-choice.tsx'
import { Conflict, Deleted } from './conflict.tsx'
import { CustomerField } from './customer-field.tsx'
import {
  type Form,
  type Kind,
  kindOf,
  type Offer,
  withCurrency,
  withCustomer,
  withIssueDate,
} from './form.ts'
import { Lines } from './lines.tsx'
import { isSameBesideLines, Particulars, Texts, useFields } from './particulars.tsx'
import { Preview, PreviewOver, usePreview } from './preview.tsx'
import { SaveNote } from './save-note.tsx'
import { TermsButton } from './terms-button.tsx'
import { AmountInBar, GrandTotal, TotalsPanel } from './totals-panel.tsx'
import { useEditor } from './use-editor.ts'
import type { Start, useSaving } from './use-saving.ts'

export interface LeavingProps {
  readonly saving: ReturnType<typeof useSaving>
  /** Called if the draft is not complete, so that the fields show what is missing. */
  readonly onIncomplete: () => void
  /** In the bar of a phone, which has room for one button and a menu. */
  readonly isBar: boolean
}

/** The buttons that leave the editor. All of them save first. */
export type Leaving = ComponentType<LeavingProps>

interface Props {
  readonly start: Start
  readonly settings: Settings
  readonly leaving: Leaving
  readonly onCreated: (id: string) => void
}

/** The editor of a draft: saves and calculates while the person types. */
export function Editor({ start, settings, leaving: Buttons, onCreated }: Props) {
  const { editor: words, quotes, invoice } = useWords()
  const editor = useEditor({ start, settings, onCreated })
  const { form, edit, saving, ways, faults } = editor
  const { state } = saving
  // How often the draft was not complete enough to leave the editor.
  const [asked, ask] = useReducer((count: number) => count + 1, 0)
  const isAsked = asked > 0
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked > 0 && !(area.current && showFirstFault(area.current))) window.scrollTo({ top: 0 })
  }, [asked])
  const wanted = useWantedPlace()
  const preview = usePreview(saving)
  const titles = form.offer === null ? words : quotes
  const title = start.corrects !== null ? words.noteTitle : titles.newTitle
  const fields = { form, edit, faultAt: faults.at }
  const isPhone = useMediaQuery('(max-width: 39.99em)', false, { getInitialValueInEffect: false })
  const buttons = <Buttons saving={saving} onIncomplete={ask} isBar={isPhone} />
  return (
    <Page
      needs="write"
      title={start.saved === null || start.corrects !== null ? title : titles.editTitle}
      back={
        form.offer === null ? (
          <Back to="/invoices" label={invoice.all} />
        ) : (
          <Back to="/quotes" label={quotes.allQuotes} />
        )
      }
      note={<SaveNote state={state} />}
      actions={
        <>
          {preview.button}
          {!isPhone && buttons}
        </>
      }
    >
      {state.kind === 'conflict' && (
        <Conflict
          theirs={state.theirs}
          fields={ways.fields(state.theirs)}
          onTheirs={() => ways.takeTheirs(state.theirs)}
          onMine={() => ways.keepMine(state.theirs)}
          onCopy={ways.copyMine}
        />
      )}
      {state.kind === 'deleted' && <Deleted onCopy={ways.copyMine} />}
      <div className="beside" data-preview={preview.isBeside || undefined}>
        <Stack gap="md" miw={0} ref={area}>
          {start.corrects !== null ? (
            <NoteFields {...fields} corrects={start.corrects} />
          ) : (
            <>
              <Head {...fields} settings={settings} isAsked={isAsked} />
              <Paper p="md">
                <LinesAndTotals {...{ editor, settings, isAsked, isPhone }} />
              </Paper>
              <Particulars {...fields} settings={settings} wanted={wanted} />
            </>
          )}
          <Attached kind={kindOf(form)} id={saving.current()?.id ?? null} />
        </Stack>
        {preview.isBeside && <Preview kind={kindOf(form)} saving={saving} />}
        <PreviewOver
          kind={kindOf(form)}
          saving={saving}
          isOpen={preview.isOver}
          onClose={preview.close}
        />
      </div>
      {isPhone && (
        <div className="editor-bar">
          {start.corrects === null && (
            <AmountInBar figures={editor.figures} currency={form.currency} />
          )}
          <Group gap="xs" wrap="nowrap" ms="auto">
            {buttons}
          </Group>
        </div>
      )}
    </Page>
  )
}

/** The files of the draft, once it is saved. */
function Attached({ kind, id }: { readonly kind: Kind; readonly id: string | null }) {
  const words = useWords().files
  if (id !== null) return <Files holder={{ kind, id }} isInternal={false} />
  return (
    <Paper p="md">
      <Text size="sm" c="dimmed">
        {words.afterSaving}
      </Text>
    </Paper>
  )
}

type Editing = ReturnType<typeof useEditor>
type Fields = Parameters<typeof useFields>[0]

/** Customer and dates; not rendered again if only lines change. */
const Head = memo(HeadFields, isSameBesideLines)

function HeadFields(props: Fields & { readonly settings: Settings; readonly isAsked: boolean }) {
  const words = useWords().editor
  const { form, faultAt, settings, isAsked } = props
  const { change, day } = useFields(props)
  const isMissing = isAsked && form.customer === null
  return (
    <Paper p="md">
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <CustomerField
            customer={form.customer}
            error={isMissing ? words.noCustomer : faultAt('/customer_id')}
            onChoose={(customer) => change((it) => withCustomer(it, customer, settings))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 6, sm: 4, md: 2.5 }}>
          <DayField
            label={words.issueDate}
            required
            withAsterisk={false}
            data-place="/issue_date"
            value={form.issueDate}
            error={faultAt('/issue_date')}
            onChange={(value) => change((it) => withIssueDate(it, value))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 6, sm: 4, md: 2.5 }}>
          {form.offer === null ? (
            <>
              <DayField label={words.dueDate} {...day('due_date')} />
              <TermsButton form={form} change={change} faultAt={faultAt} />
            </>
          ) : (
            <ValidUntil offer={form.offer} change={change} error={faultAt('/valid_until')} />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 6, sm: 4, md: 2 }}>
          <Select
            label={words.currency}
            data={[...CURRENCIES]}
            searchable
            allowDeselect={false}
            value={form.currency}
            error={faultAt('/currency')}
            onChange={(currency) =>
              currency !== null && change((it) => withCurrency(it, currency, settings))
            }
          />
        </Grid.Col>
        {form.customer !== null && (
          <BookChoice form={form} customerId={form.customer.id} {...{ change, faultAt }} />
        )}
      </Grid>
    </Paper>
  )
}

interface ValidUntilProps {
  readonly offer: Offer
  readonly change: (next: (form: Form) => Form) => void
  readonly error: string | undefined
}

function ValidUntil({ offer, change, error }: ValidUntilProps) {
  const words = useWords().quotes
  return (
    <DayField
      label={words.validUntil}
      value={offer.validUntil}
      error={error}
      onChange={(value) => change((it) => ({ ...it, offer: { ...offer, validUntil: value } }))}
    />
  )
}

interface LinesProps {
  readonly editor: Editing
  readonly settings: Settings
  readonly isAsked: boolean
  /** The bar of a phone has the total. */
  readonly isPhone: boolean
}

/** Beside its sheet, the form has no room for longer ones on the row of their item. */
const FIGURES_MAX = 9

function LinesAndTotals({ editor, settings, isAsked, isPhone }: LinesProps) {
  const words = useWords().editor
  const { form, edit, faults, figures, keys } = editor
  const totals = useMemo(
    () => new Map(keys.map((key, index) => [key, figures?.items[index] ?? ''])),
    [keys, figures],
  )
  const shown = new Map([...totals].filter(([, total]) => total !== ''))
  const isLong = form.lines.some(
    ({ key, price }) => Math.max(price.length, shown.get(key)?.length ?? 0) > FIGURES_MAX,
  )
  return (
    <Stack gap="md" className="lines" data-long={isLong || undefined}>
      <Lines
        form={form}
        settings={settings}
        edit={edit}
        history={editor.history}
        totals={shown}
        faults={faults.lines}
        isPhone={isPhone}
      />
      {isAsked && keys.length === 0 && (
        <Text c="red" size="sm" role="alert">
          {words.noItem}
        </Text>
      )}
      {faults.at('/items') !== undefined && (
        <Text c="red" size="sm" role="alert">
          {faults.at('/items')}
        </Text>
      )}
      <TotalsPanel
        figures={figures}
        currency={form.currency}
        includesTax={form.pricesIncludeTax}
        withTotal={isPhone}
      />
      {!isPhone && <GrandTotal figures={figures} currency={form.currency} />}
    </Stack>
  )
}

/** On a credit note only texts and the date can be edited. */
function NoteFields(props: Fields & { readonly corrects: string }) {
  const words = useWords().editor
  const { form, faultAt, corrects } = props
  const { change } = useFields(props)
  return (
    <Stack gap="md" maw={720}>
      <Text>{words.noteText(corrects)}</Text>
      <DayField
        label={words.issueDate}
        required
        withAsterisk={false}
        value={form.issueDate}
        error={faultAt('/issue_date')}
        maw={220}
        onChange={(value) => value !== '' && change((it) => ({ ...it, issueDate: value }))}
      />
      <Texts {...props} isCredit />
    </Stack>
  )
}
