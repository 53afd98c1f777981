import {
  factsOf,
  tracking_steps,
  type ShipmentStatus,
  type TrackingStep,
} from '../shipments/statuses/status.ts'
import type { Step } from './model.ts'

/**
 * The five steps of a shipment: everything before the current one complete, all five once it ended well. A cancelled,
 * held, damaged or unpaid shipment keeps what it reached and has no current step (docs/domain/public-api.md#tracking).
 * `earlier` holds the statuses before this one, newest first.
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

/** The step a status stands on, `null` outside the steps; an outsourced one depends on whether it was collected. */
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

/** How a step reads: locker deliveries wait for the receiver (docs/domain/statuses.md#meanings-and-sentences). */
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
