import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterEach, describe, expect, it } from 'vitest'
import { testRuntime } from '../../../dev/test-kit/runtime.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { booking, newProvider, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { expireUnpaid } from '../index.ts'

afterEach(async () => (await testRuntime()).setNow(null))

async function inDays(p: TestProvider, days: number): Promise<void> {
  p.runtime.setNow(new Date(Date.now() + days * 86_400_000))
  await expireUnpaid(await jobOf(p))
}

async function waiting(p: TestProvider) {
  const staff = await p.staff()
  const { id: accountId } = await p.given.account()
  const quote = await staff.send(shipmentsApi.create, {
    ...booking({ account_id: accountId }),
    save_as: 'quote',
  })
  const unpaid = await p.given.shipment({ status: 'payment-pending' })
  const failed = await p.given.shipment({ status: 'payment-failed' })
  const booked = await p.given.shipment()
  const statuses = async () =>
    Promise.all(
      [quote, unpaid, failed, booked].map(
        async ({ id }) => (await staff.send(shipmentsApi.detail, { id })).shipment.status,
      ),
    )
  return { staff, statuses }
}

const all_expired = ['quote-expired', 'quote-expired', 'quote-expired', 'collection-unassigned']

describe('expiry of quotes and unpaid shipments', () => {
  it('[SET-074] [RATE-021] expires quotes, unpaid shipments and failed payments after 30 days, but not bookings', async () => {
    const p = await newProvider()
    const { statuses } = await waiting(p)
    await inDays(p, 29)
    expect(await statuses()).toEqual(['quote', 'payment-pending', 'payment-failed', 'collection-unassigned'])
    await inDays(p, 31)
    expect(await statuses()).toEqual(all_expired)
    await inDays(p, 32)
    expect(await statuses()).toEqual(all_expired)
  })

  it('[SET-074] expires them after the validity period that the company has set', async () => {
    const p = await newProvider()
    const { staff, statuses } = await waiting(p)
    await staff.send(settingsApi.save, { settings: [{ key: 'payment_pending_validity_period', value: 3 }] })
    await inDays(p, 4)
    expect(await statuses()).toEqual(all_expired)
  })
})
