import { describe, expect, test } from 'vitest'
import { type ReportError, readPain002 } from './read-pain002.ts'
import { HAS_VECTORS, SKIPPED, type Vector, vectors } from './shared-vectors.testing.ts'

const read = (text: string) => readPain002(new TextEncoder().encode(text))
const report = (content: string, version = '10') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>M-1</OrgnlMsgId></OrgnlGrpInfAndSts>${content}</CstmrPmtStsRpt></Document>`
const refusal = (text: string): string => {
  try {
    read(text)
    return ''
  } catch (error) {
    return (error as ReportError).code
  }
}

describe('pain.002', () => {
  test('refused blocks and debits with the code that decides', () => {
    const { blocks, debits, file } = read(
      report(
        `<OrgnlPmtInfAndSts><OrgnlPmtInfId>M-1-1</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts><StsRsnInf><Rsn><Cd>BE05</Cd></Rsn></StsRsnInf></OrgnlPmtInfAndSts>
        <OrgnlPmtInfAndSts><OrgnlPmtInfId>M-1-2</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>E-1</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Prtry>X</Prtry></Rsn></StsRsnInf><StsRsnInf><Rsn><Cd>AM04</Cd></Rsn></StsRsnInf></TxInfAndSts><TxInfAndSts><OrgnlEndToEndId>E-2</OrgnlEndToEndId><TxSts>ACCP</TxSts></TxInfAndSts></OrgnlPmtInfAndSts>`,
      ),
    )
    expect(file).toBeNull()
    expect([...blocks]).toEqual([['M-1-1', { code: 'BE05' }]])
    expect([...debits]).toEqual([['E-1', { code: 'AM04' }]])
  })

  test('what is no report is refused', () => {
    expect(refusal(report('', '02'))).toBe('report_unreadable')
    expect(refusal('<html/>')).toBe('report_unreadable')
    expect(refusal('not XML')).toBe('report_unreadable')
    expect(refusal(`<!DOCTYPE a>${report('')}`)).toBe('xml_forbidden')
    expect(refusal(report('').replace('M-1', ''))).toBe('report_unreadable')
  })
})

describe.runIf(HAS_VECTORS)(`reports.json${SKIPPED}`, () => {
  test.each<Vector>(vectors('reports').cases ?? [])('$id $title', ({
    report,
    run,
    expect: expected,
  }) => {
    if (expected.refused === 'xml_forbidden') {
      expect(refusal(report)).toBe('xml_forbidden')
      return
    }
    const { messageId, file, blocks, debits } = read(report)
    expect(messageId === run.message).toBe(expected.refused !== 'report_foreign')
    if (expected.refused !== null) return
    expect(file !== null).toBe(expected.run === 'refused')
    const rejected: Record<string, string | null> = {}
    for (const [block, members] of Object.entries<string[]>(run.payments))
      for (const it of members) {
        const found = debits.get(run.end_to_end[it]) ?? blocks.get(block)
        if (found) rejected[it] = found.code
      }
    expect(rejected).toEqual(expected.rejected)
  })
})
