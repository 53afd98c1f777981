import { describe, expect, it } from 'vitest'
import * as accounts from '../accounts/settings.ts'
import { readSetting, type Setting } from '../kit/setting.ts'
import * as maps from '../maps/settings.ts'
import * as pickup_points from '../pickup-points/settings.ts'
import * as shipments from './settings.ts'

const declared = [accounts, maps, pickup_points, shipments]
  .flatMap((module) => Object.values(module))
  .filter((one): one is Setting => typeof one === 'object' && one !== null && 'key' in one)

describe('settings of accounts, maps, pickup points and shipments', () => {
  it('have unique keys and defaults that their schemas can store and read back', () => {
    expect(new Set(declared.map(({ key }) => key)).size).toBe(declared.length)
    for (const one of declared) {
      const stored = JSON.stringify(one.schema.encode(one.default))
      expect(readSetting(one, new Map([[one.key.toLowerCase(), stored]])), one.key).toEqual(one.default)
    }
  })
  it('read stored values and use the default for invalid ones', () => {
    const stored = new Map([
      ['parcel_max_length', '150'],
      ['max_parcels_per_shipment', '900'],
      ['override_shipment_statuses', 'false'],
      ['exclude_tracking_statuses', '["manifested"]'],
      ['claims_liability_without_cover', '300'],
    ])
    expect(readSetting(shipments.parcel_max_length, stored)).toBe(150)
    expect(readSetting(shipments.max_parcels_per_shipment, stored)).toBe(200)
    expect(readSetting(shipments.override_shipment_statuses, stored)).toBe(false)
    expect(readSetting(shipments.exclude_tracking_statuses, stored)).toEqual(['manifested'])
    expect(readSetting(shipments.claims_liability_without_cover, stored)).toBe(30_000)
  })
  it('[SHIP-035] include a parcel type Custom with blank sizes by default', () => {
    expect(shipments.parcel_types.default.find(({ name }) => name === 'Custom')).toMatchObject({
      length: null,
      width: null,
      height: null,
      weight: null,
    })
  })
  it('[SHIP-036] use the fixed disclaimer as default', () => {
    expect(shipments.parcel_disclaimer.default).toBe(
      'Additional costs may occur if incorrect parcel dimensions and weight are submitted.',
    )
  })
})
