import { describe, expect, it } from 'vitest'
import { receivablesApi } from '../billing/receivables-api.ts'
import { cashApi } from '../cash/api.ts'
import { claimsApi } from '../claims/api.ts'
import { payApi } from '../costs/api.ts'
import type { ApprovableAction } from '../kit/calls/approval.ts'
import { moveInApi } from '../move-in/api.ts'
import { doesAsApproved, mayDecide, needsApproval } from './approval.ts'
import type { ApprovalState } from './model.ts'

const action: ApprovableAction = { kind: 'refund', amount: 200_00, account_id: 7, description: 'Paid twice' }

it.each<[Partial<ApprovableAction>, boolean]>([
  [{ amount: 100_00 }, false],
  [{ amount: 100_01 }, true],
  [{ amount: null }, true],
  [{ kind: 'claim', amount: 50_00 }, false],
  [{ kind: 'bank-details', amount: 1 }, true],
  [{ kind: 'controls', amount: 1 }, true],
  [{ has_second_person: true }, false],
  [{ has_second_person: false }, true],
])('above R 100.00 needs approval of %j: %s', (changed, expected) => {
  expect(needsApproval({ ...action, ...changed }, { isOn: true, above: 100_00 })).toBe(expected)
  expect(needsApproval({ ...action, ...changed }, { isOn: false, above: 100_00 })).toBe(false)
})

it.each<[Parameters<typeof mayDecide>[0], ApprovalState, boolean, boolean]>([
  ['approve', 'pending', false, true],
  ['approve', 'pending', true, false],
  ['reject', 'pending', true, false],
  ['withdraw', 'pending', true, true],
  ['withdraw', 'pending', false, false],
  ['approve', 'applied', false, false],
  ['approve', 'expired', false, false],
  ['withdraw', 'withdrawn', true, false],
])('may %s what is %s and own (%s): %s', (decision, state, isOwn, expected) => {
  expect(mayDecide(decision, { state, isOwn, mayCall: true }) === true).toBe(expected)
  if (decision !== 'withdraw') expect(mayDecide(decision, { state, isOwn, mayCall: false })).not.toBe(true)
})

it.each<[Partial<ApprovableAction> | null, boolean]>([
  [{}, true],
  [{ has_second_person: true }, true],
  [{ amount: 200_01 }, false],
  [{ account_id: 8 }, false],
  [{ kind: 'payout' }, false],
  [{ description: 'Another' }, false],
  [null, false],
])('a call that would do %j does what was approved: %s', (changed, expected) => {
  const done = changed && { ...action, ...changed }
  expect(doesAsApproved(action, done) === true).toBe(expected)
})

/** An output with the fields that an action is described by. */
const tried = <Output>(some: Partial<Output>): Output => some as Output

describe('what is approved is what the call was tried to do', () => {
  it.each<[string, ApprovableAction | null | undefined, Partial<ApprovableAction> | null]>([
    [
      'a credit note, also one that voids an invoice',
      receivablesApi.credit.approval?.(
        { invoice_id: 4, uncredited: 90_00, reason: 'Wrong price', is_void: true },
        tried({ total: 90_00, account_id: 7, invoice_display_id: 'INV000012' }),
      ),
      {
        kind: 'credit',
        amount: 90_00,
        account_id: 7,
        description: 'Void invoice INV000012 by R 90.00: Wrong price',
      },
    ],
    [
      'a claim paid to a bank account',
      claimsApi.move.approval?.(
        { id: 1, version: 1, to: 'paid' },
        tried({
          display_id: 'CLM000001',
          approved_amount: 80_00,
          account_id: 7,
          pay_by: 'bank',
          bank_details: 'FNB 62',
        }),
      ),
      {
        kind: 'claim',
        amount: 80_00,
        account_id: 7,
        description: 'Pay claim CLM000001: R 80.00 by bank to FNB 62',
      },
    ],
    ['a claim that is not paid', claimsApi.move.approval?.({ id: 1, version: 1, to: 'in-review' }), null],
    [
      'a payout of collected money, less the fee',
      cashApi.remit.approval?.(
        { account_id: 7, collected: 100_00, bank_reference: 'EFT 7' },
        tried({ paid: 95_00, fee: 5_00, account_id: 7 }),
      ),
      { kind: 'payout', amount: 95_00, account_id: 7 },
    ],
    [
      'pay of a driver by the person who approved it',
      payApi.pay.approval?.(
        { id: 1, version: 1, payment_reference: 'EFT 1' },
        tried({ total: 500_00, approved_by: 'ann', paid_by: 'ann' }),
      ),
      { kind: 'driver-pay', amount: 500_00, has_second_person: false },
    ],
    [
      'pay of a driver by another person',
      payApi.pay.approval?.(
        { id: 1, version: 1, payment_reference: 'EFT 1' },
        tried({ total: 500_00, approved_by: 'ann', paid_by: 'ben' }),
      ),
      { has_second_person: true },
    ],
    [
      'opening balances of another system',
      moveInApi.start.approval?.({}, tried({ new_total: 900_00 })),
      { kind: 'credit', amount: null, description: 'Start work with opening balances of R 900.00 in all' },
    ],
  ])('%s', (_name, found, expected) => {
    if (expected === null) expect(found).toBeNull()
    else expect(found).toMatchObject(expected)
  })
})
