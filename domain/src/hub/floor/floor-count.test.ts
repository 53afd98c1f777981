import { expect, it } from 'vitest'
import { floorResult } from './floor-count.ts'

it.each([
  ['agrees when it stands at the branch', { status: 'at-hub', current_branch_id: 1 }, 'agrees'],
  ['agrees for a parcel on hold there', { status: 'on-hold', current_branch_id: 1 }, 'agrees'],
  ['is elsewhere when it stands at another branch', { status: 'at-hub', current_branch_id: 2 }, 'elsewhere'],
  ['is not expected when it is on the road', { status: 'in-transit', current_branch_id: 0 }, 'not-expected'],
  ['is not expected when it went out', { status: 'out-for-delivery', current_branch_id: 1 }, 'not-expected'],
  ['is not expected when it is cancelled', { status: 'cancelled', current_branch_id: 2 }, 'not-expected'],
  ['is unknown when no parcel has the barcode', null, 'unknown'],
] as const)('[HUB-003] a counted parcel %s', (_, parcel, result) => {
  expect(floorResult(parcel, 1)).toBe(result)
})
