import { isItem, type TextKind } from '@billwright/rules/line-kinds'
import {
  ActionIcon,
  Badge,
  Checkbox,
  Group,
  Menu,
  NativeSelect,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import {
  type ClipboardEvent,
  cloneElement,
  type DragEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useState,
} from 'react'
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconCopy,
  IconDots,
  IconListDetails,
  IconTrash,
} from '../components/icons.ts'
import { OpenMenu } from '../components/open-menu.tsx'
import type { Product } from '../products/queries.ts'
import { useWords } from '../words/language.ts'
import { unitsWith } from '../words/units.ts'
import { DescriptionField } from './description-field.tsx'
import type { Line } from './form.ts'
import { LineDetails } from './line-details.tsx'
import type { PastedRow } from './paste.ts'

/** The columns, in tab order. */
export type Column = 'description' | 'quantity' | 'unit' | 'price' | 'discount' | 'taxRate'

/** Callbacks of a line to its table; the same object at every render. */
export interface LineActions {
  change(key: string, patch: Partial<Line>): void
  insertBelow(key: string): void
  duplicate(key: string): void
  remove(key: string): void
  move(key: string, by: -1 | 1): void
  /** Moves the line to the place of another. */
  moveTo(key: string, target: string): void
  /** The focus goes to another line, or to another column of this one. */
  goTo(key: string, column: Column, by: -1 | 0 | 1): void
  /** Fills the line from a product, as the service would. */
  takeProduct(key: string, product: Product): void
  /** Sets the tax of a preset for the day of supply. */
  takePreset(key: string, preset: string): void
  /** Whether the text is a table, which opens the preview. */
  paste(key: string, text: string): boolean
  insertRows(key: string, rows: readonly PastedRow[], hasTotals: boolean): void
}

interface Props {
  readonly line: Line
  /** From 1. */
  readonly number: number
  readonly total: string
  /** Whether items can be optional. */
  readonly isOffered: boolean
  /** Shown as a row that opens. */
  readonly isFolded: boolean
  readonly onOpen: (key: string) => void
  /** By the path in the item, e.g. `unit_price`. */
  readonly faults: Readonly<Record<string, string>>
  readonly actions: LineActions
}

/** Accepts only lines of this table. */
const LINE_TYPE = 'application/x-billwright-line'

const NUMBERS = [
  ['price', 'unit_price'],
  ['discount', 'discount'],
  ['taxRate', 'tax'],
] as const

/** One line: an item with its details, or a heading, a text or a subtotal. */
export const LineRow = memo(
  (props: Props) => {
    if (!isItem(props.line)) return <TextRow {...props} />
    const isFolded = props.isFolded && Object.keys(props.faults).length === 0
    return isFolded ? <FoldedRow {...props} /> : <ItemRow {...props} />
  },
  (before, after) =>
    before.line === after.line &&
    before.number === after.number &&
    before.total === after.total &&
    before.isOffered === after.isOffered &&
    before.isFolded === after.isFolded &&
    before.actions === after.actions &&
    JSON.stringify(before.faults) === JSON.stringify(after.faults),
)

/** What an item says in two lines. */
function FoldedRow({ line, total, actions }: Props) {
  const { units } = useWords()
  const { quantity, unit, price, discount, taxRate, key } = line
  const named = unitsWith(unit, units).find((it) => it.value === unit)?.label ?? ''
  const less = discount === '' ? '' : ` − ${discount}`
  return (
    <button
      type="button"
      className="line-folded"
      aria-expanded={false}
      onClick={() => actions.goTo(key, 'description', 0)}
    >
      <b>{line.description}</b>
      <b className="figures">{total}</b>
      <span>{`${quantity || '1'} ${named} × ${price || '0'}${less}`}</span>
      <span className="figures">{taxRate && `${taxRate} %`}</span>
    </button>
  )
}

function ItemRow({ line, number, total, isOffered, faults, actions, onOpen }: Props) {
  const { lines: words, units } = useWords()
  const [isOpen, setOpen] = useState(false)
  const labels = { price: words.price, discount: words.discount, taxRate: words.tax }
  const hints = { price: '0', discount: '', taxRate: '' }
  const cell = (column: Column, label: string, fault: string | undefined) => ({
    'data-line': line.key,
    'data-column': column,
    'aria-label': words.of(label, number),
    error: fault,
    value: line[column],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      actions.change(line.key, changeOf(column, event.currentTarget.value)),
  })
  const onPaste = (event: ClipboardEvent) => {
    if (actions.paste(line.key, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }
  return (
    <DropPlace lineKey={line.key} name={words.of(words.menu, number)} actions={actions}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of its fields. */}
      <div
        className="line-cells"
        onFocus={() => onOpen(line.key)}
        onKeyDown={(event) => onKey(event, line.key, actions)}
        onPaste={onPaste}
      >
        <Grip lineKey={line.key} />
        <div className="line-description">
          <span className="line-label">{words.description}</span>
          <DescriptionField
            {...cell('description', words.description, faults.description)}
            onChoose={(product) => actions.takeProduct(line.key, product)}
          />
          {line.choice !== 'fixed' && <LineChoice {...{ line, number, actions }} />}
        </div>
        <div className="line-number">
          <span className="line-label">{words.quantity}</span>
          <TextInput
            {...cell('quantity', words.quantity, faults.quantity)}
            inputMode="decimal"
            placeholder="1"
          />
        </div>
        <div>
          <span className="line-label">{words.unit}</span>
          <NativeSelect
            {...cell('unit', words.unit, faults.unit)}
            data={unitsWith(line.unit, units)}
            rightSectionWidth={26}
          />
        </div>
        {NUMBERS.map(([column, field]) => (
          <div className="line-number" key={column}>
            <span className="line-label">{labels[column]}</span>
            <TextInput
              {...cell(column, labels[column], faultAt(faults, field))}
              inputMode="decimal"
              placeholder={hints[column]}
            />
            {column === 'price' && line.priceBase.trim() !== '' && (
              <Text size="xs" c="dimmed" ta="end">
                {words.per(line.priceBase)}
              </Text>
            )}
          </div>
        ))}
        <div className="line-total">
          {total !== '' && <span className="line-label">{words.total}</span>}
          {total}
        </div>
        <LineMenu {...{ line, number, isOffered, actions, details: { isOpen, setOpen } }} />
      </div>
      {isOpen && (
        <LineDetails
          line={line}
          faults={faults}
          onChange={actions.change}
          onPreset={actions.takePreset}
        />
      )}
    </DropPlace>
  )
}

/** A heading, a text or a subtotal, which has its sum. */
function TextRow({ line, number, total, faults, actions }: Props) {
  const { lines: words } = useWords()
  const name = words.kinds[line.kind as TextKind]
  const field = {
    'data-line': line.key,
    'data-column': 'description',
    'aria-label': words.of(name, number),
    placeholder: name,
    error: faults.description,
    value: line.description,
    maxLength: 1000,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      actions.change(line.key, { description: event.currentTarget.value }),
  }
  return (
    <DropPlace lineKey={line.key} name={words.of(name, number)} actions={actions}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of its fields. */}
      <div
        className="line-text"
        data-kind={line.kind}
        onKeyDown={(event) => onKey(event, line.key, actions)}
      >
        <Grip lineKey={line.key} />
        {line.kind === 'text' ? (
          <div>
            <Textarea {...field} autosize minRows={1} />
            {line.details !== '' && (
              <Textarea
                mt={4}
                aria-label={words.of(words.detailsText, number)}
                value={line.details}
                maxLength={5000}
                autosize
                onChange={(event) =>
                  actions.change(line.key, { details: event.currentTarget.value })
                }
              />
            )}
          </div>
        ) : (
          <TextInput {...field} />
        )}
        <div className="line-total">{total}</div>
        <LineMenu {...{ line, number, actions }} />
      </div>
    </DropPlace>
  )
}

interface PlaceProps extends Pick<Props, 'actions'> {
  readonly lineKey: string
  readonly name: string
  readonly children: ReactNode
}

/** The place of a line, which takes another line that is dragged onto it. */
function DropPlace({ lineKey, name, actions, children }: PlaceProps) {
  const [isOver, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(LINE_TYPE)
    setOver(false)
    if (dragged === '') return
    event.preventDefault()
    actions.moveTo(dragged, lineKey)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of fields, named by its number.
    <div
      className="line"
      role="group"
      aria-label={name}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(LINE_TYPE)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
    </div>
  )
}

/** For a mouse. Keyboards use Alt and an arrow key, phones the menu. */
function Grip({ lineKey }: { readonly lineKey: string }) {
  const { drag } = useWords().lines
  return (
    <div
      className="line-grip"
      draggable
      title={drag}
      aria-hidden
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(LINE_TYPE, lineKey)
        dataTransfer.effectAllowed = 'move'
      }}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        {[3, 8, 13].map((y) => (
          <path key={y} d={`M5 ${y}h.01M11 ${y}h.01`} />
        ))}
      </svg>
    </div>
  )
}

/** Whether an optional item is preselected. */
function LineChoice({ line, number, actions }: Pick<Props, 'line' | 'number' | 'actions'>) {
  const { lines, quotes: words } = useWords()
  return (
    <Group gap="xs" mt={4}>
      <Badge variant="light" color="gray">
        {words.optional}
      </Badge>
      <Checkbox
        label={words.selected}
        aria-label={lines.of(words.selected, number)}
        checked={line.choice === 'chosen'}
        onChange={({ currentTarget: { checked } }) =>
          actions.change(line.key, { choice: checked ? 'chosen' : 'optional' })
        }
      />
    </Group>
  )
}

interface MenuProps {
  readonly line: Line
  readonly number: number
  readonly isOffered?: boolean
  readonly actions: LineActions
  /** Absent on a line without details. */
  readonly details?: { readonly isOpen: boolean; readonly setOpen: (isOpen: boolean) => void }
}

function LineMenu({ line, number, isOffered, actions, details }: MenuProps) {
  const { lines: words, quotes } = useWords()
  const [isWanted, setWanted] = useState(false)
  const isFixed = line.choice === 'fixed'
  const choose = () => actions.change(line.key, { choice: isFixed ? 'optional' : 'fixed' })
  const optional = [isFixed ? quotes.makeOptional : quotes.makeFixed, IconCheck, choose] as const
  const more =
    details &&
    ([
      details.isOpen ? words.hideDetails : words.details,
      IconListDetails,
      () => details.setOpen(!details.isOpen),
    ] as const)
  const entries = [
    ...(more ? [more] : []),
    ...(isOffered ? [optional] : []),
    [words.duplicate, IconCopy, () => actions.duplicate(line.key)],
    [words.moveUp, IconArrowUp, () => actions.move(line.key, -1)],
    [words.moveDown, IconArrowDown, () => actions.move(line.key, 1)],
    [words.remove, IconTrash, () => actions.remove(line.key)],
  ] as const
  const target = (
    <ActionIcon
      className="line-menu"
      variant="subtle"
      color="gray"
      size={34}
      aria-label={words.of(words.menu, number)}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  )
  // Hundreds of menus that nobody opens take long to insert.
  if (!isWanted)
    return cloneElement(target, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setWanted(true),
    })
  return (
    <OpenMenu target={target}>
      {entries.map(([label, Icon, run]) => (
        <Menu.Item key={label} leftSection={<Icon size={16} aria-hidden />} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </OpenMenu>
  )
}

/**
 * Enter goes to the next line, arrow keys stay in the column, and Alt with an arrow moves the
 * line.
 */
function onKey(event: KeyboardEvent<HTMLElement>, key: string, actions: LineActions): void {
  const { target } = event
  // The product suggestions have handled the key.
  if (event.defaultPrevented || !(target instanceof HTMLElement)) return
  const column = target.dataset.column as Column | undefined
  if (column === undefined) return
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
  if (by !== null && event.altKey) {
    event.preventDefault()
    actions.move(key, by)
    return
  }
  // In a select, arrow keys choose an option.
  if (by !== null && target instanceof HTMLInputElement) {
    event.preventDefault()
    actions.goTo(key, column, by)
    return
  }
  const isPlain = !event.ctrlKey && !event.metaKey
  if (event.key !== 'Enter' || !isPlain || event.nativeEvent.isComposing) return
  if (target instanceof HTMLTextAreaElement) return
  event.preventDefault()
  actions.insertBelow(key)
}

/** Another rate has the standard category again, or that of a zero rate. */
const changeOf = (column: Column, value: string): Partial<Line> =>
  column === 'taxRate'
    ? {
        taxRate: value,
        taxCategory: '',
        taxReason: '',
        taxPreset: undefined,
        taxNames: undefined,
      }
    : { [column]: value }

const faultAt = (faults: Readonly<Record<string, string>>, field: string): string | undefined =>
  Object.entries(faults).find(([place]) => place === field || place.startsWith(`${field}/`))?.[1]
