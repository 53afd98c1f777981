import { describe, expect, it } from 'vitest'
import {
  expandRows,
  gatherRows,
  newRow,
  quantityOf,
  rowOfParcel,
  rowsFromTable,
  totalsOf,
  typeByMeasures,
  withType,
} from './parcel-rows.ts'
import { checkShipment } from '@waybill/domain/shipments/booking/shipment-checks'
import { systemActor } from '@waybill/domain/kit/actor'

const row = {
  ...newRow(),
  is_type_chosen: true,
  submitted_length_cm: 40,
  submitted_width_cm: 30,
  submitted_height_cm: 30,
  submitted_weight_kg: 4.4,
}

describe('parcel rows', () => {
  it('[SHIP-033] sends the sticker number of a single parcel and never of several', () => {
    const labelled = { ...row, alternative_tracking_reference: 'STICKER-88' }
    expect(expandRows([labelled])[0]?.alternative_tracking_reference).toBe('STICKER-88')
    const twice = expandRows([{ ...labelled, quantity: 2 }])
    expect(twice.map((parcel) => parcel.alternative_tracking_reference)).toEqual([undefined, undefined])
    expect(gatherRows(expandRows([labelled, row]))).toHaveLength(2)
  })
  it('[SHIP-034] [SHIP-035] fills in the sizes of a parcel type and clears them for Custom', () => {
    const box = {
      name: 'Box',
      length: 40,
      width: 30,
      height: 20,
      weight: 5,
      declared_value: null,
      is_default: true,
    }
    expect(newRow(box)).toMatchObject({ packaging: 'Box', submitted_length_cm: 40, submitted_weight_kg: 5 })
    const custom = { ...box, name: 'Custom', length: null, width: null, height: null, weight: null }
    expect(withType({ ...row, parcel_description: 'Books', quantity: 3 }, custom)).toMatchObject({
      packaging: 'Custom',
      parcel_description: 'Books',
      submitted_length_cm: null,
      submitted_weight_kg: null,
      quantity: 3,
    })
  })
  it('accepts 200 parcels and rejects 201 with the number in the message', () => {
    const context = {
      actor: systemActor(1),
      tracking_prefix: '',
      limits: {
        max_length: 300,
        max_width: 200,
        max_height: 200,
        max_weight: 500,
        min_length: 1,
        min_width: 1,
        min_height: 1,
        min_weight: 0.001,
        max_parcels: 200,
      },
      require_postal_code_on_shipment_creation: true,
      require_billing_email_for_guests: false,
      is_guest_shipment: false,
      dangerous_goods_confirmation: false,
      shipment_requested_date_change_reasons: [],
      max_declared_value: null,
      locker_allow_declared_value: false,
      max_cod_amount: 5_000_00,
      service_allows_cod: true,
      service_needs_delivery_point: false,
      countries: { collection: [], delivery: [] },
      now: new Date('2026-11-18T08:00:00Z'),
      before: null,
    }
    const messages = (quantity: number): string[] =>
      checkShipment({ parcels: expandRows([{ ...row, quantity }]) }, context)
        .filter(({ field }) => field === 'parcels')
        .map(({ message }) => message)
    expect(expandRows([{ ...row, quantity: 200 }])).toHaveLength(200)
    expect(messages(200)).toEqual([])
    expect(messages(201)).toEqual(['A shipment can have at most 200 parcels. You sent 201.'])
  })

  it('groups equal neighbouring parcels into one row', () => {
    const rows = [
      { ...row, quantity: 3 },
      { ...row, submitted_weight_kg: 8.2 },
    ]
    expect(gatherRows(expandRows(rows))).toEqual(rows)
  })

  it('finds the row of the nth parcel', () => {
    const rows = [{ ...row, quantity: 2 }, row, { ...row, quantity: 4 }]
    expect([0, 1, 2, 3, 6].map((position) => rowOfParcel(rows, position))).toEqual([0, 0, 1, 2, 2])
  })

  it('counts a row with a blank quantity as one parcel', () => {
    expect(quantityOf({ ...row, quantity: null })).toBe(1)
  })

  it('adds up parcels, weight and volumetric weight', () => {
    expect(totalsOf([{ ...row, quantity: 2 }], 4000)).toEqual({ parcels: 2, weight: 8.8, volumetric: 18 })
  })

  it('replaces the sizes with those of a type and keeps description and quantity', () => {
    const type = {
      name: 'Small box',
      length: 20,
      width: 20,
      height: 10,
      weight: 2,
      declared_value: null,
      is_default: false,
    }
    const typed = withType({ ...row, parcel_description: 'Books', quantity: 5 }, type)
    expect(typed).toMatchObject({
      packaging: 'Small box',
      submitted_height_cm: 10,
      parcel_description: 'Books',
      quantity: 5,
    })
  })

  it('reads rows from a spreadsheet with or without description and rejects other text', () => {
    expect(rowsFromTable('Frames\t40\t30\t30\t4,4\t2\nCabinet\t60\t40\t15\t8.2')).toMatchObject([
      { parcel_description: 'Frames', submitted_weight_kg: 4.4, quantity: 2 },
      { parcel_description: 'Cabinet', submitted_length_cm: 60, quantity: 1 },
    ])
    expect(rowsFromTable('40\t30\t30\t4.4')).toMatchObject([{ submitted_length_cm: 40 }])
    expect(rowsFromTable('Please call first')).toBeNull()
    expect(rowsFromTable('40')).toBeNull()
  })
})

describe('parcel type by measured size', () => {
  const type = (name: string, sizes: [number, number, number, number] | null, isDefault = false) => {
    const [length = null, width = null, height = null, weight = null] = sizes ?? []
    return { name, length, width, height, weight, declared_value: null, is_default: isDefault }
  }
  const flyer = type('Flyer', [42, 38, 5, 2], true)
  const types = [flyer, type('Small', [20, 20, 10, 2]), type('Large', [60, 40, 40, 15]), type('Custom', null)]
  const measured = (length: number, width: number, height: number, weight: number) => ({
    ...newRow(flyer),
    submitted_length_cm: length,
    submitted_width_cm: width,
    submitted_height_cm: height,
    submitted_weight_kg: weight,
  })

  it.each([
    ['as its type is', measured(42, 38, 5, 2), 'Flyer'],
    ['that fills a larger one', measured(60, 40, 40, 12.5), 'Large'],
    ['turned another way', measured(40, 60, 40, 12.5), 'Large'],
    ['too heavy for its size', measured(42, 38, 5, 3), 'Large'],
    ['that fits the smallest', measured(10, 20, 20, 1), 'Small'],
    ['larger than all', measured(120, 40, 40, 12), 'Custom'],
    ['heavier than all', measured(20, 20, 10, 30), 'Custom'],
    ['with a measure missing', { ...measured(60, 40, 40, 12.5), submitted_weight_kg: null }, null],
  ])('determines the type of a parcel %s', (_, row, expected) => {
    expect(typeByMeasures(row, types)).toBe(expected)
  })

  it('returns no type when none fits and there is no type without sizes', () => {
    expect(typeByMeasures(measured(120, 40, 40, 12), [flyer])).toBe('')
  })
})
