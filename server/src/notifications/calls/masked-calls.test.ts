import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import { masked_calls_per_day, maskedCallsApi } from '@waybill/domain/drivers/masked-calls'
import { identityApi } from '@waybill/domain/identity/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { caughtSms } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { readEvents } from '../../shipments/index.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

const gateway = caughtSms()
let p: TestProvider
let staff: Caller
let driver: Caller
beforeAll(async () => {
  p = await newProvider({ driver_mask_customer_phone: true })
  gateway.take(p)
  staff = await p.staff()
  driver = await p.driver()
  await staff.send(identityApi.changeUser, { id: driver.user_id, phone_number: '083 555 0101' })
})

const set = (key: string, value: unknown) => staff.send(settingsApi.save, { settings: [{ key, value }] })
/** Creates a shipment that the driver has loaded for delivery. */
async function assigned() {
  const shipment = await p.given.shipment({
    status: 'at-destination-hub',
    special_instructions_delivery: 'Ring Sipho on 082 765 4321 or +27 (0)83 111 2222. Gate code 4711.',
  })
  await staff.send(driversApi.assign, {
    shipment_ids: [shipment.id],
    leg: 'delivery',
    username: driver.username,
    assign_anyway: true,
  })
  await driver.send(driversApi.actions, {
    actions: [
      {
        action_id: randomUUID(),
        type: 'load',
        shipment_id: shipment.id,
        scanned_references: shipment.parcels.map(({ tracking_reference }) => tracking_reference),
        occurred_at: new Date(),
        payload: {},
      },
    ],
  })
  return shipment
}
const sheet = (by: Caller, more = {}) => by.send(driversApi.tripSheet, { date: '2099-12-31', ...more })
const connect = (shipmentId: number, by = driver) =>
  by.send(maskedCallsApi.connect, { shipment_id: shipmentId, leg: 'delivery' })
const problem = async () => (await staff.send(maskedCallsApi.problem, {})).problem
const later = (seconds: number) => p.runtime.setNow(new Date(Date.now() + seconds * 1_000))

describe('masked calls', () => {
  it('[DRV-008] hide every number from the driver and connect no call without a calling number', async () => {
    const shipment = await assigned()
    const sent = JSON.stringify(await sheet(driver))
    for (const number of ['0821234567', '765 4321', '111 2222']) expect(sent).not.toContain(number)
    expect(sent).toContain('Ring Sipho on (number hidden) or (number hidden). Gate code 4711.')
    const { stops } = await sheet(driver)
    expect(stops[0]?.shipments[0]).toMatchObject({ contact_number: '', masked_call: false })
    expect(JSON.stringify(await sheet(staff, { driver: driver.username }))).toContain('0821234567')
    expect(await problem()).toContain('There is no calling number.')
    expect((await errorOf(connect(shipment.id))).message).toContain('has no calling number yet')
    expect(gateway.calls()).toEqual([])
  })

  it('[DRV-008] ring the driver first and then the contact, both from the calling number, and are on the timeline', async () => {
    await set('masked_call_number', '087 555 0000')
    const shipment = await assigned()
    expect(await problem()).toBe('')
    const { stops } = await sheet(driver)
    expect(stops.flatMap(({ shipments }) => shipments)).toContainEqual(
      expect.objectContaining({ shipment_id: shipment.id, contact_number: '', masked_call: true }),
    )
    expect(await connect(shipment.id)).toEqual({ contact_name: 'Naledi Mokoena' })
    await connect(shipment.id)
    expect(gateway.calls()).toMatchObject([
      { from: '27875550000', first: '27835550101', second: '27821234567' },
    ])
    const events = await p.inTransaction((ctx) => readEvents(ctx, [shipment.id]))
    expect(events.filter(({ status }) => status === 'masked-call')).toHaveLength(1)
    const stranger = await p.driver()
    expect(await errorOf(connect(shipment.id, stranger))).toMatchObject({ status: 404 })
    expect(await errorOf(connect(shipment.id, staff))).toMatchObject({ status: 403 })
  })

  it('are limited per contact and day, and a call that the gateway rejects does not count', async () => {
    await set('masked_call_number', '087 555 0000')
    const shipment = await assigned()
    gateway.answerWith(500)
    const failed = await errorOf(connect(shipment.id))
    gateway.answerWith(null)
    expect(failed).toMatchObject({
      status: 503,
      message: expect.stringContaining('Send the office a message'),
    })
    for (let call = 1; call <= masked_calls_per_day; call++) {
      later(30 * call)
      await connect(shipment.id)
    }
    later(30 * (masked_calls_per_day + 1))
    expect(await errorOf(connect(shipment.id))).toMatchObject({ status: 429 })
    p.runtime.setNow(null)
  })
})
