import {
  factsOf,
  tracking_steps,
  type ShipmentStatus,
  type TrackingStep,
} from '../shipments/statuses/status.ts'
import type { Step } from './model.ts'

/**
 * Returns the five steps of a shipment. Steps before the current one are complete; all five are complete when the
 * shipment ended successfully. A cancelled, held, damaged or unpaid shipment keeps the steps it reached and has no
 * current step (docs/domain/public-api.md#tracking). `earlier` holds the previous statuses, newest first.
 */
export function stepsOf(
  shipment: { status: ShipmentStatus; collected_date: Date | null },
  earlier: readonly ShipmentStatus[],
): Step[] {
  const now = stepOf(shipment.status, shipment.collected_date !== null)
  const reached = now ?? lastReached(earlier, shipment.collected_date !== null)
  const position = reached ? tracking_steps.indexOf(reached) : -1
  const isEnded = reached === 'delivered'
  return tracking_steps.map((label, index) => ({
    step_number: index + 1,
    label,
    progress:
      index < position || isEnded || (index === position && now === null)
        ? 'complete'
        : index === position
          ? 'current'
          : 'pending',
  }))
}

/**
 * Returns the step of a status, `null` when it has none; the step of an outsourced shipment depends on whether it was
 * collected.
 */
function stepOf(status: ShipmentStatus, wasCollected: boolean): TrackingStep | null {
  if (status === 'outsourced') return wasCollected ? 'in-transit' : 'created'
  const { step } = factsOf(status)
  return step === 'unchanged' || step === 'none' ? null : step
}

function lastReached(earlier: readonly ShipmentStatus[], wasCollected: boolean): TrackingStep | null {
  for (const status of earlier) {
    const step = stepOf(status, wasCollected)
    if (step) return step
  }
  return null
}

/**
 * Returns the display label of a step; for pickup points, the fourth step is `Ready for pickup`
 * (docs/domain/statuses.md#meanings-and-sentences).
 */
export function stepLabel(step: TrackingStep, isToPickupPoint: boolean): string {
  const labels: Record<TrackingStep, string> = {
    created: 'Created',
    collected: 'Collected',
    'in-transit': 'In transit',
    'out-for-delivery': isToPickupPoint ? 'Ready for pickup' : 'Out for delivery',
    delivered: 'Delivered',
  }
  return labels[step]
}
