import { describe, expect, it } from 'vitest'
import { overlappingWords, pagesOf, textOf } from '../../../dev/test-kit/documents/inspect-pdf.ts'
import { sampleStatement } from '../../../dev/test-kit/documents/sample-billing.ts'
import { renderStatement, statementTotals } from './statement.ts'

describe('statement PDF', () => {
  it('prints the running balance from opening to closing', async () => {
    const statement = sampleStatement(5)
    expect(statementTotals(statement)).toEqual({
      total_debits: 55690,
      total_credits: 50000,
      closing_balance: -255690,
    })
    const text = textOf(await renderStatement(statement))
    expect(text).toMatch(/Opening balance\s+-R 2,500\.00/)
    expect(text).toMatch(/KARK7M20\s+R 111\.38\s+-R 2,611\.38/)
    expect(text).toMatch(/Payment\s+PMT000004\s+R 500\.00\s+-R 2,556\.90/)
    expect(text).toMatch(/Closing balance\s+-R 2,556\.90/)
    expect(text).toMatch(/AMOUNT DUE[^]*R 2,556\.90/)
  })

  it('prints the ageing with its total, the bank details and the payment reference', async () => {
    const text = textOf(await renderStatement(sampleStatement(1)))
    expect(text).toMatch(/R 1,200\.00\s+R 800\.00\s+R 400\.00\s+R 0\.00\s+R 50\.00\s+R 2,450\.00/)
    expect(text).toMatch(/90 days\s+Over 90 days\s+Total/i)
    expect(text).toMatch(/Your reference\s+SAM001/)
    expect(text).toContain('62000000001')
  })

  it('states that the balance is in the customer’s favour when the account is in credit', async () => {
    const text = textOf(await renderStatement(sampleStatement(0, { opening_balance: 12000 })))
    expect(text).toContain('IN YOUR FAVOUR')
    expect(text).toContain('R 120.00')
    expect(text).not.toContain('AMOUNT DUE')
  })

  it('prints many pages without losing a row or overlapping text', async () => {
    const pdf = await renderStatement(sampleStatement(400))
    const { count } = pagesOf(pdf)
    const text = textOf(pdf)
    expect(new Set(text.match(/KARK7M2\d+/g)).size).toBe(400)
    expect(text.match(/PMT\d{6}/g)).toHaveLength(80)
    expect(text).toContain(`Page ${count} of ${count}`)
    expect(overlappingWords(pdf)).toEqual([])
  })
})
