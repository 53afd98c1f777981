import { cashApi } from '@waybill/domain/cash/api'
import type { CollectionMethod } from '@waybill/domain/cash/collecting'
import { role_ids, systemActor, type Actor } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import type { Cents } from '@waybill/domain/kit/money'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { recordCollection } from '../../src/cash/index.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import { asSystem } from '../../src/main/install.ts'
import { lockShipment, updateShipment } from '../../src/shipments/index.ts'
import { callHandler } from '../call-handler.ts'
import type { Demo } from './company.ts'

/** Money of the newest deliveries. The driver has handed in what is `counted`. */
const collections: readonly { amount: Cents; method: CollectionMethod; counted: boolean }[] = [
  { amount: 450_00, method: 'cash', counted: true },
  { amount: 1_250_00, method: 'card-machine', counted: true },
  { amount: 320_00, method: 'cash', counted: true },
  { amount: 780_00, method: 'cash', counted: false },
]

/** Records money for deliveries, a confirmed count, cash that a driver still holds, and a payout to one sender. */
export async function makeCash(runtime: Runtime, demo: Demo): Promise<void> {
  const quiet = {
    ...runtime,
    subscribers: runtime.subscribers.filter(({ when }) => when === 'same transaction'),
  }
  const person = (username: string, name: string, more: Partial<Actor> = {}): Actor => ({
    ...systemActor(demo.provider_id),
    kind: 'user',
    username,
    name,
    permissions: ['*'],
    ...more,
  })
  const office = person('kavitha', 'Kavitha Naidoo')
  const driver = person('sipho', 'Sipho Dlamini', { role_id: role_ids.driver })
  const { shipments } = await callHandler(quiet, office, shipmentsApi.rows, {
    ...({} as Input<typeof shipmentsApi.rows>),
    status: ['delivered'],
    limit: 60,
  })
  const known = new Set(demo.accounts.map(({ id }) => id))
  const delivered = shipments.filter(({ account_id }) => known.has(account_id)).slice(-collections.length)
  const { blocks } = await callHandler(quiet, driver, cashApi.reserveNumbers, {})
  const first = blocks[0]?.first_number ?? 0
  for (const [at, { amount, method, counted }] of collections.entries()) {
    const shipment = delivered[at]
    if (!shipment) return
    if (!counted) await handIn(quiet, driver, office, 770_00)
    await asSystem(quiet, demo.provider_id, async (ctx) => {
      await updateShipment(ctx, shipment.id, { cod_amount: amount })
      const row = await lockShipment(ctx, shipment.id)
      const taken = {
        receipt_number: first + at,
        method,
        amount,
        ...(method === 'card-machine' ? { slip_reference: `AP-${1041 + at}` } : {}),
      }
      await recordCollection({ ...ctx, actor: driver }, row, taken, {
        at: row.delivered_date ?? ctx.now,
        refusal: '',
      })
    })
  }
  const { payables } = await callHandler(quiet, office, cashApi.payables, {})
  const [owed] = payables.filter(({ ready }) => ready > 0)
  if (owed)
    await callHandler(quiet, office, cashApi.remit, {
      account_id: owed.account_id,
      collected: owed.ready,
      bank_reference: 'FYNBOS COD 0001',
    })
}

async function handIn(runtime: Runtime, driver: Actor, office: Actor, expected: Cents): Promise<void> {
  const { id } = await callHandler(runtime, driver, cashApi.cashUp, {
    kind: 'driver',
    expected,
    denominations: { 20000: 3, 10000: 1, 5000: 1, 2000: 1 },
  })
  await callHandler(runtime, office, cashApi.decide, { id, is_confirmed: true })
}
