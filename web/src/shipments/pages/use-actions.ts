import { driversApi } from '@waybill/domain/drivers/api'
import type { Actor } from '@waybill/domain/kit/actor'
import { shipmentsApi, type ShipmentDetail } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { allow_account_users_to_edit_after_collection } from '@waybill/domain/shipments/settings'
import {
  isAddressWrong,
  isBackFromPoint,
  nextAction,
  tripSheetLeg,
  type NextAction,
} from '@waybill/domain/shipments/statuses/next-action'
import { isPlannedAgain } from '@waybill/domain/shipments/statuses/rescheduled'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { editAddress } from '../edit/edit-address.ts'
import { openDigitalPod } from '../proof-of-delivery/PodCard.tsx'
import { actionLabel } from '../statuses/action-labels.ts'
import { timesMoved } from '../statuses/timeline-entries.ts'
import type { Open } from './ShipmentDialogs.tsx'

/** An action that the user may perform, with its label and what starts it. */
export interface OfferedAction {
  action: NextAction
  label: string
  onSelect: () => void
}

/**
 * Returns the most likely next action that the current user may perform, with label and handler; `null` if there is
 * none.
 */
export function useActions(
  { shipment, events }: ShipmentDetail,
  onOpen: (open: Open) => void,
): OfferedAction | null {
  const me = useMe()
  const go = useGo()
  const allowed = useSetting(allow_account_users_to_edit_after_collection)
  const needsPlace = isAddressWrong(shipment.status, events) || isBackFromPoint(shipment, events)
  const action = nextAction(me, shipment, allowed, needsPlace)
  const isSolved = action?.kind === 'reschedule' && isPlannedAgain(shipment, timesMoved(events), new Date())
  if (!action || isSolved || !mayDo(me, shipment, action)) return null
  const onSelect = (): void => {
    if (action.kind === 'deliver') onOpen({ kind: 'status', to: 'delivered' })
    else if (action.kind === 'proof') void openDigitalPod(shipment.id)
    else if (action.kind === 'address') void go(editAddress(shipment.id, action.leg))
    else onOpen(action)
  }
  return { action, label: actionLabel(action, shipment.status), onSelect }
}

function mayDo(me: Actor, shipment: Shipment, action: NextAction): boolean {
  if (action.kind === 'proof') return mayCall(me, shipmentsApi.digitalPod)
  if (action.kind === 'assign' && tripSheetLeg(me, shipment)) return mayCall(me, driversApi.assign)
  return mayCall(me, action.kind === 'release' ? shipmentsApi.release : shipmentsApi.change)
}
