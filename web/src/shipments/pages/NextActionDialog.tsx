import { useQuery } from '@tanstack/react-query'
import { shipmentsApi, type ShipmentDetail } from '@waybill/domain/shipments/api'
import { useEffect, useEffectEvent, useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { ShipmentDialogs, type Open } from './ShipmentDialogs.tsx'
import { useActions } from './use-actions.ts'

/**
 * Starts the most likely next action on a shipment from another page: opens its dialog, or the page of the shipment
 * when the user has no action with a dialog. `onClose` runs when the dialog is closed or was not needed.
 */
export function NextActionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useQuery(endpointQuery(shipmentsApi.detail, { id }))
  const fail = useEffectEvent((thrown: Error) => {
    showError(thrown)
    onClose()
  })
  useEffect(() => {
    if (error && !data) fail(error)
  }, [error, data])
  return data ? <Started detail={data} onClose={onClose} /> : null
}

function Started({ detail, onClose }: { detail: ShipmentDetail; onClose: () => void }) {
  const go = useGo()
  const [open, setOpen] = useState<Open | null>(null)
  const offered = useActions(detail, setOpen)
  const start = useEffectEvent(() => {
    const hasDialog = offered && ['assign', 'reschedule', 'release', 'deliver'].includes(offered.action.kind)
    if (!hasDialog) {
      onClose()
      if (offered?.action.kind !== 'address') void go(`/shipments/${detail.shipment.id}`)
    }
    if (hasDialog || offered?.action.kind === 'address') offered.onSelect()
  })
  useEffect(() => start(), [])
  return open && <ShipmentDialogs open={open} shipment={detail.shipment} onClose={onClose} />
}
