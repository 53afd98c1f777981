import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import {
  postable_types,
  transaction_types,
  type TransactionTypeName,
} from '@waybill/domain/billing/transaction-types'
import { Problem } from '@waybill/domain/kit/problem'
import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { newProvider, ApiError } from '../../../dev/test-kit/provider.ts'
import { enterStatus, lockShipment } from '../../shipments/index.ts'

/**
 * Returns a generator of pseudo-random numbers from 0 up to below 1; the same seed gives the same numbers
 * (mulberry32).
 */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

it.each([7, 2026])(
  'keeps the ledger invariants through random sequences of actions (seed %i)',
  async (seed) => {
    const p = await newProvider({ rates_round_total_to: 0 })
    let staff = await p.user(role_ids.system_administrator)
    const roll = dice(seed)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(roll() * items.length)] as Item
    const accounts = [
      await p.given.account({ account_type: 'prepaid', balance: 200_000 }),
      await p.given.account({ invoice_frequency: 'shipment' }),
      await p.given.account(),
    ].map((account) => account.id)
    await staff.send(accountsApi.change, { id: accounts[2], invoice_allocation_method: 'manual' })
    const shipments: number[] = []
    const isPostable = (type: TransactionTypeName | null) => type !== null && postable_types.includes(type)
    const undoable = async () =>
      (await staff.send(billingApi.transactions, { limit: 1000 })).transactions.filter(
        (row) => !row.has_been_reversed && isPostable(transaction_types[row.type].reversed_by),
      )

    const steps: (() => Promise<unknown>)[] = [
      async () => shipments.push((await p.given.shipment({ account_id: pick(accounts), by: staff })).id),
      () => staff.send(shipmentsApi.cancel, { id: pick(shipments), message: 'Not needed' }),
      () =>
        p.inTransaction(async (ctx) => {
          const row = await lockShipment(ctx, pick(shipments))
          if (row.status !== 'cancelled')
            await enterStatus(ctx, row, { to: pick(['collected', 'at-hub', 'delivered']) })
        }),
      async () => {
        const { parcels } = await staff.send(shipmentsApi.parcels, { shipment_id: pick(shipments) })
        const [parcel] = parcels as { id: number; shipment_id: number }[]
        const weighed = [
          { id: parcel?.id, actual_weight_kg: 1 + Math.floor(roll() * 30), confirm_measures: true },
        ]
        return staff.send(shipmentsApi.change, { id: parcel?.shipment_id, parcels: weighed })
      },
      () =>
        staff.send(billingApi.post, {
          account_id: pick(accounts),
          type: pick(postable_types),
          amount: 1 + Math.floor(roll() * 40_000),
          description: 'Anything',
        }),
      async () => {
        const rows = await undoable()
        if (rows.length === 0) return
        const row = pick(rows)
        const { reversed_by } = transaction_types[row.type]
        return staff.send(billingApi.post, {
          account_id: row.account_id,
          type: reversed_by ?? 'refund',
          amount: Math.abs(row.amount),
          description: 'Undone',
          reverses_id: row.id,
        })
      },
      () => staff.send(billingApi.runInvoices, {}),
      () => p.settle(),
    ]

    const done = new Map<number, number>()
    for (let step = 0; step < 120; step += 1) {
      const which = step < 4 ? 0 : Math.floor(roll() * steps.length)
      try {
        await steps[which]?.()
        done.set(which, (done.get(which) ?? 0) + 1)
      } catch (error) {
        const isError = error instanceof Problem || (error instanceof ApiError && error.status < 429)
        if (!isError) throw error
      }
      if (step % 10 !== 9) continue
      expect(await p.inTransaction(brokenInvariants), `after step ${step}`).toEqual({})
      // Use another user, so that no user exceeds the rate limit.
      staff = await p.user(role_ids.system_administrator)
    }
    expect([...done.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  },
)
