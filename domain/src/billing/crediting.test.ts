import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditPosting, groupsToReverse, mayCredit, shareOf, uncreditedOf } from './crediting.ts'

const invoice = { total: 34_500, vat: 4_500, zero_rated: 0 }
const nothing = { total: 0, vat: 0, zero_rated: 0 }

describe('credit notes by hand', () => {
  it.each([
    [34_500, 34_500, 34_500, true],
    [34_500, 34_500, 1, true],
    [34_500, 34_500, 34_501, 'invalid'],
    [34_500, 34_500, 0, 'invalid'],
    [24_500, 34_500, 100, 'conflict'],
  ])('of %i left, seen as %i, crediting %i is judged', (uncredited, seen, amount, expected) => {
    const verdict = mayCredit(uncredited, seen, amount)
    expect(verdict === true ? true : verdict.kind).toBe(expected)
  })

  it('has all the VAT of the invoice when everything was credited, however it was divided', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 34_500 }), { maxLength: 8 }),
        fc.integer({ min: 0, max: 4_500 }),
        (amounts, zeroRated) => {
          const whole = { ...invoice, zero_rated: zeroRated }
          let credited = nothing
          const credit = (amount: number) => {
            const share = shareOf(uncreditedOf(whole, credited), amount)
            credited = {
              total: credited.total + share.total,
              vat: credited.vat + share.vat,
              zero_rated: credited.zero_rated + share.zero_rated,
            }
          }
          for (const amount of amounts) credit(Math.min(amount, whole.total - credited.total))
          credit(whole.total - credited.total)
          expect(credited).toEqual(whole)
        },
      ),
    )
  })

  it('posts a credit with the VAT of the invoice, balanced over the ledger', () => {
    const posting = creditPosting({ total: 11_500, vat: 1_000, zero_rated: 500 }, 15)
    expect(posting.entries).toEqual([
      { ledger_account: 'customer-balance', detail: '', amount: 11_500 },
      { ledger_account: 'revenue', detail: 'admin-credit', amount: -10_500 },
      { ledger_account: 'vat-output', detail: '', amount: -1_000 },
    ])
  })

  it('reverses the lines of a shipment together, and all lines together when one group is a credit', () => {
    const line = (id: number, shipmentId: number | null, amount: number) => ({
      id,
      shipment_id: shipmentId,
      amount,
    })
    const ids = (lines: Parameters<typeof line>[]) =>
      groupsToReverse(lines.map((one) => line(...one))).map((group) => group.map(({ id }) => id))
    expect(
      ids([
        [1, 7, -100],
        [2, null, -50],
        [3, 7, 10],
        [4, null, -5],
      ]),
    ).toEqual([[1, 3], [2], [4]])
    expect(
      ids([
        [1, 7, -100],
        [2, 8, 10],
      ]),
    ).toEqual([[1, 2]])
  })
})
