import { billingApi } from '@waybill/domain/billing/api'
import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import { lastMonthEnd } from '@waybill/domain/billing/month-end'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { systemActor } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'
import type { Cents } from '@waybill/domain/kit/money'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { deliverableInvoice, issueInvoices, queueDocuments, settleDelivery } from '../../src/billing/index.ts'
import { externalContext } from '../../src/db/transaction.ts'
import { jobFacts } from '../../src/jobs/outbox.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import { asSystem } from '../../src/main/install.ts'
import { callHandler } from '../call-handler.ts'
import { bookingOf } from './booking.ts'
import type { Demo } from './company.ts'
import { SeededRandom } from './seeded-random.ts'

/** Storage of last month in cents, for the postpaid accounts in their order. The smallest is below the minimum. */
const storage: readonly Cents[] = [345_00, 690_00, 1_150_00, 18_00]
/** Shipments that were booked last month and never handed over. */
const never_collected = 2

/**
 * Gives last month something to close: storage to invoice, charges that are left out, and an invoice whose e-mail
 * came back. Sends no messages.
 */
export async function makeMonthEnd(runtime: Runtime, demo: Demo): Promise<void> {
  const lastDay = startOfDay(lastMonthEnd(runtime.clock()))
  const at = { moment: new Date(lastDay.getTime() - 6 * day_ms + 10 * hour_ms) }
  const quiet: Runtime = {
    ...runtime,
    clock: () => at.moment,
    subscribers: runtime.subscribers.filter(({ when }) => when === 'same transaction'),
  }
  const finance = { ...systemActor(demo.provider_id), username: 'kavitha', name: 'Kavitha Naidoo' }
  const accounts = demo.accounts.filter(({ type }) => type === 'postpaid')
  const [invoiced] = accounts
  if (!invoiced) throw new Error('The demonstration company has no postpaid account.')
  const store = (accountId: number, amount: Cents) =>
    callHandler(quiet, finance, billingApi.post, {
      account_id: accountId,
      type: 'admin-debit',
      amount,
      description: 'Storage of pallets',
    })
  await store(invoiced.id, 230_00)
  const ctx = await externalContext(quiet, { actor: finance, request: jobFacts(quiet, 'demo') })
  const [invoiceId = 0] = await issueInvoices(ctx, { account_id: invoiced.id, up_to: at.moment })
  await asSystem(quiet, demo.provider_id, async (tx) => {
    await queueDocuments(tx, [deliverableInvoice({ id: invoiceId, account_id: invoiced.id })])
  })
  const { deliveries } = await callHandler(quiet, finance, deliveriesApi.list, {
    ...({} as Input<typeof deliveriesApi.list>),
    invoice_id: invoiceId,
  })
  const failed = { state: 'failed', message_id: null, error: 'The mailbox is full (452 4.2.2).' } as const
  await asSystem(quiet, demo.provider_id, async (tx) => {
    for (const { id } of deliveries) await settleDelivery(tx, id, failed)
  })
  at.moment = new Date(lastDay.getTime() + 9 * hour_ms)
  for (const [index, amount] of storage.entries()) await store(accounts[index]?.id ?? invoiced.id, amount)
  const chance = new SeededRandom(20_261_130)
  for (let index = 0; index < never_collected; index += 1)
    await callHandler(quiet, finance, shipmentsApi.create, bookingOf(chance, invoiced, index, null))
}
