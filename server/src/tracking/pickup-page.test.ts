import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { beforeEach, describe, expect, it } from 'vitest'
import { address, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { enterStatus, lockShipment } from '../shipments/index.ts'
import { deadlineText } from './page/point-facts.ts'

let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider({ locker_pickup_expiry_hours: 36, locker_extension_hours: 24 })
  staff = await p.staff()
  await staff.send(pickupPointsApi.create, {
    pickup_point_id: 'K1',
    type: 'counter',
    name: 'Sea Point counter',
    address: { ...address('1 Main Road', 'Sea Point', 'Cape Town', '8005', 'WC'), lat: -33.91, lng: 18.39 },
    phone: '+27 21 555 0180',
    trading_hours: 'Mon-Fri 08:00-17:00',
    holiday_hours: '09:00-13:00',
  })
})

const read = async (id: number): Promise<Shipment> => (await staff.send(shipmentsApi.detail, { id })).shipment
/** Books a shipment to the counter; returns it once it has entered the statuses. */
async function toCounter(...statuses: ShipmentStatus[]): Promise<Shipment> {
  const { id } = await p.given.shipment({
    status: 'at-destination-hub',
    delivery_pickup_point_id: 'K1',
    delivery_pickup_point_provider: 'own',
  })
  for (const to of statuses) await move(id, to)
  return read(id)
}
const move = (id: number, to: ShipmentStatus) =>
  p.inTransaction(async (ctx) => enterStatus(ctx, await lockShipment(ctx, id), { to }))

const wordsOf = (body: unknown): string =>
  String(body)
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const get = async (address: string) => (await p.guest().http('GET', address)).body
const post = (path: string, fields: Record<string, string>) =>
  p.guest().http('POST', path, Buffer.from(new URLSearchParams(fields).toString()), {
    'content-type': 'application/x-www-form-urlencoded',
  })
const tracked = async ({ short_tracking_reference }: Shipment) =>
  get(`/track?ref=${short_tracking_reference}`)

describe('public tracking page of a parcel to a pickup point', () => {
  it('shows name, address, hours with those of holidays and phone from the start, and the deadline while it waits', async () => {
    const shipment = await toCounter('out-for-delivery')
    const before = wordsOf(await tracked(shipment))
    for (const fact of ['Sea Point counter', '1 Main Road, Sea Point', '+27 21 555 0180', 'open now'])
      expect(before).toContain(fact)
    expect(before).toContain('Mon-Fri 08:00-17:00, public holidays 09:00-13:00')
    expect(before).not.toContain('Until')
    await move(shipment.id, 'ready-for-pickup')
    const { pickup_deadline: deadline } = await read(shipment.id)
    expect(wordsOf(await tracked(shipment))).toContain(`Until ${deadline && deadlineText(deadline)}`)
    await move(shipment.id, 'delivered')
    expect(wordsOf(await tracked(shipment))).not.toContain('1 Main Road')
  })

  it('never says that a parcel is late while it waits or goes back', async () => {
    const shipment = await toCounter('out-for-delivery', 'ready-for-pickup')
    p.runtime.setNow(new Date(Date.now() + 30 * 24 * hour_ms))
    for (const status of ['ready-for-pickup', 'collect-and-return-to-hub'] as const) {
      await move(shipment.id, status)
      expect(wordsOf(await tracked(shipment))).not.toMatch(/late|expected by/i)
    }
  })

  it('leads the receiver to the page that extends the time, by the last digits of their number', async () => {
    const shipment = await toCounter('out-for-delivery', 'ready-for-pickup')
    const ref = shipment.short_tracking_reference
    expect(wordsOf(await tracked(shipment))).toContain('extend the time')
    expect((await post('/track', { ref, digits: '0000' })).status).toBe(400)
    const known = await post('/track', { ref, digits: '4567' })
    expect([known.status, known.headers.location]).toEqual([
      303,
      expect.stringContaining(`/track?ref=${ref}&key=`),
    ])
  })
})

describe('link of a receiver to a pickup point', () => {
  it('extends the time once, also when the button is pressed twice', async () => {
    const { id, reschedule_reference: reference = '' } = await toCounter(
      'out-for-delivery',
      'ready-for-pickup',
    )
    const { pickup_deadline: deadline } = await read(id)
    if (!reference || !deadline) throw new Error('The parcel has no link or no deadline.')
    const until = new Date(deadline.getTime() + 24 * hour_ms)
    const page = String(await get(`/reschedule?reference=${reference}`))
    expect(wordsOf(page)).toContain(`You can extend it once, until ${deadlineText(until)}.`)
    const [, shown = ''] = /name="deadline" value="([^"]+)"/.exec(page) ?? []
    const press = (seen: string) => post('/reschedule', { reference, deadline: seen })
    for (const { status, body } of await Promise.all([press(shown), press(shown)])) {
      expect([status, wordsOf(body).includes('Thank you.')]).toEqual([200, true])
      expect(wordsOf(body)).toContain(`Until ${deadlineText(until)}`)
      expect(String(body)).not.toContain('name="deadline"')
    }
    expect((await read(id)).pickup_deadline).toEqual(until)
    const again = await press(until.toISOString())
    expect(again.status).toBe(400)
    expect(wordsOf(again.body)).toContain('already been extended once')
    expect((await press('soon')).status).toBe(400)
    expect((await read(id)).pickup_deadline).toEqual(until)
    const { events } = await staff.send(shipmentsApi.detail, { id })
    expect(events.filter(({ status }) => status === 'pickup-extended')).toMatchObject([
      { source: 'receiver' },
    ])
  })

  it('offers no extension before the parcel is there', async () => {
    const { reschedule_reference: reference } = await toCounter('out-for-delivery')
    const page = String(await get(`/reschedule?reference=${reference}`))
    expect(page).toContain('Sea Point counter')
    expect(page).not.toContain('name="deadline"')
  })
})
