import { formatMinor } from '@billwright/money'
import { compile } from '@billwright/templates'
import { describe, expect, test } from 'vitest'
import { openRenderer } from '../../../../../test/printer.ts'
import { builtInTemplates } from '../../../../company/templates/inner/builtin.ts'
import { hasPoppler, readPrintedCode } from '../../payment-code/printed-code.testing.ts'
import { sampleSource } from '../../samples/sample.ts'
import { documentView } from '../../view.ts'

/** Left of the sentence that asks for payment. */
const CROP = { left: 18, top: 118, width: 50, height: 160 }

const renderer = openRenderer({ path: null, remoteUrl: null })

describe.skipIf(!hasPoppler())(
  'the EPC code, printed (skipped where poppler is not installed)',
  () => {
    test.each(
      builtInTemplates().flatMap(({ id, html }) =>
        ['de', 'nl'].map((it) => [id, it, html] as const),
      ),
    )('%s, %s: reads back field by field', async (_id, language, html) => {
      const source = sampleSource(language)
      const { seller, number, totals } = source.invoice
      const pdf = await renderer.print(compile(html).render(documentView(source)))
      const amount = formatMinor(totals.totalMinor, 'EUR')
      expect(readPrintedCode(pdf, CROP)?.text.split('\n')).toEqual([
        ...['BCD', '002', '1', 'SCT', ''],
        ...[seller.name, seller.bankAccount.iban, `EUR${amount}`, '', '', number],
      ])
    })
  },
)
