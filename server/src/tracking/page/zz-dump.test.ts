import fs from 'node:fs'
import { it } from 'vitest'
import { newProvider } from '../../app/test-kit/provider.ts'
import { enterStatus, lockShipment, updateShipment } from '../../shipments/index.ts'
it('dump', async () => {
  const p = await newProvider({
    provider_title: 'Fynbos Couriers',
    support_phone: '+27 11 555 0180',
    support_email: 'help@fynbos.example',
  })
  const parcel = {
    parcel_description: 'Books',
    submitted_length_cm: 42.5,
    submitted_width_cm: 38.5,
    submitted_height_cm: 5.5,
    submitted_weight_kg: 3,
  }
  p.house.setNow(new Date('2025-11-17T06:00:00Z'))
  const s = await p.given.shipment({ parcels: [parcel, parcel] })
  const go = (to: never, at: string, location?: string, message?: string) =>
    p.work(async (ctx) => {
      p.house.setNow(new Date(at))
      await enterStatus(ctx, await lockShipment(ctx, s.id), {
        to,
        date: new Date(at),
        location: location ?? null,
        message: message ?? '',
      })
    })
  await go('collected' as never, '2025-11-17T12:22:00Z', 'Paarden Eiland')
  await go('in-transit' as never, '2025-11-17T17:40:00Z', 'Cape Town')
  await go('at-destination-hub' as never, '2025-11-18T03:31:00Z', 'Johannesburg')
  await go('out-for-delivery' as never, '2025-11-18T05:52:00Z', 'Johannesburg')
  p.house.setNow(new Date('2025-11-18T09:52:00Z'))
  await p.work((ctx) =>
    updateShipment(ctx, s.id, {
      estimated_delivery_from: new Date('2025-11-18T12:00:00Z'),
      estimated_delivery_to: new Date('2025-11-18T13:00:00Z'),
      original_estimated_delivery_to: new Date('2025-11-18T10:00:00Z'),
    }),
  )
  const get = async (q: string, f: string) =>
    fs.writeFileSync(`/tmp/track-${f}.html`, String((await p.guest().http('GET', '/track' + q)).body))
  await get(`?ref=${s.short_tracking_reference}`, 'answer')
  await get('', 'ask')
  await get('?ref=NOPE12', 'missed')
  const t = await p.given.shipment()
  await get(`?ref=${s.short_tracking_reference},${t.short_tracking_reference}`, 'list')
  await go('delivered' as never, '2025-11-18T10:52:00Z', 'Rosebank', 'PIN entered successfully')
  await get(`?ref=${s.short_tracking_reference}`, 'delivered')
})
