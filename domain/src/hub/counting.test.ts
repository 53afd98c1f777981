import { describe, expect, it } from 'vitest'
import type { ShipmentStatus } from '../shipments/statuses/status.ts'
import { countParcels, type CountedParcel } from './counting.ts'
import { scan_modes, type ScanMode } from './model.ts'

const here = 3
const as = (status: ShipmentStatus, isMeasured = false): CountedParcel => ({
  status,
  current_branch_id: here,
  is_measured: isMeasured,
})
/** Count for the first scanned parcel of four; the other three are copies of `sibling`. */
const first = (mode: ScanMode, sibling: CountedParcel, scanned = as('out-for-delivery'), onLoad = 0) =>
  countParcels(mode, here, { scanned, siblings: [sibling, sibling, sibling], siblings_on_load: onLoad })

describe('[HUB-003] parcel count of a shipment', () => {
  it.each<[ScanMode, CountedParcel, string, CountedParcel, string]>([
    [
      'arrive',
      { ...as('in-transit'), current_branch_id: 0 },
      '1 OF 4 HERE',
      as('at-hub'),
      'All 4 parcels of this shipment are here.',
    ],
    [
      'assign-bay',
      { ...as('at-hub'), current_branch_id: 8 },
      '1 OF 4 HERE',
      as('at-destination-hub'),
      'All 4 parcels of this shipment are here.',
    ],
    [
      'unload-manifest',
      { ...as('in-transit'), current_branch_id: 0 },
      '1 OF 4 HERE',
      as('at-destination-hub'),
      'All 4 parcels of this shipment are here.',
    ],
    [
      'out-for-delivery',
      as('at-destination-hub'),
      '1 OF 4 OUT',
      as('out-for-delivery'),
      'All 4 parcels of this shipment are out for delivery.',
    ],
    [
      'return-to-hub',
      as('out-for-delivery'),
      '1 OF 4 BACK',
      as('returned-to-hub'),
      'All 4 parcels of this shipment are back here.',
    ],
    [
      're-measure',
      as('at-hub'),
      '1 OF 4 MEASURED',
      as('at-hub', true),
      'All 4 parcels of this shipment are measured.',
    ],
    [
      'look-up',
      as('out-for-delivery'),
      '0 OF 4 HERE',
      as('at-hub'),
      '3 of 4 parcels of this shipment are here.',
    ],
  ])('returns the count, word and message for mode %s', (mode, before, short, after, complete) => {
    const one = first(mode, before)
    expect(`${one?.count} OF ${one?.of} ${one?.word}`).toBe(short)
    expect(one?.is_complete).toBe(false)
    expect(first(mode, after)?.message).toBe(complete)
  })

  it('counts the parcels on the manifest in load-manifest mode, not the parcels in the hub', () => {
    expect(first('load-manifest', as('at-hub'))).toMatchObject({
      count: 1,
      of: 4,
      word: 'LOADED',
      is_complete: false,
    })
    expect(first('load-manifest', as('manifested'), as('at-hub'), 3)?.message).toBe(
      'All 4 parcels of this shipment are on the manifest.',
    )
  })

  it('is complete when the only parcel that is not back is delivered', () => {
    const count = countParcels('return-to-hub', here, {
      scanned: as('out-for-delivery'),
      siblings: [as('delivered'), as('returned-to-hub')],
      siblings_on_load: 0,
    })
    expect(count).toMatchObject({
      is_complete: true,
      message: '2 of 3 parcels of this shipment are back here; the rest is delivered or returned.',
    })
  })

  it('returns null for a single parcel, a finished shipment and a cancelled parcel', () => {
    for (const mode of scan_modes) {
      expect(
        countParcels(mode, here, { scanned: as('at-hub'), siblings: [], siblings_on_load: 0 }),
        mode,
      ).toBeNull()
    }
    expect(first('look-up', as('delivered'), as('delivered'))).toBeNull()
    expect(first('look-up', as('at-hub'), as('cancelled'))).toBeNull()
  })
})
