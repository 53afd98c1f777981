import { expect, it } from 'vitest'
import { floorResult } from './floor-count.ts'

const scannedAt = new Date('2026-08-03T08:00:00Z')
const later = new Date('2026-08-03T08:30:00Z')

it.each([
  ['agrees when it stands at the branch', { status: 'at-hub', current_branch_id: 1 }, 'agrees'],
  ['agrees for a parcel on hold there', { status: 'on-hold', current_branch_id: 1 }, 'agrees'],
  ['is elsewhere when it stands at another branch', { status: 'at-hub', current_branch_id: 2 }, 'elsewhere'],
  ['is not expected when it is on the road', { status: 'in-transit', current_branch_id: 0 }, 'not-expected'],
  ['is not expected when it went out', { status: 'out-for-delivery', current_branch_id: 1 }, 'not-expected'],
  ['is not expected when it is cancelled', { status: 'cancelled', current_branch_id: 2 }, 'not-expected'],
  [
    'is not expected when it is on a line-haul that waits there',
    { status: 'manifested', current_branch_id: 1, is_waiting: true },
    'not-expected',
  ],
  [
    'agrees when it went out after the scan',
    { status: 'out-for-delivery', current_branch_id: 1, moved_at: later },
    'agrees',
  ],
  [
    'agrees when it was loaded after the scan',
    { status: 'manifested', current_branch_id: 1, is_waiting: true, moved_at: later },
    'agrees',
  ],
  [
    'is not expected when it went out before the scan',
    { status: 'out-for-delivery', current_branch_id: 1, moved_at: scannedAt },
    'not-expected',
  ],
  ['is unknown when no parcel has the barcode', null, 'unknown'],
] as const)('[HUB-003] a counted parcel %s', (_, parcel, result) => {
  expect(floorResult(parcel && { is_waiting: false, moved_at: null, ...parcel }, 1, scannedAt)).toBe(result)
})
