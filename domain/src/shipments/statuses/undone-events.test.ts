import { describe, expect, it } from 'vitest'
import { withoutUndone, undo_code, undoneIds } from './undone-events.ts'

const event = (id: number, status = 'at-hub', data: Record<string, unknown> | null = null) => ({
  id,
  status,
  data,
})

describe('undone tracking events', () => {
  it('finds an undone event only through a scan-undone event and filters out both', () => {
    const events = [
      event(4, undo_code, { undone_event_id: 2 }),
      event(3, 'in-transit', { undone_event_id: 1 }),
      event(2),
      event(1),
    ]
    expect([...undoneIds(events)]).toEqual([2])
    expect(withoutUndone(events).map(({ id }) => id)).toEqual([3, 1])
  })

  it('finds none if the scan-undone events contain no numeric event id', () => {
    expect(undoneIds([event(1, undo_code), event(2, undo_code, { undone_event_id: '1' })]).size).toBe(0)
  })
})
