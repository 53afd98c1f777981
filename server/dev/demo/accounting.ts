import { accountingApi } from '@waybill/domain/accounting/api'
import { systemActor } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { callHandler } from '../call-handler.ts'
import { fakeAccountingPort } from '../fakes/accounting/port.ts'
import type { FakeXero } from '../fakes/accounting/xero.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import type { Demo } from './company.ts'

/** The chart of accounts of the demo company. */
const chart: readonly (readonly [place: string, code: string])[] = [
  ['customer-balance', '8000'],
  ['revenue', '1000'],
  ['revenue:surcharge', '1010'],
  ['revenue:rate_adjustment', '1020'],
  ['vat-output', '9500'],
  ['vat-input', '9510'],
  ['bank-clearing', '8400'],
  ['gateway-clearing:payfast', '8410'],
  ['gateway-clearing:bobpay', '8420'],
  ['gateway-clearing:stitch', '8430'],
  ['gateway-fee', '3200'],
  ['promotional', '3100'],
  ['bad-debt', '3300'],
  ['rounding', '3900'],
  ['suspense', '9990'],
  ['unearned', '9400'],
]

/**
 * Fills the chart of accounts, exports the documents of the last 60 days for Xero, and connects the fake Xero where it
 * is running.
 */
export async function makeAccounting(runtime: Runtime, demo: Demo): Promise<void> {
  const staff = { ...systemActor(demo.provider_id), username: 'thandi' }
  const now = runtime.clock()
  await callHandler(runtime, staff, accountingApi.saveChart, {
    rows: chart.map(([place, code]) => ({ place, code })),
  })
  const fake = runtime.adapters.get(fakeAccountingPort.name) as { xero: FakeXero } | undefined
  if (fake) {
    const { tenant, ...client } = fake.xero.client
    await callHandler(runtime, staff, accountingApi.connect, {
      system: 'xero',
      organisation: tenant,
      ...client,
    })
  }
  await callHandler(runtime, staff, accountingApi.create, {
    format: 'xero',
    start_date: dayOf(new Date(now.getTime() - 60 * day_ms)),
    end_date: dayOf(new Date(now.getTime() - day_ms)),
  })
}
