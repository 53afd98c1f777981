import { expect, it } from 'vitest'
import { affords, type Funds } from '../accounts/affordability.ts'

const prepaid = (balance: number): Funds => ({ account_type: 'prepaid', balance, credit_limit: 0 })
const postpaid = (balance: number): Funds => ({ account_type: 'postpaid', balance, credit_limit: 500_00 })
const guest = (balance: number): Funds => ({ account_type: 'guest', balance, credit_limit: 500_00 })

it.each([
  ['PAY-033', prepaid(100_00), 100_00, true],
  ['PAY-033', prepaid(99_99), 100_00, false],
  ['PAY-033', { ...prepaid(0), credit_limit: 500_00 }, 1, false],
  ['PAY-034', postpaid(0), 500_00, true],
  ['PAY-034', postpaid(0), 500_01, false],
  ['PAY-034', postpaid(-400_00), 100_00, true],
  ['PAY-034', postpaid(-400_00), 100_01, false],
  ['PAY-034', postpaid(100_00), 600_00, true],
] as const)('[%s] %o pays %d cents: %s', (_, account, rate, can) => {
  expect(affords(account, rate)).toBe(can)
})

it('a guest account pays nothing from a balance', () => {
  expect(affords(guest(1_000_00), 1)).toBe(false)
})
