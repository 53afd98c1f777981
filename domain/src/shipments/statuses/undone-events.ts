/** The event that says that another one was taken back; `data.undone_event_id` names it. */
export const undo_code = 'scan-undone'

interface EventFacts {
  id: number
  status: string
  data: unknown
}

/** The ids of events that were taken back by later ones of the same shipment. */
export function undoneIds(events: readonly Pick<EventFacts, 'status' | 'data'>[]): ReadonlySet<number> {
  return new Set(
    events.flatMap(({ status, data }) => {
      const id = status === undo_code ? (data as { undone_event_id?: unknown } | null)?.undone_event_id : null
      return typeof id === 'number' ? [id] : []
    }),
  )
}

/** The events that still count: neither taken back nor saying that another one was. */
export function withoutUndone<Event extends EventFacts>(events: readonly Event[]): Event[] {
  const undone = undoneIds(events)
  return events.filter(({ id, status }) => status !== undo_code && !undone.has(id))
}
