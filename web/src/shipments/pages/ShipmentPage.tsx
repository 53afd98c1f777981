import { useQuery } from '@tanstack/react-query'
import { IconCalendar } from '../../kit/icons/icons.ts'
import { mayViewAudit } from '@waybill/domain/audit/access'
import { hubApi } from '@waybill/domain/hub/api'
import { isStaff } from '@waybill/domain/kit/actor'
import { counterApi } from '@waybill/domain/payments/counter-api'
import { shipmentsApi, type ShipmentDetail } from '@waybill/domain/shipments/api'
import { correctableLegs, isBackFromPoint } from '@waybill/domain/shipments/statuses/next-action'
import { markOf } from '@waybill/domain/shipments/statuses/interventions'
import type { Shipment } from '@waybill/domain/shipments/model'
import { isUnpaid } from '@waybill/domain/shipments/statuses/status'
import { allow_account_users_to_edit_after_collection } from '@waybill/domain/shipments/settings'
import { useEffect, useState } from 'react'
import { ClaimsCard } from '../../claims/index.ts'
import { ShipmentCostsCard } from '../../costs/index.ts'
import { DamagesCard } from '../../hub/index.ts'
import { endpointQuery, ApiError, sentenceOf } from '../../kit/api/index.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Columns, Page } from '../../kit/ui/page-layout/Layout.tsx'
import { formatDecimal } from '../../kit/ui/values/numbers.ts'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError, ThinBar } from '../../kit/ui/states/States.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Reference } from '../../kit/ui/values/Value.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { PageNotFound } from '../../kit/url/page-not-found.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import type { MapPlace } from '../../maps/index.ts'
import { PayShipment } from '../../payments/index.ts'
import { usePlaces } from '../../pickup-points/index.ts'
import { AccountCard } from '../AccountCard.tsx'
import { ChargesCard } from '../pricing/ChargesCard.tsx'
import { DiscrepanciesCard } from '../discrepancies/DiscrepanciesCard.tsx'
import { FilesCard } from '../files/FilesCard.tsx'
import { NotesCard } from '../notes-and-tags/NotesCard.tsx'
import { editAddress } from '../edit/edit-address.ts'
import { ParcelTable } from '../ParcelTable.tsx'
import { PodCard } from '../proof-of-delivery/PodCard.tsx'
import { PrintButtons } from '../PrintButtons.tsx'
import { BackFromPoint } from '../statuses/BackFromPoint.tsx'
import { ProblemStrip } from '../statuses/ProblemStrip.tsx'
import { DisputesCard } from '../receiver/DisputesCard.tsx'
import { RouteCard } from '../collection-and-delivery/RouteCard.tsx'
import { StatusMenu, type StatusChoice } from './StatusMenu.tsx'
import { TagsCard } from '../notes-and-tags/TagsCard.tsx'
import { Timeline } from '../statuses/Timeline.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { ShipmentDialogs, type Open } from './ShipmentDialogs.tsx'
import { useActions } from './use-actions.ts'
import { useBranches, useAllDrivers } from './use-filter-choices.ts'

/**
 * The page of a shipment, limited to what the user may see. Displays the 404 page for an unknown shipment (NAV-076,
 * NAV-077).
 */
export default function ShipmentPage() {
  const part = usePathPart('id')
  const named = /^\d+$/.test(part) ? { id: Number(part) } : { tracking_reference: part }
  const query = useQuery({
    ...endpointQuery(shipmentsApi.detail, named),
    retry: (count, thrown) =>
      count < 2 && !(thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500),
  })
  const isUnknown = query.error instanceof ApiError && [400, 404].includes(query.error.status) && !query.data
  const [isNotified, setAnnounced] = useState(false)
  useEffect(() => {
    if (!isUnknown) return
    toast.error('Could not find shipment')
    setAnnounced(true)
  }, [isUnknown])
  const failure = query.error && !query.data && !isUnknown ? sentenceOf(query.error) : null
  useEffect(() => {
    if (failure) toast.error(`Error fetching shipment: ${failure}`)
  }, [failure])
  if (isNotified) throw new PageNotFound()
  if (query.data)
    return (
      <Page width="detail">
        <ThinBar active={query.isFetching} />
        <PageContent key={query.data.shipment.id} detail={query.data} />
      </Page>
    )
  return (
    <Page width="detail">
      <PageHeader title="Shipment" back={{ to: '/shipments', label: 'Shipments' }} />
      {query.error && !isUnknown ? (
        <RegionError thrown={query.error} what="This shipment" onRetry={() => void query.refetch()} />
      ) : (
        <Loading lines={12} onRetry={() => void query.refetch()} />
      )}
    </Page>
  )
}

function PageContent({ detail }: { detail: ShipmentDetail }) {
  const me = useMe()
  const { shipment } = detail
  const viewerIsStaff = isStaff(me)
  const drivers = useAllDrivers()
  const hubs = useHubs(shipment)
  const places = usePlaces(shipment)
  const [open, setOpen] = useState<Open | null>(null)
  const people = new Map([
    ...drivers.map((driver) => [driver.username, driver.name] as const),
    [me.username, me.name] as const,
  ])
  const act = useActions(detail, setOpen)
  const allowed = useSetting(allow_account_users_to_edit_after_collection)
  const correctable = mayCall(me, shipmentsApi.change) ? correctableLegs(me, shipment, allowed) : []
  const returns =
    mayCall(me, hubApi.addEvent) && markOf(me, shipment.status, 'returned-to-sender') !== undefined
  const mayTakeMoney = viewerIsStaff && mayCall(me, counterApi.take)
  const seesAudit = viewerIsStaff && mayViewAudit(me, 'shipment') === true
  const onStatus = (choice: StatusChoice): void => {
    if (choice.kind === 'move') setOpen({ kind: 'status', to: choice.to })
    else if (choice.kind === 'force') setOpen({ kind: 'status', to: null })
    else setOpen(choice)
  }
  return (
    <>
      <PageHeader
        title={<Reference of={shipment.tracking_reference} copy="always" />}
        titleText={shipment.tracking_reference}
        mono
        back={{ to: '/shipments', label: 'Shipments' }}
        badge={<StatusMenu shipment={shipment} onChoose={onStatus} />}
        note={summaryOf(shipment)}
        actions={
          <>
            <PrintButtons shipment={shipment} />
            <MoreMenu shipment={shipment} onOpen={setOpen} seesAudit={seesAudit} />
          </>
        }
        primary={
          act && (
            <Button
              variant="primary"
              {...(act.action.kind === 'reschedule' ? { icon: IconCalendar } : {})}
              onClick={act.onSelect}
            >
              {act.label}
            </Button>
          )
        }
      />
      {detail.label_outdated && (
        <Notice variant="warning">
          The printed label no longer says what is booked. Print it again and replace it.
        </Notice>
      )}
      <ProblemStrip
        detail={detail}
        action={act && ['assign', 'address', 'reschedule', 'release'].includes(act.action.kind) ? act : null}
      />
      {act?.action.kind === 'address' && isBackFromPoint(shipment, detail.events) && (
        <BackFromPoint
          place={shipment.delivery_address.company}
          elsewhere={editAddress(shipment.id, 'delivery')}
          onSender={returns ? () => setOpen({ kind: 'mark', to: 'returned-to-sender' }) : null}
        />
      )}
      <Columns
        main={
          <>
            <RouteCard
              shipment={shipment}
              people={people}
              hubs={hubs}
              places={places}
              isEditable
              correctable={correctable}
            />
            <ParcelTable shipment={shipment} />
            <Timeline detail={detail} people={people} />
          </>
        }
        side={
          <>
            {!viewerIsStaff && isPayable(shipment) && (
              <Card title="Payment">
                <PayShipment shipment_id={shipment.id} />
              </Card>
            )}
            {mayTakeMoney && isUnpaid(shipment.status) && (
              <Card title="Payment">
                <PayShipment
                  shipment_id={shipment.id}
                  payment_reference={shipment.payment_reference}
                  atCounterOnly
                />
              </Card>
            )}
            <ChargesCard shipment={shipment} />
            <DisputesCard of={{ shipment_id: shipment.id }} />
            <DiscrepanciesCard shipment_id={shipment.id} />
            {viewerIsStaff && (
              <DamagesCard shipment_id={shipment.id} reference={shipment.tracking_reference} />
            )}
            <AccountCard shipment={shipment} />
            <TagsCard shipment={shipment} />
            <PodCard shipment={shipment} />
            <FilesCard shipment_id={shipment.id} people={people} />
            <ClaimsCard shipment_id={shipment.id} />
            <ShipmentCostsCard shipment_id={shipment.id} />
            <NotesCard
              detail={detail}
              people={people}
              onAudit={seesAudit ? () => setOpen({ kind: 'audit' }) : undefined}
            />
          </>
        }
      />
      {open && <ShipmentDialogs open={open} shipment={shipment} onClose={() => setOpen(null)} />}
    </>
  )
}

/** Whether a shipment waits for the customer to pay for it or to accept the quote. */
function isPayable({ status }: Shipment): boolean {
  return ['payment-pending', 'payment-failed', 'quote', 'quote-expired'].includes(status)
}

/** Returns the summary line: `Economy · 3 parcels · 33 kg charged`. */
function summaryOf(shipment: Shipment): string {
  const parcels = shipment.parcels.length
  return [
    shipment.service_level_name || shipment.service_level_code,
    `${parcels} ${parcels === 1 ? 'parcel' : 'parcels'}`,
    shipment.charged_weight > 0 ? `${formatDecimal(shipment.charged_weight)} kg charged` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Returns the hubs of the route with their coordinates, for the map. */
function useHubs(shipment: Shipment): readonly MapPlace[] {
  const ids = [
    shipment.collection_branch_id,
    ...(shipment.transient_branch_ids ?? []),
    shipment.delivery_branch_id,
  ]
  return useBranches().flatMap(({ id, name, lat, lng }) =>
    ids.includes(id) && lat !== null && lng !== null ? [{ name, lat, lng }] : [],
  )
}
