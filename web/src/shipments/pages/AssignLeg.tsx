import { driversApi } from '@waybill/domain/drivers/api'
import { wrongState } from '@waybill/domain/kit/problem'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { assignableLeg, tripSheetLeg } from '@waybill/domain/shipments/statuses/next-action'
import { useState } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { useMe } from '../../kit/session/me.ts'
import { AssignDialog, type Leg } from '../collection-and-delivery/LegDialogs.tsx'

const changed = [shipmentsApi.detail, shipmentsApi.rows]

/**
 * Assigns a driver to a leg. The status changes to assigned if the status transitions allow it. A leg that
 * they do not lead to assigned, such as a stop that its driver handed back, is assigned through the trip sheet
 * endpoint.
 */
export function AssignLeg({ shipment, leg, onClose }: { shipment: Shipment; leg: Leg; onClose: () => void }) {
  const me = useMe()
  const [error, setError] = useState<Error | null>(null)
  const change = useEndpointMutation(shipmentsApi.change, { refresh: changed, done: onClose, inForm: true })
  const assign = useEndpointMutation(driversApi.assign, {
    refresh: changed,
    inForm: true,
    done: ({ results: [result] }) => {
      if (result && !result.assigned) setError(wrongState(result.message))
      else onClose()
    },
  })
  const isOnTripSheet = tripSheetLeg(me, shipment) === leg
  const status = assignableLeg(me, shipment) === leg ? (`${leg}-assigned` as const) : undefined
  return (
    <AssignDialog
      shipment={shipment}
      leg={leg}
      isSending={change.isPending || assign.isPending}
      error={error ?? assign.error ?? change.error}
      onClose={onClose}
      onAssign={(username, assignAnyway) => {
        if (isOnTripSheet)
          assign.mutate({ shipment_ids: [shipment.id], leg, username, assign_anyway: assignAnyway })
        else
          change.mutate({
            id: shipment.id,
            version: shipment.version,
            [`${leg}_agent_id`]: username,
            assign_anyway: assignAnyway,
            status,
          })
      }}
    />
  )
}
