import type { PlanMark } from '@waybill/domain/drivers/model'
import type { PlanRouting } from './plan-store.ts'

/** Returns how routing services took part in a plan. */
export function presentRouting({
  times_from,
  times_note,
  order_note,
}: PlanRouting): Pick<PlanMark, 'times_from' | 'routing_note'> {
  return { times_from, routing_note: [order_note, times_note].filter(Boolean).join(' ') }
}
