import { postable_types, transaction_types } from '@waybill/domain/billing/transaction-types'
import { systemActor } from '@waybill/domain/kit/actor'
import { describe, expect, it } from 'vitest'
import { postableBy } from './PostTransactionDialog.tsx'

const clerk = (permissions: readonly string[]) => ({ ...systemActor(1), role_id: 11, permissions })

describe('transaction types offered for manual posting', () => {
  it('[PERM-038] [PERM-039] [PERM-040] [PERM-041] [PERM-042] [PERM-043] [PERM-044] [PERM-045] [PERM-046] [PERM-047] [PERM-048] [PERM-049] offers each type only to staff with the permission of that type and of the endpoint', () => {
    expect(postable_types).toHaveLength(12)
    for (const type of postable_types) {
      const right = `INLINE_transaction_${type.replaceAll('-', '_')}`
      expect(transaction_types[type].permission).toBe(right)
      expect(postableBy(clerk(['API_/billing/*', right]))).toEqual([type])
      expect(postableBy(clerk([right]))).toEqual([])
    }
    expect(postableBy({ ...clerk(['*']), account_id: 7 })).toEqual([])
  })
})
