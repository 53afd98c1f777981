import { describe, expect, it } from 'vitest'
import { reasonOf } from '../kit/rule-result.ts'
import { max_at_once } from '../kit/money.ts'
import {
  eftDescription,
  imported_states,
  mayIgnore,
  mayMatch,
  mayReopen,
  namedIn,
  payerOf,
  suggestionOf,
  type Found,
} from './imported-payment.ts'

describe('parsing of bank statement lines', () => {
  it('finds numbers of invoices, payments and quotes in the forms payers write, and words that may be codes', () => {
    expect(
      namedIn({ description: 'FNB OB PMT OVB014 inv 123', reference: 'INV000124/PMT000042 QTE000071' }),
    ).toEqual({
      invoices: [123, 124],
      payments: [42],
      quotes: [71],
      words: expect.arrayContaining(['OVB014', 'INV000124', 'PMT000042']),
    })
  })

  it('reduces a description to the payer’s name, without numbers and common bank words', () => {
    expect(payerOf({ description: 'FNB OB PMT OVERBERG BOOKS 8812' })).toBe('OVERBERG BOOKS')
    expect(payerOf({ description: 'EFT 12345' })).toBe('')
  })

  it.each([
    [[], null],
    [
      [
        ['likely', 1],
        ['possible', 2],
      ],
      1,
    ],
    [
      [
        ['exact', 1],
        ['exact', 1],
        ['likely', 2],
      ],
      1,
    ],
    [
      [
        ['exact', 1],
        ['exact', 2],
        ['likely', 1],
      ],
      null,
    ],
    [[['possible', 7]], 7],
  ] as const)('%j suggests %o', (found, accountId) => {
    const all = found.map(([confidence, id]): Found => ({ confidence, account_id: id, reason: '' }))
    expect(suggestionOf(all)?.account_id ?? null).toBe(accountId)
  })
})

describe('matching rules', () => {
  const open = { state: 'unmatched' as const, amount: 10_000 }
  const part = (accountId: number, amount: number) => ({ account_id: accountId, amount })
  it.each([
    [open, [part(1, 10_000)], null],
    [open, [part(1, 4_000), part(2, 6_000)], null],
    [{ ...open, state: 'suggested' as const }, [part(1, 10_000)], null],
    [open, [part(1, 9_999)], 'The parts add up to R 99.99, the payment is R 100.00. Correct the amounts.'],
    [
      { ...open, amount: max_at_once + 1 },
      [part(1, max_at_once), part(2, 1)],
      'This payment is R 100,000,000.01, but a posting must be at most R 100,000,000.00. Ask your bank about it, or ignore it.',
    ],
    [open, [part(1, 10_000), part(2, 0)], 'Every part must be more than R 0.00.'],
    [open, [part(1, 5_000), part(1, 5_000)], 'An account is listed twice. Combine its parts.'],
    [
      { ...open, state: 'split' as const },
      [part(1, 10_000)],
      'This payment is already matched. Undo the match first.',
    ],
    [
      { ...open, state: 'possible-duplicate' as const },
      [part(1, 10_000)],
      'This payment may have been imported before. Confirm that it is another payment, or ignore it.',
    ],
    [{ ...open, state: 'ignored' as const }, [part(1, 10_000)], 'This payment is ignored. Reopen it first.'],
  ])('%o with parts %o gives %o', (payment, parts, reason) => {
    expect(reasonOf(mayMatch(payment, parts))).toBe(reason)
  })

  it('allows reopening of matched, split, ignored and possible-duplicate payments, and ignoring of open ones and possible duplicates', () => {
    expect(
      imported_states.map((state) => [state, mayReopen({ state }) === true, mayIgnore({ state }) === true]),
    ).toEqual([
      ['unmatched', false, true],
      ['suggested', false, true],
      ['possible-duplicate', true, true],
      ['matched', true, false],
      ['split', true, false],
      ['ignored', true, false],
    ])
  })
})

it('builds the ledger description from the reference or the bank description, with EFT in front once', () => {
  const text = (reference: string, description = 'CAPITEC P MOKOENA') =>
    eftDescription({ reference, description })
  expect(text('EFT INV000045')).toBe('EFT INV000045')
  expect(text('eft 45')).toBe('eft 45')
  expect(text('INV000045')).toBe('EFT INV000045')
  expect(text('')).toBe('EFT CAPITEC P MOKOENA')
})
