import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import { planApi } from '@waybill/domain/drivers/plan'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { expect, it } from 'vitest'
import { caughtMail, caughtSms } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { address, newProvider } from '../../../dev/test-kit/provider.ts'

const sms = caughtSms()
const mail = caughtMail()

it('[DRV-008] notifies each receiver once per attempt that the driver is within the chosen number of stops', async () => {
  const p = await newProvider({ notify_driver_nearby: 1, quiet_hours_from: '00:00', quiet_hours_to: '00:00' })
  sms.take(p)
  mail.take(p)
  p.runtime.setNow(new Date(`${dayOf(new Date())}T07:00:00Z`))
  const staff = await p.staff()
  const driver = await p.driver(undefined, 'JHB')
  const stops: Shipment[] = []
  for (const east of [2, 10, 20]) {
    const shipment = await p.given.shipment({
      status: 'at-destination-hub',
      delivery_address: {
        ...address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
        lat: -26.14,
        lng: 28.21 + east / 100,
      },
    })
    await staff.send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg: 'delivery',
      username: driver.username,
      assign_anyway: true,
    })
    await staff.send(shipmentsApi.change, { id: shipment.id, status: 'out-for-delivery' })
    stops.push(shipment)
  }
  await staff.send(planApi.change, {
    changes: [
      {
        kind: 'order',
        driver: driver.username,
        visits: stops.map(({ id }) => ({ leg: 'delivery' as const, shipment_id: id })),
      },
    ],
  })
  // The phone sends the start of yesterday's route, whose day was never ended.
  const yesterday = new Date(p.runtime.runtime.clock().getTime() - 18 * hour_ms)
  const { results: started } = await driver.send(driversApi.actions, {
    actions: (['start-day', 'start-route'] as const).map((type) => ({
      action_id: randomUUID(),
      type,
      occurred_at: yesterday,
    })),
  })
  expect(started.map(({ result }) => result)).toEqual(['applied', 'applied'])
  await p.settle()
  const texts = async () => {
    const found: string[] = []
    for (const { id } of stops) {
      const { messages } = await staff.send(notificationsApi.log, { shipment_id: id, channel: 'sms' })
      found.push(
        messages
          .filter(({ event }) => event === 'driver_nearby')
          .map(({ state }) => state)
          .join(),
      )
    }
    return found
  }
  const fail = async (shipment: Shipment | undefined) => {
    const { results } = await driver.send(driversApi.actions, {
      actions: [
        {
          action_id: randomUUID(),
          shipment_id: shipment?.id ?? 0,
          scanned_references: shipment?.parcels.map((parcel) => parcel.tracking_reference) ?? [],
          occurred_at: p.runtime.runtime.clock(),
          type: 'delivery-failed',
          lat: -26.14,
          lng: 28.3,
          payload: { reason: 'Nobody there', photos: ['gate-1.jpg'], called_before: true },
        },
      ],
    })
    expect(results.map(({ result }) => result)).toEqual(['applied'])
    await p.settle()
  }
  expect(await texts()).toEqual(['', '', ''])
  await fail(stops[0])
  expect(await texts()).toEqual(['', 'sent', ''])
  expect(sms.messages().map(({ text }) => text)).toContainEqual(
    expect.stringContaining('Yours is the next stop.'),
  )
  await fail(stops[1])
  expect(await texts()).toEqual(['', 'sent', 'sent'])
  p.runtime.setNow(null)
})
