import { describe, expect, it } from 'vitest'
import { holdWarning, promiseState, reminderStep } from './credit-control.ts'

describe('promises to pay', () => {
  const promise = { amount: 50_000, promised_date: '2026-03-20', time_withdrawn: null }
  it.each([
    [0, '2026-03-20', 'running'],
    [49_999, '2026-03-20', 'running'],
    [50_000, '2026-03-11', 'kept'],
    [50_000, '2026-04-20', 'kept'],
    [49_999, '2026-03-21', 'broken'],
  ])('with %i cents paid is on %s %s', (paid, today, state) => {
    expect(promiseState(promise, paid, today)).toBe(state)
  })

  it('is withdrawn whatever was paid', () => {
    expect(promiseState({ ...promise, time_withdrawn: new Date(0) }, 50_000, '2026-03-11')).toBe('withdrawn')
  })
})

describe('reminder ladder', () => {
  const days = [3, 10, 20, 30]
  it.each([
    [2, [], null],
    [3, [], 1],
    [4, [1], null],
    [10, [1], 2],
    [35, [], 4],
    [35, [4], null],
    [20, [1, 4], null],
  ] as const)('%i days overdue after the steps %j sends step %s', (overdue, sent, step) => {
    expect(reminderStep(overdue, sent, days)).toBe(step)
  })

  it('leaves out a step with 0 days', () => {
    expect(reminderStep(12, [1], [3, 0, 20, 30])).toBeNull()
  })
})

describe('warnings before an automatic hold', () => {
  const account = {
    account_type: 'postpaid',
    balance: 0,
    credit_limit: 100_000,
    disable_auto_hold: false,
    temp_disable_auto_hold: false,
    disable_account_in_arrears_checks: false,
    oldest_days_overdue: 0,
  } as const
  const settings = { auto_hold_enabled: true, auto_hold_days_overdue: 7, auto_hold_limit_percentage: 100 }
  const warn = (oldest: number | null, more: object = {}, warningDays = 3) =>
    holdWarning(
      { ...account, oldest_days_overdue: Math.max(0, oldest ?? 0), ...more },
      settings,
      oldest,
      warningDays,
    )

  it.each([
    [3, null],
    [4, 'hold-soon'],
    [6, 'hold-soon'],
    [7, 'hold-today'],
    [8, null],
    [null, null],
  ] as const)('of an account whose oldest invoice is %s days overdue is %s', (oldest, warning) => {
    expect(warn(oldest)).toBe(warning)
  })

  it.each([
    [-79_999, null],
    [-80_000, 'near-limit'],
    [-100_000, 'near-limit'],
    [-100_001, null],
  ] as const)('with a balance of %i cents and a limit of R 1 000.00 is %s', (balance, warning) => {
    expect(warn(null, { balance })).toBe(warning)
  })

  it('is sent neither to exempt accounts nor with 0 days', () => {
    expect(warn(7, { disable_auto_hold: true })).toBeNull()
    expect(warn(7, { account_type: 'prepaid' })).toBeNull()
    expect(warn(7, {}, 0)).toBeNull()
  })
})
