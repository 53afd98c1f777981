import { describe, expect, it } from 'vitest'
import { postingOf } from './posting.ts'
import { deferred, heldByKind, ledgerName, ledgerPlace, recognitionOf } from './recognition.ts'

const charge = postingOf({
  type: 'shipping-charge',
  amount: 11138,
  vat_percentage: 15,
  zero_rated: 0,
  by_kind: [
    { kind: 'base', amount: 9900 },
    { kind: 'rate_adjustment', amount: 1238 },
  ],
  gateway: '',
})
const sum = (entries: readonly { amount: number }[]) => entries.reduce((total, one) => total + one.amount, 0)
const places = (entries: readonly { ledger_account: string }[]) => [
  ...new Set(entries.map((one) => one.ledger_account)),
]

describe('deferred shipping charge', () => {
  it('posts to the customer balance at once and holds revenue and VAT on unearned', () => {
    const { entries } = deferred(charge)
    expect(places(entries)).toEqual(['customer-balance', 'unearned'])
    expect(sum(entries)).toBe(0)
  })

  it('results in the same entries as an undeferred charge once it is recognised', () => {
    const booked = deferred(charge).entries
    const earned = recognitionOf(booked)
    expect(sum(earned)).toBe(0)
    const after = new Map<string, number>()
    for (const entry of [...booked, ...earned])
      after.set(ledgerName(entry), (after.get(ledgerName(entry)) ?? 0) + entry.amount)
    expect(Object.fromEntries([...after].filter(([, amount]) => amount !== 0))).toEqual(
      Object.fromEntries(charge.entries.map((entry) => [ledgerName(entry), entry.amount])),
    )
  })

  it('is recognised only once', () => {
    const booked = deferred(charge).entries
    expect(recognitionOf([...booked, ...recognitionOf(booked)])).toEqual([])
    expect(recognitionOf(charge.entries)).toEqual([])
  })

  it('returns the same amounts by kind before and after recognition', () => {
    const booked = deferred(charge).entries
    const held = heldByKind([...booked, ...recognitionOf(booked)])
    expect(heldByKind(booked)).toEqual(heldByKind(charge.entries))
    expect([...held.values()].reduce((total, amount) => total + amount, 0)).toBe(9685)
  })

  it('converts the ledger account of an entry to its stored name and back', () => {
    for (const entry of [...charge.entries, ...deferred(charge).entries])
      expect(ledgerPlace(ledgerName(entry))).toEqual({
        ledger_account: entry.ledger_account,
        detail: entry.detail,
      })
  })
})
