import { dayNumberOf, dayText, weekdayOf } from '@waybill/domain/kit/dates/calendar'
import { timed } from '@waybill/domain/rates/price-books/market-defaults'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { NewShipment } from '@waybill/domain/shipments/model'
import { beforeAll, describe, expect, it } from 'vitest'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

describe('charges for delivery day and hours when the parcel weight changes', () => {
  let p: TestProvider
  let staff: Caller
  let saturday: string
  let monday: string
  beforeAll(async () => {
    p = await newProvider()
    staff = await p.staff()
    const now = await p.inTransaction(async (ctx) => ctx.now)
    const later = dayNumberOf(now) + 14
    const ahead = (weekday: number) => dayText(later + ((weekday - weekdayOf(later) + 7) % 7))
    saturday = ahead(6)
    monday = ahead(1)
    const inForce = await staff.send(revisionsApi.detail, {})
    const draft = await staff.send(revisionsApi.create, {
      name: 'Days and hours',
      based_on_id: inForce.revision.id,
    })
    const automatic = { leg: 'delivery', description: '', is_opt_in: false } as const
    const { revision } = await staff.send(revisionsApi.change, {
      id: draft.id,
      version: draft.version,
      changes: [
        timed({ ...automatic, id: 0, name: 'Weekend', charge_value: '120', weekdays: [6] }),
        timed({
          ...automatic,
          id: 0,
          name: 'Office hours',
          charge_value: '30',
          window_from: '07:00',
          window_to: '18:00',
        }),
      ].map((value) => ({ part: 'time_based_rate_adjustments' as const, id: 0, value })),
    })
    await staff.send(revisionsApi.publish, {
      id: draft.id,
      version: revision.version,
      replaces_id: inForce.revision.id,
      at_once: true,
    })
  })

  async function measured(more: Partial<NewShipment>) {
    const { id, parcels } = await p.given.shipment(more)
    const charges = async () => {
      const { shipment } = await staff.send(shipmentsApi.detail, { id })
      return shipment.rates
        .filter((row) => row.valid_until === null && row.type === 'time_based_rate_adjustment')
        .map((row) => [row.name, row.value])
    }
    const weigh = (submittedWeightKg: number) =>
      staff.send(shipmentsApi.changeParcels, {
        id,
        parcels: [{ id: parcels[0]?.id, submitted_weight_kg: submittedWeightKg }],
      })
    const booked = await charges()
    await weigh(20)
    const once = await charges()
    await weigh(25)
    return { id, weigh, charges, found: [booked, once, await charges()] }
  }

  it('keeps the charges if the day and hours were requested', async () => {
    const { found } = await measured({
      delivery_min_date: saturday,
      delivery_after: '09:00',
      delivery_before: '12:00',
    })
    const both = [
      ['Weekend', 120_00],
      ['Office hours', 30_00],
    ]
    expect(found).toEqual([both, both, both])
  })

  it('adds no charges for default hours that were not requested', async () => {
    expect((await measured({})).found).toEqual([[], [], []])
  })

  it('keeps the charges when the delivery is rescheduled, and updates them with a change that also reprices', async () => {
    const { id, weigh, charges } = await measured({ delivery_min_date: saturday })
    await staff.send(shipmentsApi.change, {
      id,
      delivery_min_date: monday,
      delivery_rescheduled_reason: 'Receiver not available',
    })
    await weigh(30)
    expect(await charges()).toEqual([['Weekend', 120_00]])
    await staff.send(shipmentsApi.change, {
      id,
      delivery_min_date: monday,
      delivery_after: '09:00',
      delivery_before: '12:00',
      delivery_rescheduled_reason: 'Receiver not available',
      declared_value: 1_000_00,
    })
    expect(await charges()).toEqual([['Office hours', 30_00]])
  })
})
