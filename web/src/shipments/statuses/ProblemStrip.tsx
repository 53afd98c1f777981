import { dayOf } from '@waybill/domain/kit/calls/wire'
import { formatRelative } from '@waybill/domain/kit/texts/format'
import type { ShipmentDetail } from '@waybill/domain/shipments/api'
import { isHeld } from '@waybill/domain/shipments/statuses/interventions'
import { max_collection_attempts, max_delivery_attempts } from '@waybill/domain/shipments/settings'
import { isPlannedAgain, plannedDay } from '@waybill/domain/shipments/statuses/rescheduled'
import { isProblem, statusLabel } from '@waybill/domain/shipments/statuses/status'
import { useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import styles from './problem-strip.module.css'
import { weekdayText } from '../../kit/ui/values/moments.ts'
import { lastText, timesMoved } from './timeline-entries.ts'

/** The problem of a shipment, its time, and the button that fixes it; renders nothing if there is no problem. */
export function ProblemStrip({
  detail,
  action,
}: {
  detail: ShipmentDetail
  action: { label: string; onSelect: () => void } | null
}) {
  const { shipment, events } = detail
  const { status } = shipment
  const now = new Date()
  const max = {
    collection: useSetting(max_collection_attempts),
    delivery: useSetting(max_delivery_attempts),
  }
  if (!isProblem(status) && !isHeld(status) && status !== 'payment-failed') return null
  const leg = status.startsWith('collection') ? 'collection' : 'delivery'
  const attempts = shipment[`failed_${leg}_attempts`]
  const driver = shipment[`${leg}_agent_id`]
  const isSolved = isPlannedAgain(shipment, timesMoved(events), now)
  const parts = [
    isSolved ? lastText(status, events, now) : '',
    lastText(status, events, now)
      ? ''
      : `Since ${formatRelative(shipment.latest_tracking_event_time ?? shipment.time_modified, now)}.`,
    attempts > 0 && status.endsWith('failed-attempt') ? `Attempt ${attempts} of ${max[leg]}.` : '',
    status.endsWith('unassigned') && !driver ? 'No driver has this stop.' : '',
    shipment[`${leg}_rescheduled`] && shipment[`${leg}_rescheduled_reason`]
      ? `Rescheduled: ${shipment[`${leg}_rescheduled_reason`]}.`
      : '',
  ]
  return (
    <div className={styles.strip}>
      <Notice
        variant={isSolved ? 'info' : 'error'}
        title={
          isSolved
            ? `The ${leg} has been moved to ${weekdayText(plannedDay(shipment), dayOf(now))}.`
            : lastText(status, events, now) || `${statusLabel(status)}.`
        }
        action={
          action && (
            <Button size="sm" variant="danger" onClick={action.onSelect}>
              {action.label}
            </Button>
          )
        }
      >
        {parts.filter(Boolean).join(' ')}
      </Notice>
    </div>
  )
}
