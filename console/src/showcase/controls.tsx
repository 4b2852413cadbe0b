import { type PaymentTerms, termsOfDays } from '@billwright/rules/payment-terms'
import {
  Autocomplete,
  Button,
  Checkbox,
  Group,
  Menu,
  NativeSelect,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { ActionMenu } from '../components/action-menu.tsx'
import { AddButton } from '../components/add-button.tsx'
import { AddList } from '../components/add-list.tsx'
import { BookedDay } from '../components/booked-day.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { CopyButton, CopyField } from '../components/copy.tsx'
import { type CustomField, CustomFields } from '../components/custom-fields.tsx'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import type { EarlyOffer } from '../components/early-offers.ts'
import { EarlyPayment } from '../components/early-payment.tsx'
import { FindField } from '../components/find-field.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { IconPlus } from '../components/icons.ts'
import { lateMenu } from '../components/late-menu.tsx'
import { OpenMenu } from '../components/open-menu.tsx'
import { Places } from '../components/places.tsx'
import { RefreshButton } from '../components/refresh-button.tsx'
import { RuleActions } from '../components/rule-actions.tsx'
import { SaveBar } from '../components/save-bar.tsx'
import { SearchBar } from '../components/search-bar.tsx'
import { Side } from '../components/side.tsx'
import { StateBar } from '../components/state-bar.tsx'
import { TermsField } from '../components/terms-field.tsx'
import type { WithholdingTexts } from '../components/withholding-texts.ts'
import { Withholdings } from '../components/withholdings.tsx'

const VARIANTS = ['filled', 'light', 'default', 'subtle'] as const
const CHOICES = ['One', 'Two', 'Three']

const LateMenu = lateMenu(async () => ({ target }) => (
  <OpenMenu target={target}>
    <Menu.Item>First</Menu.Item>
    <Menu.Item>Second</Menu.Item>
  </OpenMenu>
))

/** Buttons and inputs. */
export const CONTROLS: Readonly<Record<string, ComponentType>> = {
  Buttons: () => (
    <Stack gap="xs">
      {VARIANTS.map((variant) => (
        <Group key={variant} gap="xs">
          <Button variant={variant}>Save</Button>
          <Button variant={variant} leftSection={<IconPlus size={18} aria-hidden />}>
            New invoice
          </Button>
          <Button variant={variant} color="red">
            Delete
          </Button>
          <Button variant={variant} loading>
            Save
          </Button>
          <Button variant={variant} disabled>
            Save
          </Button>
          <Button variant={variant} size="xs">
            Small
          </Button>
        </Group>
      ))}
    </Stack>
  ),
  'Add to a short list': () => <AddButton label="Add field" onClick={() => {}} />,
  Fields: () => (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput label="Text" description="What it is for" placeholder="Example" />
      <TextInput label="Text with a fault" error="Enter a name." defaultValue="?" />
      <TextInput label="Disabled" defaultValue="Fixed" disabled />
      <DayField label="Day" defaultValue="2026-11-21" />
      <BookedDay name="day" label="Day of a booking" day="2026-11-21" refusal={null} />
      <NativeSelect label="One of few" data={CHOICES} />
      <Select label="One of many" data={CHOICES} searchable clearable defaultValue="Two" />
      <Autocomplete label="Text with suggestions" data={CHOICES} />
      <PasswordInput label="Password" defaultValue="secret" />
      <Textarea label="Several lines" autosize minRows={2} error="This text is too long." />
    </SimpleGrid>
  ),
  Rules: () => (
    <Group gap={4}>
      <RuleActions
        {...{ at: 1, count: 3, isBusy: false }}
        onMove={() => {}}
        onEdit={() => {}}
        onDelete={() => {}}
      />
    </Group>
  ),
  Choices: () => {
    const [shown, setShown] = useState('One')
    return (
      <Stack gap="sm">
        <SegmentedControl data={CHOICES} value={shown} onChange={setShown} aria-label="Which" />
        <Group>
          <Checkbox label="Chosen" defaultChecked />
          <Checkbox label="Some" indeterminate />
          <Checkbox label="Disabled" disabled />
          <Checkbox label="With a fault" error="Choose it." />
        </Group>
        <Group>
          <Switch label="On" defaultChecked />
          <Switch label="Off" />
          <Switch label="Disabled" disabled />
        </Group>
        <Radio.Group label="One of these" defaultValue="a">
          <Group>
            <Radio value="a" label="First" />
            <Radio value="b" label="Second" />
            <Radio value="c" label="Disabled" disabled />
          </Group>
        </Radio.Group>
      </Stack>
    )
  },
  'Menus and windows': () => {
    const [isOpen, setOpen] = useState(false)
    const [isBeside, setBeside] = useState(false)
    return (
      <Group>
        <LateMenu target={<Button variant="default">Menu</Button>} />
        <ActionMenu>
          <Menu.Item>Duplicate</Menu.Item>
          <Menu.Item c="red">Delete</Menu.Item>
        </ActionMenu>
        <Button variant="default" onClick={() => setOpen(true)}>
          Window
        </Button>
        <ConfirmButton
          title="Void INV-7?"
          text="Its number stays used."
          verb="Void"
          onConfirm={() => {}}
        >
          Void…
        </ConfirmButton>
        <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="A window">
          <TextInput label="Name" data-autofocus />
        </Dialog>
        <Button variant="default" onClick={() => setBeside(true)}>
          Beside…
        </Button>
        <Side isOpen={isBeside} onClose={() => setBeside(false)} title="Beside a list">
          Read here what has no room there.
        </Side>
      </Group>
    )
  },
  'Search bar': () => (
    <SearchBar
      label="Search products"
      q=""
      choice={{ label: 'Which', usual: 'Active', others: 'Archived', isOther: false }}
      onChange={() => {}}
    />
  ),
  'Search of a list': () => <FindField label="Search invoices" q="" onFind={() => {}} maw={320} />,
  'Refresh a list': () => <RefreshButton label="Refresh" onClick={() => {}} />,
  'End of a form': () => (
    <Stack gap="sm">
      <FormButtons submit="Save" isBusy={false} back={() => {}} />
      <FormButtons submit="Save" isBusy={false} isIncomplete back={() => {}} />
      <FormButtons submit="Save" isBusy back={() => {}} />
    </Stack>
  ),
  'End of a long form': () => (
    <Stack gap="sm">
      <SaveBar isDirty={false} isSaving={false} discard={() => {}} />
      <SaveBar isDirty isSaving={false} discard={() => {}} />
    </Stack>
  ),
  'Window with a form': () => {
    const [isOpen, setOpen] = useState(false)
    const close = () => setOpen(false)
    return (
      <>
        <Button variant="default" onClick={() => setOpen(true)}>
          Add contact
        </Button>
        {isOpen && (
          <DialogForm
            title="Add contact"
            words={{ save: 'Save' }}
            isBusy={false}
            error={null}
            places={[]}
            onClose={close}
            onSubmit={close}
          >
            <TextInput name="name" label="Name" data-autofocus />
          </DialogForm>
        )}
      </>
    )
  },
  'Short list': () => (
    <Stack gap="sm">
      <AddList
        of={{ data: { data: [] as string[] }, error: null, refetch: () => {} }}
        none="No contacts yet."
        add={{ label: 'Add contact', onAdd: () => {} }}
      >
        {() => null}
      </AddList>
    </Stack>
  ),
  'Places of a group': () => (
    <Places
      label="Access"
      places={[
        { to: '/components', name: 'This page' },
        { to: '/access', name: 'API keys' },
      ]}
    />
  ),
  'Search bar with states': () => (
    <StateBar
      label="Search quotes"
      q=""
      states={{
        label: 'Status',
        all: 'All',
        of: ['draft', 'open'],
        words: { draft: 'Draft', open: 'Open' },
      }}
      state="open"
      onChange={() => {}}
    />
  ),
  Copy: () => (
    <Stack gap="sm">
      <CopyField label="Secret" text="whsec_0123456789" />
      <CopyButton text="INV-2026-0001" label="Copy the number" />
    </Stack>
  ),
  'Own fields': () => {
    const [fields, setFields] = useState<readonly CustomField[]>([
      { label: 'Project', value: 'Atlas' },
    ])
    return <CustomFields fields={fields} onChange={setFields} faultAt={() => undefined} />
  },
  'Early payment': () => {
    const [offers, setOffers] = useState<readonly EarlyOffer[]>([{ percent: '2', days: '14' }])
    return <EarlyPayment offers={offers} onChange={setOffers} faultAt={() => undefined} />
  },
  'Payment terms': () => {
    const [terms, setTerms] = useState<PaymentTerms | null>(termsOfDays(30))
    return (
      <TermsField
        label="When due"
        value={terms}
        usual={termsOfDays(14)}
        onChange={setTerms}
        faultAt={() => undefined}
      />
    )
  },
  Withholdings: () => {
    const [entries, setEntries] = useState<readonly WithholdingTexts[]>([])
    return (
      <Withholdings
        entries={entries}
        onChange={setEntries}
        faultAt={() => undefined}
        country="IT"
        hasAmount
      />
    )
  },
}
