import { allow_same_day_retry } from '@waybill/domain/drivers/settings'
import { useSetting } from '../../kit/session/me.ts'
import { useRedirect } from '../../kit/url/use-redirect.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { useEffect, useState } from 'react'
import { useVisit } from '../day/use-visit.ts'
import { AddFlow } from '../stops/AddFlow.tsx'
import { add_photos, AddPhotosFlow } from '../stops/AddPhotosFlow.tsx'
import { CancelParcelFlow } from '../stops/CancelParcelFlow.tsx'
import { HandOverFlow } from '../proof-of-delivery/HandOverFlow.tsx'
import { change_kinds, outcome_kinds, type ChangeKind, type OutcomeKind } from '../stops/stop-outcomes.ts'
import { OutcomeFlow } from '../stops/OutcomeFlow.tsx'
import { watchPosition } from '../phone/phone-position.ts'
import { RequestFlow } from '../stops/RequestFlow.tsx'
import { endable, handedOver, subjectsOf, type StopView } from '../stops/trip-sheet-stops.ts'
import { stopAddress } from '../stops/StopRow.tsx'
import type { DriverApp } from '../use-driver-app.ts'
import { cancellable, useStopChanges } from '../stops/use-stop-changes.ts'
import { useFormerDraft } from '../stops/use-step-draft.ts'
import { useStop } from '../stops/use-stop.tsx'

/**
 * Page to end a stop: hand over, or give the reason why not. Redirects to the stop page when the stop has already
 * ended.
 */
export default function StepPage() {
  const { app, view, missing } = useStop()
  const step = usePathPart('step')
  const kind = outcome_kinds.find((one): one is OutcomeKind => one === step)
  const mayRetry = useSetting(allow_same_day_retry)
  const changes = useStopChanges(view)
  const former = useFormerDraft(view?.stop.stop_id ?? '', step)
  const [isChecking, setChecking] = useState(false)
  const shipments = !view ? [] : kind ? endable(view, kind, mayRetry) : handedOver(view, mayRetry)
  const request = view?.stop.request ?? null
  const isWaiting = request ? view?.state === 'to-do' : shipments.length > 0
  const change = change_kinds.find((one): one is ChangeKind => one === step)
  const isChange = change !== undefined && view !== null && changes.includes(change)
  const addsPhotos = step === add_photos && view !== null && view.stop.shipments.length > 0
  const isOpen =
    addsPhotos || isChecking || (isWaiting && (kind !== undefined || step === 'hand-over' || isChange))
  const back = view && !isOpen ? stopAddress(view.stop.stop_id) : null
  const endsStop = isWaiting && (kind !== undefined || step === 'hand-over')
  useEffect(watchPosition, [])
  useVisit(app, endsStop && view?.state === 'to-do' ? view.stop : null, 'arrival')
  useRedirect(back)
  if (!view) return missing
  if (!isOpen || former === undefined) return null
  if (addsPhotos) return <AddPhotosFlow app={app} stop={view.stop} former={former} />
  if (change) return <ChangeFlow app={app} view={view} change={change} />
  if (kind) return <OutcomeFlow app={app} stop={view.stop} subject={shipments} kind={kind} former={former} />
  return request ? (
    <RequestFlow app={app} stop={view.stop} request={request} former={former} />
  ) : (
    <HandOverFlow app={app} stop={view.stop} subject={shipments} former={former} onChecking={setChecking} />
  )
}

/** Changes a collection: adds a parcel or shipment, or cancels a parcel. */
function ChangeFlow({ app, view, change }: { app: DriverApp; view: StopView; change: ChangeKind }) {
  const { stop, open } = view
  if (change === 'cancel-parcel')
    return <CancelParcelFlow app={app} stop={stop} shipments={cancellable(view)} />
  const choices = stop.request
    ? subjectsOf(view).map((subject) => ({ name: stop.request?.display_id ?? '', subject }))
    : open.map(({ shipment_id, tracking_reference }) => ({
        name: tracking_reference,
        subject: { shipment_id },
      }))
  return (
    <AddFlow app={app} stop={stop} choices={choices} adds={change === 'add-parcel' ? 'parcel' : 'shipment'} />
  )
}
