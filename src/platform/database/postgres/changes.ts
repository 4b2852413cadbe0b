/** Values as texts. Large values that did not change are missing. */
type ChangedRow = Readonly<Record<string, string | null>>

export interface RowChange {
  readonly kind: 'insert' | 'update' | 'delete'
  readonly table: string
  /** After the change; for a deleted row, the columns of its key. */
  readonly row: ChangedRow
  /** The columns of its key before the change. */
  readonly old: ChangedRow
}

/** The changes of one transaction, in their order. */
export interface CommittedChanges {
  /** The position of the log after it. */
  readonly lsn: string
  readonly changes: readonly RowChange[]
}

interface Relation {
  readonly table: string
  readonly columns: readonly string[]
}

/** Reads messages of PostgreSQL's plugin `pgoutput`, protocol version 1, in whole transactions. */
export function readMessages(messages: readonly Uint8Array[]): readonly CommittedChanges[] {
  const relations = new Map<number, Relation>()
  const committed: CommittedChanges[] = []
  let changes: RowChange[] = []
  for (const message of messages) {
    const reader = new MessageReader(message)
    const type = reader.letter()
    if (type === 'B') changes = []
    else if (type === 'R') relations.set(reader.int32(), readRelation(reader))
    else if (type === 'I' || type === 'U' || type === 'D') {
      const relation = relations.get(reader.int32())
      if (!relation) throw new Error('A change came before the description of its table.')
      changes.push(readChange(type, relation, reader))
    } else if (type === 'C') committed.push({ lsn: readCommit(reader), changes })
    else if (type === 'T') throw new Error('A table of companies was truncated meanwhile.')
  }
  return committed
}

function readRelation(reader: MessageReader): Relation {
  reader.text()
  const table = reader.text()
  reader.letter()
  const columns = Array.from({ length: reader.int16() }, () => {
    reader.letter()
    const name = reader.text()
    reader.int32()
    reader.int32()
    return name
  })
  return { table, columns }
}

function readChange(
  type: 'I' | 'U' | 'D',
  { table, columns }: Relation,
  reader: MessageReader,
): RowChange {
  const mark = reader.letter()
  const first = readRow(columns, reader)
  if (type === 'I') return { kind: 'insert', table, row: first, old: first }
  if (type === 'D') return { kind: 'delete', table, row: first, old: first }
  // The old key comes first, but only if it changed.
  if (mark === 'N') return { kind: 'update', table, row: first, old: first }
  reader.letter()
  return { kind: 'update', table, row: readRow(columns, reader), old: first }
}

function readRow(columns: readonly string[], reader: MessageReader): ChangedRow {
  const row: Record<string, string | null> = {}
  const count = reader.int16()
  for (const column of columns.slice(0, count)) {
    const kind = reader.letter()
    if (kind === 'n') row[column] = null
    else if (kind === 't') row[column] = reader.bytes(reader.int32()).toString('utf8')
  }
  return row
}

function readCommit(reader: MessageReader): string {
  reader.letter()
  reader.lsn()
  return reader.lsn()
}

class MessageReader {
  readonly #message: Buffer
  #at = 0

  constructor(message: Uint8Array) {
    this.#message = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  }

  bytes(length: number): Buffer {
    this.#at += length
    return this.#message.subarray(this.#at - length, this.#at)
  }

  letter(): string {
    return this.bytes(1).toString('latin1')
  }

  int16(): number {
    return this.bytes(2).readInt16BE()
  }

  int32(): number {
    return this.bytes(4).readInt32BE()
  }

  /** In the form in which PostgreSQL prints it, such as `16/B374D848`. */
  lsn(): string {
    const [high, low] = [this.bytes(4).readUInt32BE(), this.bytes(4).readUInt32BE()]
    return `${high.toString(16)}/${low.toString(16)}`.toUpperCase()
  }

  /** Up to the next zero byte. */
  text(): string {
    const length = this.#message.indexOf(0, this.#at) - this.#at
    const text = this.bytes(length).toString('utf8')
    this.#at += 1
    return text
  }
}
