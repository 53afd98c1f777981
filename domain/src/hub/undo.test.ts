import { describe, expect, it } from 'vitest'
import { Problem } from '../kit/problem.ts'
import { undo_code } from '../shipments/statuses/undone-events.ts'
import {
  branchOfParcels,
  firstSince,
  isInTime,
  mayUndo,
  shipmentBack,
  undo_minutes,
  type UndoableEvent,
  type UndoFacts,
} from './undo.ts'

const at = new Date('2026-11-25T08:00:00Z')
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
const event = (id: number, more: Partial<UndoableEvent> = {}): UndoableEvent => ({
  id,
  parcel_id: null,
  status: 'out-for-delivery',
  date: later(2),
  location: 'Cape Town',
  source: 'thandi',
  data: null,
  ...more,
})
const facts = (more: Partial<UndoFacts> = {}): UndoFacts => ({
  scanned_at: at,
  undone_at: later(1),
  since: null,
  load: { reference: '', since: null },
  left: 'at-hub',
  now: 'at-hub',
  ...more,
})
const sentence = (more: Partial<UndoFacts>): string => {
  const verdict = mayUndo(facts(more))
  return verdict instanceof Problem ? verdict.message : 'may'
}

describe('whether a scan can be undone', () => {
  const rows: [string, Partial<UndoFacts>, string | RegExp][] = [
    ['at once', {}, 'may'],
    ['at the last moment', { undone_at: later(undo_minutes) }, 'may'],
    [
      'too late',
      { undone_at: later(undo_minutes + 1) },
      'This scan was made at 10:00. A scan can be undone for 10 minutes. Set the status by hand.',
    ],
    [
      'after another status',
      { since: event(7) },
      'The parcel became out for delivery at 10:02, Cape Town. You can no longer undo the scan.',
    ],
    [
      'after a measuring',
      { since: event(7, { status: 'swad-dimensions', location: null }) },
      'The parcel was measured at 10:02. You can no longer undo the scan.',
    ],
    [
      'after anything else',
      { since: event(7, { status: 'reservation-created' }) },
      /^The parcel was changed at 10:02/,
    ],
    [
      'after its load was closed',
      { load: { reference: 'IHM000012', since: 'closed' } },
      'IHM000012 has been closed since the scan. Reopen it and remove the parcel there.',
    ],
    [
      'after its load was received',
      { load: { reference: 'IHM000012', since: 'received' } },
      /has been fully received/,
    ],
    ['after damage was noted', { load: { reference: 'IHM000012', since: 'damaged' } }, /damaged/],
    [
      'when it stands elsewhere',
      { now: 'delivered' },
      'The parcel is now delivered. You can no longer undo the scan.',
    ],
  ]
  it.each(rows)('allows or rejects undoing %s', (_, more, expected) => {
    if (typeof expected === 'string') expect(sentence(more)).toBe(expected)
    else expect(sentence(more)).toMatch(expected)
  })

  it('allows 10 minutes from the scan and not a millisecond more', () => {
    expect([isInTime(at, later(10)), isInTime(at, new Date(later(10).getTime() + 1))]).toEqual([true, false])
  })
})

describe('first event after a scan', () => {
  const scan = { event_id: 5, parcel_id: 1 }
  const rows: [string, UndoableEvent[], number | null][] = [
    ['nothing', [event(5), event(4)], null],
    ['something to the shipment', [event(7), event(6)], 6],
    ['something to this parcel', [event(6, { parcel_id: 1 })], 6],
    ['something to another parcel', [event(6, { parcel_id: 2 })], null],
    [
      'a label and a new price',
      [event(6, { status: 'label-printed' }), event(7, { status: 'rate-recalculation' })],
      null,
    ],
    [
      'something that was taken back',
      [event(7, { status: undo_code, data: { undone_event_id: 6 } }), event(6)],
      null,
    ],
  ]
  it.each(rows)('finds the first later event that counts: %s', (_, events, id) => {
    expect(firstSince(events, scan)?.id ?? null).toBe(id)
  })
})

describe('shipment values after undoing a scan', () => {
  const before = {
    collected_date: null,
    original_collected_date: null,
    returned_to_hub_date: null,
    delivery_agent_id: null,
    original_delivery_agent_id: null,
  }
  const dates = { collected_date: null, original_collected_date: null }

  it('restores the collection dates only when the status is before collection or cancelled', () => {
    const back = (status: 'submitted' | 'at-hub' | 'returned-to-hub' | 'cancelled') =>
      shipmentBack(before, { delivery_agent_id: null }, { status, driver: null })
    expect(back('submitted')).toEqual({ ...dates, returned_to_hub_date: null })
    expect(back('at-hub')).toEqual({ returned_to_hub_date: null })
    expect(back('returned-to-hub')).toEqual({})
    expect(back('cancelled')).toEqual({ ...dates, returned_to_hub_date: null })
  })

  it('restores the previous driver unless another driver was assigned since', () => {
    const back = (now: string, driver: string | null) =>
      shipmentBack(before, { delivery_agent_id: now }, { status: 'returned-to-hub', driver })
    expect(back('sipho', 'sipho')).toEqual({ delivery_agent_id: null, original_delivery_agent_id: null })
    expect(back('lindiwe', 'sipho')).toEqual({})
    expect(back('sipho', null)).toEqual({})
  })

  it('uses the branch of the parcels when they are together, otherwise keeps the present branch', () => {
    const parcel = (currentBranchId: number | null, status = 'at-hub') => ({
      current_branch_id: currentBranchId,
      status,
    })
    expect(branchOfParcels([parcel(1), parcel(1)], 9)).toBe(1)
    expect(branchOfParcels([parcel(1), parcel(2)], 9)).toBe(9)
    expect(branchOfParcels([parcel(null)], 9)).toBeNull()
    expect(branchOfParcels([parcel(1), parcel(2, 'cancelled')], 9)).toBe(1)
    expect(branchOfParcels([parcel(2, 'cancelled')], 9)).toBe(2)
  })
})
