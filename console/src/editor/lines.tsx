import { ITEMS_MAX } from '@billwright/rules/limits'
import { isItem, type TextKind } from '@billwright/rules/line-kinds'
import { ActionIcon, Button, Group, Menu, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconPlus,
} from '../components/icons.ts'
import { useKeys } from '../components/use-keys.ts'
import './editor.css'
import type { Settings } from '../api/queries.ts'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { newKey } from '../components/row-key.ts'
import { shownDecimal } from '../words/decimal-text.ts'
import type { Words } from '../words/en.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { unitOf } from '../words/units.ts'
import { type Edit, insertedAt } from './edits.ts'
import { blankLine, type Form, isBlank, type Line, textLine } from './form.ts'
import { type Column, type LineActions, LineRow } from './line.tsx'
import { type PasteOptions, tableOf } from './paste.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { presetPatch } from './preset-line.ts'
import { lineFrom } from './product-line.ts'

interface Props {
  readonly form: Form
  readonly settings: Settings
  readonly edit: (edit: Edit) => void
  /** Null: nothing to undo or redo. */
  readonly history?: Readonly<Record<'undo' | 'redo', (() => void) | null>>
  /** By the key of the line. */
  readonly totals: ReadonlyMap<string, string>
  readonly faults: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** On a phone an item is a row, which opens. */
  readonly isPhone?: boolean
}

const STEPS = [
  { name: 'undo', Icon: IconArrowBackUp },
  { name: 'redo', Icon: IconArrowForwardUp },
] as const

const KINDS: readonly TextKind[] = ['heading', 'text', 'subtotal']

const NO_FAULTS = {}

const FIGURES = ['quantity', 'unit_price', 'discount', 'price_base_quantity']

/** A figure that is no number counts as zero: its line has no total that is true. */
const isUnread = (faults: Readonly<Record<string, string>>): boolean =>
  Object.keys(faults).some((place) => FIGURES.some((it) => place.startsWith(it)))

/** Without the currency, which the total has. */
const plainText = (amount: string, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: amount.split('.')[1]?.length ?? 0 })
    .format(amount as `${number}`)
    .replace('-', '−')

const longest = (least: number, texts: readonly string[]): number =>
  Math.max(least, ...texts.map((it) => it.length))

/** The items, which can be edited with the keyboard alone. */
export function Lines({ form, settings, edit, history, totals, faults, isPhone = false }: Props) {
  const words = useWords().lines
  const { locale } = useLanguage()
  const [opened, open] = useState<string | null>(null)
  const [said, say] = useState('')
  const table = useRef<HTMLDivElement>(null)
  const [pasted, setPasted] = useState<Pasting | null>(null)
  const { actions, focus } = useLineActions({ form, settings, edit, table, say, setPasted, open })
  useKeys({
    'mod+z': ({ shiftKey }) => history?.[shiftKey ? 'redo' : 'undo']?.(),
    'mod+y': () => history?.redo?.(),
  })
  const heads = [
    [words.description],
    [words.quantity, 'lines-head-number'],
    [words.unit],
    [words.price, 'lines-head-number'],
    [words.discount, 'lines-head-number'],
    [words.tax, 'lines-head-number'],
    [words.total, 'line-total'],
  ] as const
  const add = (line: Line) => {
    edit({ kind: 'insert', at: form.lines.length, lines: [line] })
    focus(line.key, 'description')
  }
  const written = form.lines.map(({ key }) => {
    const total = totals.get(key)
    const isKnown = total !== undefined && !isUnread(faults.get(key) ?? NO_FAULTS)
    return isKnown ? plainText(total, locale) : ''
  })
  // Every change of a width takes long with many lines. Shorter texts have room in the least width.
  const lengths = {
    '--price-length': longest(
      7,
      form.lines.map(({ price }) => price),
    ),
    '--total-length': longest(8, written),
  }
  return (
    <Stack gap="xs" style={lengths}>
      <div className="lines-head" aria-hidden>
        <span />
        {heads.map(([name, className]) => (
          <span key={name} className={className}>
            {name}
          </span>
        ))}
        <span />
      </div>
      <div ref={table}>
        {form.lines.map((line, index) => (
          <LineRow
            key={line.key}
            line={line}
            number={index + 1}
            total={written[index] ?? ''}
            isOffered={form.offer !== null}
            isFolded={isPhone && line.key !== opened && isItem(line) && !isBlank(line)}
            onOpen={open}
            faults={faults.get(line.key) ?? NO_FAULTS}
            actions={actions}
          />
        ))}
      </div>
      {pasted && (
        <PasteDialog
          text={pasted.text}
          options={pasteOptions(form)}
          onInsert={(rows, hasTotals) => {
            actions.insertRows(pasted.key, rows, hasTotals)
            setPasted(null)
          }}
          onClose={() => setPasted(null)}
        />
      )}
      <Group gap="xs">
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => add(blankLine(settings, form.typedIn))}
        >
          {words.add}
        </Button>
        <AddMenu onAdd={(kind) => add(textLine(kind))} />
        {history &&
          STEPS.map(({ name, Icon }) => (
            <ActionIcon
              key={name}
              variant="subtle"
              color="gray"
              size={36}
              aria-label={words[name]}
              title={words[name]}
              disabled={history[name] === null}
              {...(history[name] === null && { bg: 'transparent' })}
              onClick={() => history[name]?.()}
            >
              <Icon size={18} aria-hidden />
            </ActionIcon>
          ))}
      </Group>
      <Text size="xs" c="dimmed" visibleFrom="md" className="screen-only">
        {words.keys}
      </Text>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Stack>
  )
}

/** The lines that have no figures, in one quiet menu. */
function AddMenu({ onAdd }: { readonly onAdd: (kind: TextKind) => void }) {
  const words = useWords().lines
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={words.addOther}
          title={words.addOther}
        >
          <IconChevronDown size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {KINDS.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {words.adds[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A table pasted at a line. */
interface Pasting {
  readonly key: string
  readonly text: string
}

interface Context extends Pick<Props, 'form' | 'settings' | 'edit'> {
  readonly table: { readonly current: HTMLDivElement | null }
  readonly say: (text: string) => void
  readonly setPasted: (pasted: Pasting) => void
  /** Shows the fields of a line. */
  readonly open: (key: string) => void
}

/** Returns unchanged functions at every render, so that only changed lines render again. */
function useLineActions(context: Context) {
  const { lines: words, products } = useWords()
  const { noPrice } = products
  const latest = useRef({ ...context, words, noPrice })
  latest.current = { ...context, words, noPrice }
  const wanted = useRef<{ readonly key: string; readonly column: Column } | null>(null)

  // The field exists only after the form has rendered.
  useEffect(() => {
    if (wanted.current === null) return
    const { key, column } = wanted.current
    const field = context.table.current?.querySelector(
      `[data-line="${key}"][data-column="${column}"]`,
    )
    if (!(field instanceof HTMLElement)) return
    wanted.current = null
    field.focus()
    if (field instanceof HTMLInputElement) field.select()
  })

  return useMemo(() => {
    const focus = (key: string, column: Column) => {
      wanted.current = { key, column }
      latest.current.open(key)
    }
    return { actions: actionsOf(() => latest.current, focus), focus }
  }, [])
}

type Latest = Context & {
  readonly words: Words['lines']
  readonly noPrice: Words['products']['noPrice']
}

function actionsOf(now: () => Latest, focus: (key: string, column: Column) => void): LineActions {
  const indexOf = (key: string) => now().form.lines.findIndex((line) => line.key === key)
  const insert = (at: number, lines: readonly Line[]) => now().edit({ kind: 'insert', at, lines })
  return {
    change: (key, patch) => now().edit({ kind: 'line', key, patch }),
    insertBelow(key) {
      const { form, settings } = now()
      const at = indexOf(key) + 1
      const below = form.lines[at]
      const line = below && isBlank(below) ? below : blankLine(settings, form.typedIn)
      if (line !== below) insert(at, [line])
      else now().edit({ kind: 'line', key: line.key, patch: {} })
      focus(line.key, 'description')
    },
    duplicate(key) {
      const at = indexOf(key)
      const line = now().form.lines[at]
      if (line === undefined) return
      const { id: _id, ...content } = line
      const copy = { ...content, key: newKey() }
      insert(at + 1, [copy])
      focus(copy.key, 'description')
    },
    remove(key) {
      const { form, settings, words, edit } = now()
      const at = indexOf(key)
      const line = form.lines[at]
      if (line === undefined) return
      const neighbour =
        form.lines[at + 1] ?? form.lines[at - 1] ?? blankLine(settings, form.typedIn)
      if (form.lines.length === 1) insert(1, [neighbour])
      edit({ kind: 'remove', key })
      focus(neighbour.key, 'description')
      if (!isBlank(line))
        tellDone(words.removed, { label: words.undo, run: () => insert(at, [line]) })
    },
    move(key, by) {
      const { form, edit, say, words } = now()
      const to = indexOf(key) + by
      if (to < 0 || to >= form.lines.length) return
      edit({ kind: 'move', key, by })
      const active = document.activeElement
      const column = active instanceof HTMLElement ? active.dataset.column : undefined
      focus(key, (column as Column | undefined) ?? 'description')
      say(words.moved(to + 1, form.lines.length))
    },
    moveTo(key, target) {
      const to = indexOf(target)
      const { form, edit, say, words } = now()
      edit({ kind: 'move', key, by: to - indexOf(key) })
      say(words.moved(to + 1, form.lines.length))
    },
    goTo(key, column, by) {
      const next = now().form.lines[indexOf(key) + by]
      if (next === undefined) return
      focus(next.key, isItem(next) ? column : 'description')
      now().edit({ kind: 'line', key, patch: {} })
    },
    async takeProduct(key, product) {
      const { form, edit, noPrice } = now()
      const line = form.lines.find((it) => it.key === key)
      if (line === undefined) return
      try {
        const { patch, hasPrice } = await lineFrom(product, form, line)
        edit({ kind: 'line', key, patch })
        focus(key, hasPrice ? 'quantity' : 'price')
        if (!hasPrice) tellFailed(new Error(noPrice(form.currency)))
      } catch (error) {
        tellFailed(error)
      }
    },
    takePreset(key, preset) {
      const { form, settings, edit } = now()
      const patch = presetPatch(preset, form, settings)
      if (patch) edit({ kind: 'line', key, patch })
    },
    paste(key, text) {
      if (tableOf(text) === null) return false
      now().setPasted({ key, text })
      return true
    },
    insertRows(key, rows, hasTotals) {
      const { form, settings, edit, words } = now()
      const { typedIn } = form
      const typed = (decimal: string) => shownDecimal(decimal, typedIn)
      const lines = rows.map(({ taxRate, quantity, price, discount, ...row }) => ({
        ...blankLine(settings, typedIn),
        ...row,
        quantity: typed(quantity),
        price: typed(price),
        discount: typed(discount),
        ...(taxRate !== '' && { taxRate: typed(taxRate), taxCategory: '' }),
      }))
      edit({
        kind: 'change',
        change: (it) => ({ ...it, lines: insertedAt(it.lines, key, lines) }),
      })
      const last = lines.at(-1)
      if (last) focus(last.key, 'description')
      tellDone(words.pasted(lines.length, hasTotals))
    },
  }
}

const pasteOptions = ({ currency, pricesIncludeTax, lines }: Form): PasteOptions => ({
  currency,
  pricesIncludeTax,
  rowsMax: ITEMS_MAX - lines.filter((line) => !isBlank(line)).length,
  toUnit: unitOf,
})
