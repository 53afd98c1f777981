import { expect, it } from 'vitest'
import { readStatement } from '../bank-statement.ts'

/**
 * Based on the ISO 20022 message definition report "Bank-to-Customer Cash Management" (camt.053.001.02 and .08): the
 * same elements with a prefix, a status as text or as code, a payer directly or as a party, batches with an amount
 * for each payment.
 */
const file = (entries: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<n:Document xmlns:n="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><n:BkToCstmrStmt><n:GrpHdr><n:MsgId>1</n:MsgId></n:GrpHdr>
<n:Stmt><n:Bal><n:Amt Ccy="ZAR">19000.00</n:Amt></n:Bal>${entries.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n:')}</n:Stmt></n:BkToCstmrStmt></n:Document>`

it('reads a camt.053 statement, splits batches and leaves out entries that are not booked', () => {
  const text = file(`
<Ntry><NtryRef>R1</NtryRef><Amt Ccy="ZAR">1250.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt><AcctSvcrRef>S1</AcctSvcrRef>
  <NtryDtls><TxDtls><Refs><EndToEndId>OVB014</EndToEndId></Refs><RltdPties><Dbtr><Nm>Overberg Books &amp; Sons</Nm></Dbtr></RltdPties>
  <RmtInf><Ustrd>INV000123</Ustrd><Ustrd>Thanks</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><NtryRef>R2</NtryRef><Amt Ccy="ZAR">300.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-11-04T09:00:00+02:00</DtTm></BookgDt><AcctSvcrRef>S2</AcctSvcrRef>
  <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="ZAR">100.00</Amt><RltdPties><Dbtr><Pty><Nm>A</Nm></Pty></Dbtr></RltdPties></TxDtls>
  <TxDtls><Refs><AcctSvcrRef>S3</AcctSvcrRef></Refs><AmtDtls><TxAmt><Amt Ccy="ZAR">200.000</Amt></TxAmt></AmtDtls><RmtInf><Strd><CdtrRefInf><Ref>INV000124</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><NtryRef>R3</NtryRef><Amt Ccy="ZAR">85.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><ValDt><Dt>2026-11-04</Dt></ValDt><AddtlNtryInf>SERVICE FEES</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="ZAR">99.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts></Ntry>
<Ntry><Amt Ccy="ZAR">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-04</Dt></BookgDt></Ntry>`)
  expect(readStatement(text)).toEqual({
    format: 'camt.053',
    lines: [
      {
        date: '2026-11-03',
        description: 'Overberg Books & Sons INV000123 Thanks',
        reference: 'OVB014',
        amount: 125_000,
        balance: null,
        bank_id: 'S1',
      },
      { date: '2026-11-04', description: 'A', reference: 'R2', amount: 10_000, balance: null, bank_id: 'S2' },
      {
        date: '2026-11-04',
        description: '',
        reference: 'INV000124',
        amount: 20_000,
        balance: null,
        bank_id: 'S3',
      },
      {
        date: '2026-11-04',
        description: 'SERVICE FEES',
        reference: 'R3',
        amount: -8_550,
        balance: null,
        bank_id: '',
      },
    ],
    left_out: { fees: 0, balances: 0, zero: 1, pending: 1 },
  })
})

it('reads a batch whose payments do not add up to the booking as one line with all descriptions', () => {
  const text = file(`
<Ntry><Amt Ccy="ZAR">300.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-04</Dt></BookgDt><NtryDtls>
<TxDtls><Amt Ccy="ZAR">100.00</Amt><RmtInf><Ustrd>A</Ustrd></RmtInf></TxDtls><TxDtls><RmtInf><Ustrd>B</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`)
  expect(readStatement(text)).toMatchObject({ lines: [{ amount: 30_000, description: 'A B' }] })
})

it.each([
  ['<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry>', /^Entry 1 on line 3 is in EUR\./],
  ['<Ntry><Amt Ccy="ZAR">1.00</Amt></Ntry>', /does not say whether money came in or went out\.$/],
  ['<Ntry><CdtDbtInd>CRDT</CdtDbtInd></Ntry>', /^Entry 1 on line 3: “” is not an amount\.$/],
  ['', 'The camt.053 file holds no entries. Choose another period.'],
  ['<Ntry></Amt></Ntry>', /^Line 3: <\/Amt> has no opening tag\./],
])('rejects a camt.053 statement with the place and the reason: %s', (entries, problem) => {
  expect(readStatement(file(entries))).toEqual({ problem: expect.stringMatching(problem) })
})
