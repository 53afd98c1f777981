import { costsApi, payApi } from '@waybill/domain/costs/api'
import { identityApi } from '@waybill/domain/identity/api'
import { systemActor } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { callHandler } from '../call-handler.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import type { Demo } from './company.ts'
import { demo_staff } from './people.ts'

/** Amounts in cents that the partner charges for the newest shipments. */
const partner_amounts = [64_50, 48_00, 112_25] as const

/** Gives the drivers a pay plan, pays their first statements, prepares the next ones, and imports a partner's bill. */
export async function makeCosts(runtime: Runtime, demo: Demo): Promise<void> {
  const system = systemActor(demo.provider_id)
  const finance = { ...system, username: 'kavitha', name: 'Kavitha Naidoo' }
  const today = dayOf(runtime.clock())
  await callHandler(runtime, finance, payApi.createPlan, {
    name: 'Bakkie, per stop',
    valid_from: dayAfter(today, -60),
    rules: {
      per_stop: 18_00,
      per_kg: 50,
      zones: [],
      bonus_from_stops: 40,
      bonus: 150_00,
    },
  })
  for (const { username } of demo_staff.filter(({ role }) => role === 'driver')) {
    const { users } = await callHandler(runtime, system, identityApi.users, { username, limit: 1 })
    const [user] = users
    if (!user) throw new Error(`The demonstration has no driver ${username}.`)
    const driver = { pay_plan: 'Bakkie, per stop', pay_plan_from: dayAfter(today, -60) }
    await callHandler(runtime, system, identityApi.changeUser, { id: user.id, driver })
  }
  await callHandler(runtime, finance, payApi.prepare, { from: dayAfter(today, -35), to: dayAfter(today, -8) })
  const { pay_statements: drafts } = await callHandler(runtime, system, payApi.statements, {})
  for (const [at, { id, version }] of drafts.entries()) {
    const approved = await callHandler(runtime, system, payApi.approve, { id, version })
    if (at > 0)
      await callHandler(runtime, finance, payApi.pay, {
        id,
        version: approved.version,
        payment_reference: `EFT ${1040 + at}`,
      })
  }
  await callHandler(runtime, finance, payApi.prepare, { from: dayAfter(today, -7), to: dayAfter(today, -1) })
  const { shipments } = await callHandler(runtime, system, shipmentsApi.list, {
    limit: partner_amounts.length,
  })
  await callHandler(runtime, finance, costsApi.importBill, {
    partner: 'Karoo Air Cargo',
    bill_number: 'KAC-20881',
    bill_date: dayAfter(today, -2),
    lines: [
      ...shipments.map(({ short_tracking_reference: reference }, at) => ({
        reference,
        amount: partner_amounts[at] ?? 50_00,
        leg: 'line-haul' as const,
      })),
      { reference: 'KAC 771 0042', amount: 39_90, leg: 'line-haul' as const },
    ],
  })
}
