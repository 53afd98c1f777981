/** Code of the event that marks another event as undone. `data.undone_event_id` is the id of the undone event. */
export const undo_code = 'scan-undone'

interface EventFacts {
  id: number
  status: string
  data: Readonly<Record<string, unknown>> | null
}

/** Returns the ids of the events that `scan-undone` events of the same shipment mark as undone. */
export function undoneIds(events: readonly Pick<EventFacts, 'status' | 'data'>[]): ReadonlySet<number> {
  return new Set(
    events.flatMap(({ status, data }) => {
      const id = status === undo_code ? data?.undone_event_id : null
      return typeof id === 'number' ? [id] : []
    }),
  )
}

/** Returns the events that are still valid, without undone events and without `scan-undone` events. */
export function withoutUndone<Event extends EventFacts>(events: readonly Event[]): Event[] {
  const undone = undoneIds(events)
  return events.filter(({ id, status }) => status !== undo_code && !undone.has(id))
}
