import { billingApi } from '@waybill/domain/billing/api'
import { collectionsApi } from '@waybill/domain/collections/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { paymentsApi } from '@waybill/domain/payments/api'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { ratesApi } from '@waybill/domain/rates/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { expect, it } from 'vitest'
import { booking, newProvider } from '../dev/test-kit/provider.ts'

it('[SHELL-001] staff, drivers, customers and guests work with the same shipments, collections, payments and invoices', async () => {
  const p = await newProvider()
  const { id: accountId } = await p.given.account()
  const [staff, customer, driver] = [await p.staff(), await p.owner(accountId), await p.driver()]

  const { collection_address, delivery_address, parcels } = booking()
  const offers = await p.guest().send(ratesApi.price, { collection_address, delivery_address, parcels })
  expect(offers.rates.length).toBeGreaterThan(0)

  const shipment = await customer.send(shipmentsApi.create, booking())
  const { shipments } = await staff.send(shipmentsApi.rows, {})
  expect(shipments.map(({ id }) => id)).toContain(shipment.id)
  const described = {
    id: shipment.id,
    parcels: [{ id: shipment.parcels[0]?.id, parcel_description: 'Atlases' }],
  }
  const changed = await customer.send(shipmentsApi.changeParcels, described)
  expect(changed.parcels[0]?.parcel_description).toBe('Atlases')

  await staff.send(driversApi.assign, {
    shipment_ids: [shipment.id],
    leg: 'collection',
    username: driver.username,
  })
  const sheet = await driver.send(driversApi.tripSheet, { date: shipment.collection_min_date })
  expect(sheet.stops.flatMap((stop) => stop.shipments.map((one) => one.shipment_id))).toContain(shipment.id)

  const request = await customer.send(collectionsApi.create, {
    address: { ...booking().collection_address } as never,
    contact: { name: 'Riaan Jooste', mobile_number: '0215550142' },
  })
  const requests = await staff.send(collectionsApi.list, {})
  expect(requests.collection_requests.map(({ id }) => id)).toContain(request.id)

  expect((await customer.send(pickupPointsApi.list, {})).count).toBe(0)
  expect((await customer.send(paymentsApi.ways, { purpose: 'topup' })).minimum).toBe(500)

  await staff.send(billingApi.post, {
    account_id: accountId,
    type: 'payment',
    amount: 20_000,
    description: 'EFT',
  })
  await staff.send(billingApi.post, {
    account_id: accountId,
    type: 'admin-debit',
    amount: 5_000,
    description: 'Packing',
  })
  await staff.send(billingApi.runInvoices, { account_id: accountId })
  const invoices = await customer.send(billingApi.invoices, {})
  expect(invoices.invoices).toMatchObject([{ account_id: accountId, status: 'paid' }])
})
