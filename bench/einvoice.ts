import { readFileSync } from 'node:fs'
import { readEInvoice } from '../src/einvoicing/documents/inner/xml/read.ts'
import { writeCii, writeUbl } from '../src/einvoicing/documents/inner/xml/write.ts'

/** Prints the CPU time of writing and reading one e-invoice: `node bench/einvoice.ts [file.xml]`. */
const [file = 'test/golden/einvoices/full.ubl.xml'] = process.argv.slice(2)
const ROUNDS = 500
const WARM_UP_ROUNDS = 100
const LINES = [1, 10, 100, 1000]

const { document } = readEInvoice(readFileSync(file))

for (const count of LINES) {
  const lines = Array.from({ length: count }, (_, index) => {
    const line = document.lines[index % document.lines.length]
    if (line === undefined) throw new Error('The document has no lines.')
    return { ...line, id: String(index + 1) }
  })
  const large = { ...document, lines }
  const ubl = Buffer.from(writeUbl(large, 'xrechnung'))
  const cii = Buffer.from(writeCii(large, 'xrechnung'))
  const rounds = Math.ceil(ROUNDS / count)
  measure(`write UBL, ${count} lines`, rounds, () => writeUbl(large, 'xrechnung'))
  measure(`write CII, ${count} lines`, rounds, () => writeCii(large, 'xrechnung'))
  measure(`read UBL, ${ubl.length} bytes`, rounds, () => readEInvoice(ubl))
  measure(`read CII, ${cii.length} bytes`, rounds, () => readEInvoice(cii))
}

function measure(what: string, rounds: number, work: () => unknown): void {
  for (let round = 0; round < Math.min(rounds, WARM_UP_ROUNDS); round++) work()
  const start = process.cpuUsage()
  for (let round = 0; round < rounds; round++) work()
  const { user, system } = process.cpuUsage(start)
  process.stdout.write(`${what}: ${((user + system) / 1000 / rounds).toFixed(2)} ms of CPU\n`)
}
