import type { Actor } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { isHeld } from '@waybill/domain/shipments/statuses/interventions'
import type { ShipmentListRow } from '@waybill/domain/shipments/list-row'
import { mayCancel, type CancelRules } from '@waybill/domain/shipments/statuses/manual-status-changes'
import { call, sentenceOf } from '../../kit/api/index.ts'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { inSentence } from './status-texts.ts'

/** Maximum number of shipments that are cancelled at once. */
export const max_cancelled = 200

/** The shipment data that the dialog needs, from a row of the list or a whole shipment. */
export type Cancellable = Pick<
  ShipmentListRow,
  | 'id'
  | 'tracking_reference'
  | 'status'
  | 'collection_agent_id'
  | 'delivery_agent_id'
  | 'collected_date'
  | 'time_created'
> & { created_by?: string }

/** Splits shipments into those that the user may cancel and the others. Cancelled ones count as not cancellable. */
export function splitCancellable<One extends Cancellable>(
  me: Actor,
  shipments: readonly One[],
  rules: CancelRules,
): { can: One[]; cannot: One[] } {
  const isOpen = (one: One): boolean =>
    one.status !== 'cancelled' && mayCancel(me, one, new Date(), rules) === true
  return { can: shipments.filter(isOpen), cannot: shipments.filter((one) => !isOpen(one)) }
}

/**
 * Returns why shipments cannot be cancelled and what to do: by reference for up to three, otherwise only their
 * number.
 */
export function cannotText(cannot: readonly Pick<Cancellable, 'tracking_reference' | 'status'>[]): string {
  if (cannot.length > 3) return `${formatCount(cannot.length)} of them cannot be cancelled.`
  const each = cannot.map((one) => {
    const remedy = isHeld(one.status) ? ' Release it first.' : ''
    return `${one.tracking_reference} is ${inSentence(one.status)} and cannot be cancelled.${remedy}`
  })
  return each.join(' ')
}

export interface CancelOutcome<One> {
  done: One[]
  failed: { shipment: One; sentence: string }[]
}

/**
 * Cancels shipments one after the other and reports progress through `onStep`. A failure is recorded and the rest
 * continues.
 */
export async function cancelMany<One extends Cancellable>(
  shipments: readonly One[],
  message: string,
  onStep: (done: number) => void,
): Promise<CancelOutcome<One>> {
  const outcome: CancelOutcome<One> = { done: [], failed: [] }
  for (const [index, shipment] of shipments.entries()) {
    try {
      await call(shipmentsApi.cancel, { id: shipment.id, message })
      outcome.done.push(shipment)
    } catch (thrown) {
      outcome.failed.push({ shipment, sentence: sentenceOf(thrown) ?? '' })
    }
    onStep(index + 1)
  }
  return outcome
}
