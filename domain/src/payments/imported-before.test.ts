import { describe, expect, it } from 'vitest'
import { recognise, type StatementPayment } from './imported-before.ts'

const line = (more: Partial<StatementPayment> = {}): StatementPayment => ({
  bank_account: 'FNB cheque',
  bank_date: '2026-11-03',
  amount: 10_000,
  description: 'OVERBERG',
  reference: '',
  balance: null,
  bank_id: '',
  ...more,
})
const before = (...lines: readonly Partial<StatementPayment>[]) =>
  lines.map((more, at) => ({ ...line(more), id: at + 1 }))
const first = (payment: Partial<StatementPayment>, stored: Partial<StatementPayment>) =>
  recognise([line(payment)], before(stored))[0]

describe('recognition of payments imported before', () => {
  it.each<[string, Partial<StatementPayment>, Partial<StatementPayment>, string]>([
    ['with the same words', {}, {}, 'known'],
    ['on an account whose name is typed differently', { bank_account: ' fnb  CHEQUE' }, {}, 'known'],
    ['on an account that nobody named', { bank_account: '' }, {}, 'known'],
    [
      'with the same running balance and other words',
      { description: 'X', balance: 5 },
      { balance: 5 },
      'known',
    ],
    ['with the same id and other words', { description: 'X', bank_id: 'A7' }, { bank_id: 'A7' }, 'known'],
    [
      'with the id that was stored as reference',
      { description: 'X', bank_id: 'A7' },
      { reference: 'A7' },
      'known',
    ],
    ['with other words', { description: 'X' }, {}, 'possible'],
    ['with another running balance', { balance: 5 }, { balance: 6 }, 'possible'],
    ['with another id of the bank', { bank_id: 'A7' }, { bank_id: 'A8' }, 'possible'],
    [
      'with the same id on another day',
      { bank_id: 'A7', bank_date: '2026-11-04' },
      { bank_id: 'A7' },
      'possible',
    ],
    ['with the same words on another account', { bank_account: 'Absa' }, {}, 'possible'],
    ['with other words on another account', { bank_account: 'Absa', description: 'X' }, {}, 'new'],
    ['on another day', { bank_date: '2026-11-04' }, {}, 'new'],
    ['of another amount', { amount: 10_001 }, {}, 'new'],
  ])('recognises a payment %s: %j after %j', (_, payment, stored, as) => {
    expect(first(payment, stored)?.as).toBe(as)
  })

  it('matches each earlier payment to one line only, in order', () => {
    expect(recognise([line(), line(), line()], before({}, {}))).toEqual([
      { as: 'known', id: 1 },
      { as: 'known', id: 2 },
      { as: 'new' },
    ])
    const balances = [{ balance: 1 }, { balance: 2 }]
    expect(
      recognise(
        balances.map((more) => line({ ...more, description: 'X' })),
        before(...balances),
      ),
    ).toEqual([
      { as: 'known', id: 1 },
      { as: 'known', id: 2 },
    ])
  })

  it('treats a line as new when the only earlier payment of its date and amount matches another line of the file', () => {
    expect(recognise([line(), line({ description: 'KAROO' })], before({}))).toEqual([
      { as: 'known', id: 1 },
      { as: 'new' },
    ])
  })

  it('leaves lines undecided while no line matches the earlier payment of their date and amount', () => {
    const two = [line({ description: 'A' }), line({ description: 'B' })]
    expect(recognise(two, before({}))).toEqual([
      { as: 'possible', id: 1 },
      { as: 'possible', id: 1 },
    ])
  })

  it('recognises 5000 identical payments', () => {
    const many = Array.from({ length: 5_000 }, () => ({}))
    const answers = recognise(many.map(line), before(...many))
    expect(answers.every(({ as }, at) => as === 'known' && at < many.length)).toBe(true)
  })
})
