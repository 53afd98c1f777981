import { dayOf } from '../kit/wire.ts'

/** A requested day as it is stored: one gone by becomes today (docs/domain/public-api.md#shipment). */
export function notPast(day: string | undefined, now: Date): string | undefined {
  return day === undefined || day >= dayOf(now) ? day : dayOf(now)
}

/** The days a change asks for, in the same way; a day that is stored already stays, though it has gone by. */
export function requestedDays(
  sent: RequestedDays,
  stored: { [Day in keyof RequestedDays]: string | null },
  now: Date,
): RequestedDays {
  const changed: RequestedDays = {}
  for (const field of ['collection_min_date', 'delivery_min_date'] as const) {
    const day = sent[field]
    if (day !== undefined) changed[field] = day === stored[field] ? day : notPast(day, now)
  }
  return changed
}

interface RequestedDays {
  collection_min_date?: string | undefined
  delivery_min_date?: string | undefined
}
