import { describe, expect, it } from 'vitest'
import { affords, type Funds } from '../accounts/affordability.ts'

const prepaid = (balance: number): Funds => ({ account_type: 'prepaid', balance, credit_limit: 0 })
const postpaid = (balance: number): Funds => ({ account_type: 'postpaid', balance, credit_limit: 500_00 })
const guest = (balance: number): Funds => ({ account_type: 'guest', balance, credit_limit: 500_00 })

type Case = [account: Funds, rate: number, can: boolean]

describe('paying from the balance', () => {
  it.each<Case>([
    [prepaid(100_00), 100_00, true],
    [prepaid(99_99), 100_00, false],
    [{ ...prepaid(0), credit_limit: 500_00 }, 1, false],
  ])('[PAY-033] limits a prepaid account to its balance: %o can pay %d cents: %s', (account, rate, can) => {
    expect(affords(account, rate)).toBe(can)
  })

  it.each<Case>([
    [postpaid(0), 500_00, true],
    [postpaid(0), 500_01, false],
    [postpaid(-400_00), 100_00, true],
    [postpaid(-400_00), 100_01, false],
    [postpaid(100_00), 600_00, true],
  ])(
    '[PAY-034] limits a postpaid account to its credit limit: %o can pay %d cents: %s',
    (account, rate, can) => {
      expect(affords(account, rate)).toBe(can)
    },
  )

  it('[PAY-035] does not let a guest account pay from its balance', () => {
    expect(affords(guest(1_000_00), 1)).toBe(false)
  })
})
