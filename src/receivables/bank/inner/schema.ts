import type { CsvProfile } from '@billwright/bank-statements'
import { Type } from 'typebox'
import { ConditionalHeaders } from '../../../core/http/etag.ts'
import { oneOrMore } from '../../../core/http/filters.ts'
import { changing, deleting, reading } from '../../../core/http/operations.ts'
import { entryOf, etag, listQuery, pageOf, searched } from '../../../core/http/pagination.ts'
import { inputOf, outputOf } from '../../../kernel/fields/field.ts'
import { closed, nullable, STAMPS } from '../../../kernel/fields/shapes.ts'
import { FIELDS } from '../account.ts'
import { ALLOCATION_KINDS, CLASSES, ENTRY_STATUSES } from '../entry.ts'
import { FILE_STATUSES } from '../file.ts'
import { PAYOUT_PROBLEMS } from '../payout.ts'

const text = Type.String()
const orNull = nullable(text)
const count = (description: string) => Type.Integer({ description })
const tags = ['Bank']
const idOf = (what: string) =>
  Type.Object({ id: Type.String({ maxLength: 100, description: `Id of the ${what}.` }) })
const id = (description: string) => Type.Optional(Type.String({ maxLength: 60, description }))
const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))
const STAMPED = {
  version: 1,
  created_at: '2026-11-21T09:05:00.000Z',
  updated_at: '2026-11-21T09:05:00.000Z',
}

/* Accounts. */

const ACCOUNT = {
  name: 'Main account',
  iban: 'DE02120300000000202051',
  other_id: null,
  qr_iban: null,
  currency: 'EUR',
  accounting_account: '1200',
  start_date: null,
  archived: false,
}
const ACCOUNT_ID = 'bac_019aa5d2-7c00-7000-8000-0123456789ab'

const accountInput = inputOf(FIELDS)
const AccountCreate = Type.Object(accountInput, {
  title: 'BankAccountCreate',
  ...closed,
  examples: [ACCOUNT],
})
const AccountChange = Type.Partial(AccountCreate, {
  title: 'BankAccountPatch',
  ...closed,
  examples: [{ name: 'Savings' }],
})
const AccountView = Type.Object(
  { id: text, ...outputOf(FIELDS), ...STAMPS },
  { title: 'BankAccountOfCompany', examples: [{ id: ACCOUNT_ID, ...ACCOUNT, ...STAMPED }] },
)

export const listAccounts = {
  operationId: 'listBankAccounts',
  summary: 'List your bank accounts',
  description: 'Oldest first unless you set `sort`. The account of the settings is among them.',
  tags,
  querystring: listQuery(
    {
      archived: Type.Optional(
        Type.Boolean({ description: '`true`: only archived. `false`: only active. Default: all.' }),
      ),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(entryOf(AccountView, 'ListedBankAccount')) },
}
export const createAccount = {
  operationId: 'createBankAccount',
  summary: 'Add a bank account',
  description: 'Statements of other accounts are refused (422 `bank_account_unknown`).',
  tags,
  body: AccountCreate,
  response: { 201: AccountView },
}
export const getAccount = {
  operationId: 'getBankAccount',
  summary: 'Read a bank account',
  description: 'One of your own accounts.',
  tags,
  params: idOf('bank account'),
  ...reading(AccountView),
}
export const patchAccount = {
  operationId: 'patchBankAccount',
  summary: 'Change a bank account',
  description:
    'JSON Merge Patch (RFC 7396). An account with statements keeps its currency. `archived: true` keeps the account and its entries, and takes no files (409 `bank_account_archived`).',
  tags,
  params: idOf('bank account'),
  body: AccountChange,
  ...changing(AccountView),
}
export const deleteAccount = {
  operationId: 'deleteBankAccount',
  summary: 'Delete a bank account',
  description: 'Only one without statements. Archive others.',
  tags,
  params: idOf('bank account'),
  ...deleting,
}

/* Profiles. */

const column = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))
const columns = (maxItems: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems })

const MappingObject = Type.Object(
  {
    header: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 60,
      description: 'Columns that the file must have, anywhere in its first 50 lines.',
    }),
    delimiter: Type.Enum([';', ',', '\t', '|']),
    date: Type.Enum(['D.M.y', 'y-M-D', 'M/D/y', 'D/M/y', 'D-M-y']),
    decimal: Type.Enum([',', '.']),
    columns: Type.Object(
      {
        booking_date: Type.String({ minLength: 1, maxLength: 200 }),
        value_date: column('Default: the booking date.'),
        amount: column('Or `credit` and `debit`.'),
        credit: column('Money in.'),
        debit: column('Money out.'),
        sign: Type.Optional(
          Type.Object(
            { column: Type.String({ minLength: 1, maxLength: 200 }), debit: columns(20) },
            { ...closed, description: 'The column that tells money out, and its values for it.' },
          ),
        ),
        currency: column('ISO 4217.'),
        name: Type.Optional(
          Type.Union([
            Type.String({ minLength: 1, maxLength: 200 }),
            Type.Object(
              {
                credit: Type.String({ minLength: 1, maxLength: 200 }),
                debit: Type.String({ minLength: 1, maxLength: 200 }),
              },
              closed,
            ),
          ]),
        ),
        iban: column('Of the other party.'),
        text: Type.Optional(columns(10)),
        end_to_end: column('End-to-end id.'),
        id: column("The bank's reference."),
        account: column('Whose account it is.'),
      },
      closed,
    ),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    account: Type.Optional(Type.Enum(['preamble', 'ask'])),
    pending: Type.Optional(
      Type.Object(
        {
          column: Type.String({ minLength: 1, maxLength: 200 }),
          value: Type.Union([Type.String({ maxLength: 200 }), columns(20)]),
        },
        { ...closed, description: 'Lines with this value are not booked yet.' },
      ),
    ),
  },
  { ...closed, title: 'BankCsvMapping' },
)
/** Read-only, as the library has it. */
const Mapping = Type.Unsafe<CsvProfile>(MappingObject)
const MAPPING = {
  header: ['Date', 'Amount'],
  delimiter: ';',
  date: 'D.M.y',
  decimal: ',',
  columns: { booking_date: 'Date', amount: 'Amount', text: ['Purpose'], name: 'Payer' },
  currency: 'EUR',
  account: 'ask',
}
const PROFILE = { name: 'Bank of the branch', mapping: MAPPING }
const ProfileCreate = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200 }), mapping: Mapping },
  { title: 'BankProfileCreate', ...closed, examples: [PROFILE] },
)
const ProfileChange = Type.Partial(ProfileCreate, {
  title: 'BankProfilePatch',
  ...closed,
  examples: [{ name: 'Bank of the branch' }],
})
const ProfileView = Type.Object(
  { id: text, name: text, mapping: Mapping, ...STAMPS },
  {
    title: 'BankProfile',
    examples: [{ id: 'bpr_019aa5d2-7c00-7000-8000-0123456789ab', ...PROFILE, ...STAMPED }],
  },
)

export const listProfiles = {
  operationId: 'listBankProfiles',
  summary: 'List CSV mappings of banks',
  description: 'Oldest first unless you set `sort`. Known banks need none.',
  tags,
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(entryOf(ProfileView)) },
}
export const createProfile = {
  operationId: 'createBankProfile',
  summary: "Add the CSV mapping of a bank's files",
  description: 'Which column means what.',
  tags,
  body: ProfileCreate,
  response: { 201: ProfileView },
}
export const getProfile = {
  operationId: 'getBankProfile',
  summary: 'Read a CSV mapping',
  description: 'Which column means what.',
  tags,
  params: idOf('mapping'),
  ...reading(ProfileView),
}
export const patchProfile = {
  operationId: 'patchBankProfile',
  summary: 'Change a CSV mapping',
  description: 'Replaces `name`, `mapping`, or both. Files that were read stay as they are.',
  tags,
  params: idOf('mapping'),
  body: ProfileChange,
  ...changing(ProfileView),
}
export const deleteProfile = {
  operationId: 'deleteBankProfile',
  summary: 'Delete a CSV mapping',
  description: 'Files that were read with it stay.',
  tags,
  params: idOf('mapping'),
  ...deleting,
}
const file = {
  schema: Type.Unsafe<Uint8Array>({
    type: 'string',
    format: 'binary',
    description: 'The file, at most 20 MB.',
  }),
}

/** The content decides what the file is; programs that send one call it by one of these names. */
const bytes = {
  content: {
    'application/octet-stream': file,
    'application/xml': file,
    'application/zip': file,
    'text/csv': file,
    'text/plain': file,
    'text/xml': file,
  },
}
const consumes = Object.keys(bytes.content)

export const proposeColumns = {
  operationId: 'proposeBankColumns',
  summary: 'Propose a mapping for a CSV file',
  description:
    'Send the file as the body. Answers its encoding, delimiter, header, ten rows and a mapping, if one can be guessed. Stores nothing.',
  tags,
  consumes,
  body: bytes,
  response: {
    200: Type.Object(
      {
        encoding: text,
        delimiter: text,
        header_line: Type.Integer({ description: 'From 1.' }),
        columns: Type.Array(text),
        rows: Type.Array(Type.Array(text)),
        mapping: nullable(Mapping),
      },
      { title: 'BankColumns' },
    ),
  },
}

/* Rules. */

const Conditions = Type.Object(
  {
    iban: Type.Optional(Type.String({ minLength: 5, maxLength: 34 })),
    name_contains: Type.Optional(Type.String({ minLength: 2, maxLength: 200 })),
    text_contains: Type.Optional(Type.String({ minLength: 2, maxLength: 200 })),
    direction: Type.Optional(Type.Enum(['in', 'out'])),
    bank_account_id: id('Only this bank account.'),
  },
  { ...closed, minProperties: 1, description: 'All of them must be true.' },
)
const Action = Type.Union(
  [
    Type.Object({ ignore: Type.Literal(true) }, closed),
    Type.Object({ payout: Type.String({ minLength: 1, maxLength: 60 }) }, closed),
    Type.Object({ customer_id: Type.String({ maxLength: 60 }) }, closed),
  ],
  { description: 'Ignore it, a payout of a payment provider, or a payment of this customer.' },
)
const RULE = {
  when: { name_contains: 'insurance' },
  // biome-ignore lint/suspicious/noThenProperty: the wire name of the action.
  then: { ignore: true },
  position: 1,
}
const RuleCreate = Type.Object(
  {
    when: Conditions,
    // biome-ignore lint/suspicious/noThenProperty: the wire name of the action.
    then: Action,
    position: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10_000, description: 'Default: the last.' }),
    ),
  },
  { title: 'BankRuleCreate', ...closed, examples: [RULE] },
)
const RuleChange = Type.Partial(RuleCreate, {
  title: 'BankRulePatch',
  ...closed,
  examples: [{ position: 2 }],
})
const RuleView = Type.Object(
  {
    id: text,
    position: Type.Integer(),
    when: Conditions,
    // biome-ignore lint/suspicious/noThenProperty: the wire name of the action.
    then: Action,
    ...STAMPS,
  },
  {
    title: 'BankRule',
    examples: [{ id: 'brl_019aa5d2-7c00-7000-8000-0123456789ab', ...RULE, ...STAMPED }],
  },
)

export const listRules = {
  operationId: 'listBankRules',
  summary: 'List the rules for bank entries',
  description: 'Oldest first unless you set `sort`. `position` says in which order they apply.',
  tags,
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(entryOf(RuleView)) },
}
export const createRule = {
  operationId: 'createBankRule',
  summary: 'Add a rule for bank entries',
  description: 'The first rule that fits decides. At most 100. Open entries are compared again.',
  tags,
  body: RuleCreate,
  response: { 201: RuleView },
}
export const getRule = {
  operationId: 'getBankRule',
  summary: 'Read a rule for bank entries',
  description: 'What it looks for, and what it does.',
  tags,
  params: idOf('rule'),
  ...reading(RuleView),
}
export const patchRule = {
  operationId: 'patchBankRule',
  summary: 'Change a rule for bank entries',
  description: 'Replaces `when`, `then` or `position` as a whole.',
  tags,
  params: idOf('rule'),
  body: RuleChange,
  ...changing(RuleView),
}
export const deleteRule = {
  operationId: 'deleteBankRule',
  summary: 'Delete a rule for bank entries',
  description: 'Entries that it ignored stay ignored.',
  tags,
  params: idOf('rule'),
  ...deleting,
}

/* Files. */

const COUNTS = {
  new: count('Entries that no other file has.'),
  known: count('Entries that another file has already.'),
  pending: count('Entries that the bank has not booked yet. They are only counted.'),
  suspects: count('New entries that a file of another format seems to have.'),
  replaced: count('Sums whose single payments take their place.'),
}
const problems = Type.Array(Type.String({ enum: ['unbalanced', 'gap'] }), {
  description:
    '`unbalanced`: the balances do not agree with the entries. `gap`: a statement before seems to be missing.',
})
const NO_COUNTS = { new: 2, known: 0, pending: 0, suspects: 0, replaced: 0, problems: [] }

const StatementView = Type.Object(
  {
    bank_account_id: text,
    number: orNull,
    currency: text,
    opening_balance: orNull,
    opening_date: orNull,
    closing_balance: orNull,
    closing_date: orNull,
    entries: Type.Integer(),
    ...COUNTS,
    problems,
  },
  { title: 'BankStatement' },
)
const FileView = Type.Object(
  {
    id: text,
    name: orNull,
    format: Type.String({ description: '`camt.053.001.08`, `mt940`, `csv:dkb`, …, or `zip`.' }),
    status: Type.String({
      enum: [...FILE_STATUSES],
      description: '`reading` and `undoing` end by themselves.',
    }),
    already_imported: Type.Boolean({ description: 'An upload had these bytes before.' }),
    bytes: Type.Integer(),
    entries: count('Booked entries in the file.'),
    done: count('Entries that are stored.'),
    ...COUNTS,
    problems,
    statements: Type.Array(StatementView),
    ...STAMPS,
  },
  {
    title: 'BankFile',
    examples: [
      {
        id: 'bkf_019aa5d2-7c00-7000-8000-0123456789ab',
        name: 'statement.xml',
        format: 'camt.053.001.08',
        status: 'done',
        already_imported: false,
        bytes: 4210,
        entries: 2,
        done: 2,
        ...NO_COUNTS,
        statements: [
          {
            bank_account_id: ACCOUNT_ID,
            number: '101',
            currency: 'EUR',
            opening_balance: '1000.00',
            opening_date: '2026-11-20',
            closing_balance: '1357.00',
            closing_date: '2026-11-20',
            entries: 2,
            ...NO_COUNTS,
          },
        ],
        ...STAMPED,
      },
    ],
  },
)

export const uploadFile = {
  operationId: 'uploadBankFile',
  summary: 'Upload a bank statement',
  description:
    'Send the file as the body: camt.053, camt.054, MT940, CODA, GPC or CSV, at most 20 MB, or a ZIP archive of them. The content decides which format it is. A file that cannot be read to its end stores nothing. The same bytes again answer 200. 202: the rest is stored in the background.',
  tags,
  querystring: Type.Object(
    {
      bank_account_id: id('For files that do not name their account.'),
      profile: id('Id of a CSV mapping. Default: one that fits.'),
      name: Type.Optional(
        Type.String({
          maxLength: 200,
          pattern: '^[^\\u0000-\\u001f]*$',
          description: 'Name of the file.',
        }),
      ),
      dry_run: Type.Optional(Type.Boolean({ description: 'Only answer; store nothing.' })),
    },
    closed,
  ),
  consumes,
  body: bytes,
  response: { 200: FileView, 201: FileView, 202: FileView },
}
export const listFiles = {
  operationId: 'listBankFiles',
  summary: 'List uploaded bank statements',
  description: 'Newest first unless you set `sort`.',
  tags,
  querystring: listQuery(
    {
      status: Type.Optional(Type.String({ enum: [...FILE_STATUSES], description: 'Only these.' })),
      bank_account_id: id('With a statement of this account.'),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(entryOf(FileView, 'ListedBankFile')) },
}
export const getFile = {
  operationId: 'getBankFile',
  summary: 'Read an uploaded bank statement',
  description: 'What it contains, and what became of its entries.',
  tags,
  params: idOf('file'),
  ...reading(FileView),
}
export const getRaw = {
  operationId: 'getBankFileRaw',
  summary: 'Download a bank statement as it was uploaded',
  description: 'The original bytes, for as long as `bankFileKeepDays` says.',
  tags,
  params: idOf('file'),
  ...reading({
    description: 'The file.',
    content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } },
  }),
}
export const undoFile = {
  operationId: 'undoBankFile',
  summary: 'Undo a bank statement',
  description:
    'Takes back what the service booked of it, and deletes its entries. Refused if a person booked or decided one of them (409 `entries_booked`).',
  tags,
  params: idOf('file'),
  headers: ConditionalHeaders,
  response: { 200: FileView, 202: FileView },
}

/* Entries. */

const money = nullable(Type.Object({ amount: text, currency: text }))
const allocation = {
  invoice_id: orNull,
  number: nullable(Type.String({ description: 'Of the invoice.' })),
  payment_id: orNull,
  customer_id: orNull,
  amount: text,
  currency: text,
}
const ProposalView = Type.Object(
  {
    id: text,
    class: Type.String({ enum: ['certain', 'likely', 'possible'] }),
    kind: text,
    score: Type.Integer({ description: 'Only for sorting.' }),
    evidence: Type.Array(
      Type.Object({
        code: text,
        detail: orNull,
        params: Type.Record(Type.String(), Type.String()),
      }),
    ),
    flags: Type.Array(text),
    allocations: Type.Array(
      Type.Object({ kind: text, ...allocation, discount: orNull, fee: orNull, write_off: orNull }),
    ),
  },
  { title: 'BankProposal' },
)
const EntryView = Type.Object(
  {
    id: text,
    bank_account_id: text,
    file_id: text,
    status: Type.String({ enum: [...ENTRY_STATUSES] }),
    reason: nullable(Type.String({ description: 'Why it is ignored.' })),
    booking_date: text,
    value_date: text,
    amount: Type.String({ description: 'Money in is positive.' }),
    currency: text,
    name: nullable(Type.String({ description: 'The other party. Words of a stranger.' })),
    ultimate_name: orNull,
    iban: orNull,
    text: orNull,
    end_to_end: orNull,
    references: Type.Array(Type.Object({ kind: text, value: text })),
    bank_reference: orNull,
    instructed: money,
    charges: money,
    return_reason: orNull,
    matched: Type.Boolean({ description: 'False: it waits for the comparison with invoices.' }),
    class: Type.String({ enum: [...CLASSES] }),
    kind: text,
    flags: Type.Array(text),
    proposals: Type.Array(ProposalView),
    allocations: Type.Array(
      Type.Object({
        kind: Type.String({ enum: [...ALLOCATION_KINDS] }),
        ...allocation,
        account_entry_id: orNull,
        accounting_account: orNull,
        text: orNull,
      }),
    ),
    unallocated: Type.String({ description: 'What is not booked yet.' }),
    automatic: Type.Boolean({ description: 'The service booked it.' }),
    booked_by: nullable(Type.Object({ kind: text, id: text, name: text })),
    booked_at: orNull,
    suspect_of: nullable(Type.String({ description: 'The entry that seems to be the same one.' })),
    pair_id: nullable(
      Type.String({ description: 'The other side of a transfer between own accounts.' }),
    ),
    ...STAMPS,
  },
  {
    title: 'BankEntry',
    examples: [
      {
        id: 'ben_019aa5d2-7c00-7000-8000-0123456789ab',
        bank_account_id: ACCOUNT_ID,
        file_id: 'bkf_019aa5d2-7c00-7000-8000-0123456789ab',
        status: 'open',
        reason: null,
        booking_date: '2026-11-20',
        value_date: '2026-11-20',
        amount: '357.00',
        currency: 'EUR',
        name: 'Fernweh Books GmbH',
        ultimate_name: null,
        iban: 'DE33123456780000000101',
        text: 'Invoice INV-2026-0103',
        end_to_end: null,
        references: [],
        bank_reference: '2805A1',
        instructed: null,
        charges: null,
        return_reason: null,
        matched: true,
        class: 'certain',
        kind: 'exact',
        flags: [],
        proposals: [],
        allocations: [],
        unallocated: '357.00',
        automatic: false,
        booked_by: null,
        booked_at: null,
        suspect_of: null,
        pair_id: null,
        ...STAMPED,
      },
    ],
  },
)

export const listEntries = {
  operationId: 'listBankEntries',
  summary: 'List bank entries',
  description: 'Latest day first unless you set `sort`. `include=total` adds a total per class.',
  tags,
  querystring: listQuery(
    {
      status: oneOrMore('open|booked|ignored', 'Only these.'),
      class: oneOrMore('certain|likely|possible|none', 'How sure the service is.'),
      bank_account_id: id('Of this account.'),
      direction: Type.Optional(
        Type.String({ enum: ['in', 'out'], description: 'Money in or money out.' }),
      ),
      from: day('Booked on or after this day.'),
      to: day('Booked on or before this day.'),
      customer_id: id('Allocated to this customer.'),
      invoice_id: id('Allocated to this invoice.'),
      file_id: id('Of this file.'),
      q: searched('Words of name, text, references or amount.'),
    },
    ['booking_date', 'amount'],
  ),
  response: {
    200: Type.Object({
      ...pageOf(Type.Object({ ...EntryView.properties, etag }, { title: 'ListedBankEntry' }))
        .properties,
      classes: Type.Optional(Type.Record(Type.String(), Type.Integer())),
    }),
  },
}
export const getEntry = {
  operationId: 'getBankEntry',
  summary: 'Read a bank entry',
  description: 'With its proposals and what is booked of it.',
  tags,
  params: idOf('entry'),
  ...reading(EntryView),
}

export const getPayout = {
  operationId: 'explainBankPayout',
  summary: 'Explain a payout of a payment provider',
  description:
    'The payments of one provider, one after the other, that add up to the entry with their refunds and fees. Books nothing. `problem` says why nothing explains it: `no_payments` within 60 days, `fees_unknown` (the provider does not report the fees of single payments), `sum_differs`, or `ambiguous` (several groups add up to it).',
  tags,
  params: idOf('entry'),
  response: {
    200: Type.Object(
      {
        entry_id: text,
        provider_id: orNull,
        problem: nullable(Type.String({ enum: [...PAYOUT_PROBLEMS] })),
        amount: Type.String({ description: 'Of the payments, less refunds and disputes.' }),
        fees: text,
        currency: text,
        payments: Type.Array(
          Type.Object({
            provider_payment_id: text,
            ref: Type.String({ description: 'Of the payment, refund or dispute at the provider.' }),
            kind: Type.String({ enum: ['payment', 'refund', 'dispute'] }),
            at: text,
            amount: Type.String({ description: 'Negative: it went back.' }),
            fee: text,
            invoices: Type.Array(Type.Object({ id: text, number: orNull })),
          }),
        ),
      },
      { title: 'BankPayout' },
    ),
  },
}

const amount = (description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Number()], { description }))
const AllocationInput = Type.Object(
  {
    kind: Type.String({
      enum: [...ALLOCATION_KINDS],
      description:
        '`invoice`: pays it. `account`: money on account. `link`: a payment that you recorded. `charge`: late charges that are claimed for an invoice; they are issued as an invoice, which it pays. Of money out: `refund` to a customer with money on account, `reversal` of a payment, `fee` of the bank. `other`: anything else.',
    }),
    invoice_id: id('With `invoice` and `charge`.'),
    payment_id: id('With `link` and `reversal`.'),
    customer_id: id('With `account` and `refund`.'),
    amount: amount('Of the entry. Default: what is due or claimed, or what is left.'),
    discount: amount('With `invoice`: discount for early payment.'),
    fee: amount('With `invoice`: what a bank kept.'),
    write_off: amount('With `invoice`: a small difference to write off.'),
    withheld: amount('With `invoice`: what the customer pays to the tax office.'),
    text: Type.Optional(nullable(Type.String({ maxLength: 500, description: 'What it is.' }))),
    accounting_account: Type.Optional(
      nullable(Type.String({ maxLength: 40, description: 'Account in your books.' })),
    ),
  },
  { title: 'BankAllocationInput', ...closed },
)

const act = {
  tags,
  params: idOf('entry'),
  headers: ConditionalHeaders,
  response: { 200: EntryView },
}

export const bookEntry = {
  operationId: 'bookBankEntry',
  summary: 'Book a bank entry',
  description:
    'As a proposal says, or by hand. Default: its only proposal. The allocations may be less than the entry; the rest stays open. 409 `proposal_stale`: what the proposal rests on has changed.',
  ...act,
  body: Type.Object(
    {
      proposal_id: id('Of a proposal.'),
      allocations: Type.Optional(Type.Array(AllocationInput, { minItems: 1, maxItems: 100 })),
      paid_at: Type.Optional(
        Type.String({
          format: 'date',
          description:
            'The day of the payments. Default: the booking date. Needed if that is in a closed period.',
        }),
      ),
    },
    {
      title: 'BankBooking',
      ...closed,
      examples: [{ proposal_id: '5d8f0c3a9b1e4d72' }],
    },
  ),
}
export const unbookEntry = {
  operationId: 'unbookBankEntry',
  summary: 'Take back what is booked of a bank entry',
  description: 'Every payment, account entry and link that it made. The entry is open again.',
  ...act,
}
export const ignoreEntry = {
  operationId: 'ignoreBankEntry',
  summary: 'Ignore a bank entry',
  description: 'It concerns no invoice.',
  ...act,
  body: Type.Object(
    { reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) },
    { title: 'BankIgnoring', ...closed, examples: [{ reason: 'private' }] },
  ),
}
export const reopenEntry = {
  operationId: 'reopenBankEntry',
  summary: 'Open an ignored bank entry again',
  description: 'The service does not ignore it by itself again.',
  ...act,
}
export const rematchEntry = {
  operationId: 'rematchBankEntry',
  summary: 'Compare a bank entry with invoices again',
  description: 'In the background; `matched` is true when it is done.',
  ...act,
}
export const declineProposal = {
  operationId: 'declineBankProposal',
  summary: 'Decline a proposal',
  description:
    'It is not made again for this entry. Declined twice for a payer, that evidence counts less.',
  ...act,
  body: Type.Object(
    { proposal_id: Type.String({ maxLength: 60 }) },
    { title: 'BankDeclining', ...closed, examples: [{ proposal_id: '5d8f0c3a9b1e4d72' }] },
  ),
}
export const bookEntries = {
  operationId: 'bookBankEntries',
  summary: 'Book many bank entries',
  description:
    'Each by itself: it is booked if it has exactly one proposal of this class or a better one. The answer has a result for each, in the same order.',
  tags,
  body: Type.Object(
    {
      ids: Type.Array(Type.String({ maxLength: 60 }), {
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
      }),
      class: Type.Optional(
        Type.String({ enum: ['certain', 'likely', 'possible'], description: 'Default: certain.' }),
      ),
    },
    {
      title: 'BankBookings',
      ...closed,
      examples: [{ ids: ['ben_019aa5d2-7c00-7000-8000-0123456789ab'], class: 'certain' }],
    },
  ),
  response: {
    200: Type.Object({
      booked: Type.Integer(),
      data: Type.Array(
        Type.Object({
          id: text,
          booked: Type.Boolean(),
          code: nullable(Type.String({ description: 'Why it was refused.' })),
          message: orNull,
        }),
      ),
    }),
  },
}

/* Accounts of payers. */

const PayerAccount = Type.Object(
  {
    iban: text,
    name: orNull,
    first_at: text,
    last_at: text,
    count: count('Bookings from this account.'),
  },
  { title: 'PayerAccount' },
)
export const listPayers = {
  operationId: 'listPayerAccounts',
  summary: 'List the accounts that a customer pays from',
  description: 'Learned from bookings.',
  tags,
  params: idOf('customer'),
  response: { 200: Type.Object({ data: Type.Array(PayerAccount) }) },
}
export const forgetPayer = {
  operationId: 'forgetPayerAccount',
  summary: 'Forget an account that a customer pays from',
  description: 'A later booking may teach it again.',
  tags,
  params: Type.Object({
    ...idOf('customer').properties,
    iban: Type.String({ maxLength: 40, description: 'IBAN of the account.' }),
  }),
  response: { 204: Type.Null({ description: 'Forgotten.' }) },
}
