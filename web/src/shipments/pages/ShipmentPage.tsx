import { useQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import {
  IconArrowBackUp,
  IconBan,
  IconCalendar,
  IconCopy,
  IconDotsVertical,
  IconFileText,
  IconHistory,
  IconMessage2,
  IconSteeringWheel,
} from '@tabler/icons-react'
import { mayViewAudit } from '@waybill/domain/audit/access'
import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { shipmentsApi, type ShipmentDetail } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { mayCancel } from '@waybill/domain/shipments/moves'
import { allow_account_users_to_edit_after_collection } from '@waybill/domain/shipments/settings'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import { useEffect, useState } from 'react'
import { AuditTrailModal } from '../../audit/index.ts'
import { reading, Refusal } from '../../kit/api/index.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { Button, IconButton } from '../../kit/ui/Button.tsx'
import { Columns, Page } from '../../kit/ui/Layout.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/Menu.tsx'
import { formatDecimal } from '../../kit/ui/numbers.ts'
import { PageHeader } from '../../kit/ui/PageHeader.tsx'
import { Loading, RegionError, ThinBar } from '../../kit/ui/States.tsx'
import { Reference } from '../../kit/ui/Value.tsx'
import { usePathPart } from '../../kit/url/page.ts'
import { useGo } from '../../kit/url/use-go.ts'
import type { MapPlace } from '../../maps/index.ts'
import { CommunicationLog } from '../../notifications/index.ts'
import { AccountCard } from '../AccountCard.tsx'
import { CancelDialog } from '../CancelDialog.tsx'
import { ChargesCard } from '../ChargesCard.tsx'
import { DocumentsCard } from '../DocumentsCard.tsx'
import { AssignDialog, RescheduleDialog, type Leg } from '../LegDialogs.tsx'
import {
  action_labels,
  assignableLeg,
  nextAction,
  reschedulableLeg,
  type NextAction,
} from '../next-action.ts'
import { NotesCard } from '../NotesCard.tsx'
import { ParcelTable } from '../ParcelTable.tsx'
import { openDigitalPod, PodCard } from '../PodCard.tsx'
import { PrintButtons } from '../PrintButtons.tsx'
import { ProblemStrip } from '../ProblemStrip.tsx'
import { RouteCard } from '../RouteCard.tsx'
import { useCancelRules } from '../shipment-rules.ts'
import { HoldDialog, ReleaseDialog, StatusDialog } from '../StatusDialog.tsx'
import { StatusMenu, type StatusChoice } from '../StatusMenu.tsx'
import { Timeline } from '../Timeline.tsx'
import { useBranches, useDrivers } from './use-filter-choices.ts'

/** What stands over the page. */
type Open =
  | { kind: 'status'; to: ShipmentStatus | null }
  | { kind: 'hold'; internal: boolean }
  | { kind: 'release' }
  | { kind: 'assign'; leg: Leg }
  | { kind: 'reschedule'; leg: Leg }
  | { kind: 'cancel' }
  | { kind: 'log' }
  | { kind: 'audit' }

/** One shipment, as its viewer may see it. An unknown one is the 404 page. */
export default function ShipmentPage() {
  const part = usePathPart('id')
  const named = /^\d+$/.test(part) ? { id: Number(part) } : { tracking_reference: part }
  const query = useQuery({
    ...reading(shipmentsApi.detail, named),
    retry: (count, thrown) =>
      count < 2 && !(thrown instanceof Refusal && thrown.status >= 400 && thrown.status < 500),
  })
  const isUnknown = query.error instanceof Refusal && [400, 404].includes(query.error.status) && !query.data
  useEffect(() => {
    if (isUnknown) toast.error('Could not find shipment')
  }, [isUnknown])
  if (isUnknown) throw notFound()
  if (query.data)
    return (
      <Page width="detail">
        <ThinBar active={query.isFetching} />
        <Shown key={query.data.shipment.id} detail={query.data} />
      </Page>
    )
  return (
    <Page width="detail">
      <PageHeader title="Shipment" back={{ to: '/shipments', label: 'Shipments' }} />
      {query.error ? (
        <RegionError thrown={query.error} what="This shipment" onRetry={() => void query.refetch()} />
      ) : (
        <Loading lines={12} onRetry={() => void query.refetch()} />
      )}
    </Page>
  )
}

function Shown({ detail }: { detail: ShipmentDetail }) {
  const me = useMe()
  const { shipment } = detail
  const is_staff = isStaff(me)
  const drivers = useDrivers()
  const hubs = useHubs(shipment)
  const [open, setOpen] = useState<Open | null>(null)
  const [editing, setEditing] = useState<'route' | 'account' | null>(null)
  const people = new Map([
    ...drivers.map((driver) => [driver.username, driver.name] as const),
    [me.username, me.name] as const,
  ])
  const act = useActions(shipment, setOpen)
  const seesAudit = is_staff && mayViewAudit(me, 'shipment') === true
  const edit = (card: 'route' | 'account') => (isEditing: boolean) => setEditing(isEditing ? card : null)
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
            <PrintButtons shipment_id={shipment.id} />
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
      <ProblemStrip
        detail={detail}
        action={act && ['assign', 'reschedule', 'release'].includes(act.action.kind) ? act : null}
      />
      <Columns
        main={
          <>
            <RouteCard
              shipment={shipment}
              people={people}
              hubs={hubs}
              isEditing={editing === 'route'}
              onEdit={edit('route')}
            />
            <ParcelTable shipment={shipment} />
            <Timeline detail={detail} people={people} />
          </>
        }
        side={
          <>
            <ChargesCard shipment={shipment} />
            <AccountCard shipment={shipment} isEditing={editing === 'account'} onEdit={edit('account')} />
            <PodCard shipment={shipment} />
            <NotesCard
              detail={detail}
              people={people}
              onAudit={seesAudit ? () => setOpen({ kind: 'audit' }) : undefined}
            />
            <DocumentsCard files={detail.files} />
          </>
        }
      />
      {open && <Over open={open} shipment={shipment} drivers={drivers} onClose={() => setOpen(null)} />}
    </>
  )
}

/** `Economy · 3 parcels · 33 kg charged`. */
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

/** The most likely next action with what it does, if this person has one. */
function useActions(
  shipment: Shipment,
  onOpen: (open: Open) => void,
): { action: NextAction; label: string; onSelect: () => void } | null {
  const me = useMe()
  const allowed = useSetting(allow_account_users_to_edit_after_collection)
  const action = nextAction(me, shipment, allowed)
  if (!action || !mayDo(me, action)) return null
  const onSelect = (): void => {
    if (action.kind === 'assign' || action.kind === 'reschedule' || action.kind === 'release') onOpen(action)
    else if (action.kind === 'deliver') onOpen({ kind: 'status', to: 'delivered' })
    else void openDigitalPod(shipment.id)
  }
  return { action, label: action_labels[action.kind](action), onSelect }
}

function mayDo(me: Actor, action: NextAction): boolean {
  if (action.kind === 'proof') return mayCall(me, shipmentsApi.digitalPod)
  return mayCall(me, action.kind === 'release' ? shipmentsApi.release : shipmentsApi.change)
}

/** The hubs on the way with their places, for the map. */
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

function MoreMenu({
  shipment,
  onOpen,
  seesAudit,
}: {
  shipment: Shipment
  onOpen: (open: Open) => void
  seesAudit: boolean
}) {
  const me = useMe()
  const go = useGo()
  const rules = useCancelRules(shipment.account)
  const allowed = useSetting(allow_account_users_to_edit_after_collection)
  const mayChangeIt = mayCall(me, shipmentsApi.change)
  const reschedules = mayChangeIt ? reschedulableLeg(me, shipment, allowed) : null
  const assigns = mayChangeIt ? (assignableLeg(me, shipment) ?? assignedLeg(me, shipment)) : null
  const mayCreate = mayCall(me, shipmentsApi.create)
  const entries: MenuEntry[] = [
    ...(reschedules
      ? [
          {
            label: `Reschedule ${reschedules}…`,
            icon: IconCalendar,
            onSelect: () => onOpen({ kind: 'reschedule', leg: reschedules }),
          },
        ]
      : []),
    ...(assigns
      ? [
          {
            label: `Assign ${assigns} driver…`,
            icon: IconSteeringWheel,
            onSelect: () => onOpen({ kind: 'assign', leg: assigns }),
          },
        ]
      : []),
    ...(mayCreate
      ? [
          {
            label: 'Duplicate',
            icon: IconCopy,
            onSelect: () => go(`/shipments/new?duplicate=${shipment.id}`),
          },
          {
            label: 'Create return',
            icon: IconArrowBackUp,
            onSelect: () => go(`/shipments/new?return=${shipment.id}`),
          },
        ]
      : []),
    {
      label: 'Public tracking page',
      icon: IconFileText,
      onSelect: () =>
        void window.open(
          `/track?ref=${encodeURIComponent(shipment.tracking_reference)}`,
          '_blank',
          'noopener',
        ),
    },
    ...(mayCall(me, notificationsApi.log)
      ? [{ label: 'Communication log', icon: IconMessage2, onSelect: () => onOpen({ kind: 'log' }) }]
      : []),
    ...(seesAudit
      ? [{ label: 'Audit trail', icon: IconHistory, onSelect: () => onOpen({ kind: 'audit' }) }]
      : []),
    ...(mayCall(me, shipmentsApi.cancel) && shipment.status !== 'cancelled'
      ? [
          'separator' as const,
          {
            label: 'Cancel shipment…',
            icon: IconBan,
            danger: true,
            verdict: mayCancel(me, shipment, rules),
            onSelect: () => onOpen({ kind: 'cancel' }),
          },
        ]
      : []),
  ]
  return (
    <Menu label="More" entries={entries}>
      {(trigger) => (
        <IconButton {...trigger} label="More" icon={IconDotsVertical} variant="secondary" tooltip={false} />
      )}
    </Menu>
  )
}

/** The leg whose driver may be changed while it is assigned already. */
function assignedLeg(me: Actor, { status }: Shipment): Leg | null {
  if (!isStaff(me)) return null
  if (status === 'collection-assigned') return 'collection'
  return status === 'delivery-assigned' || status === 'out-for-delivery' ? 'delivery' : null
}

function Over({
  open,
  shipment,
  drivers,
  onClose,
}: {
  open: Open
  shipment: Shipment
  drivers: ReturnType<typeof useDrivers>
  onClose: () => void
}) {
  const rules = useCancelRules(shipment.account)
  switch (open.kind) {
    case 'status':
      return <StatusDialog shipment={shipment} to={open.to} onClose={onClose} />
    case 'hold':
      return <HoldDialog shipment={shipment} internal={open.internal} onClose={onClose} />
    case 'release':
      return <ReleaseDialog shipment={shipment} onClose={onClose} />
    case 'assign':
      return (
        <AssignDialog
          shipment={shipment}
          leg={open.leg}
          drivers={drivers.map(({ username, name }) => ({ value: username, label: name || username }))}
          onClose={onClose}
        />
      )
    case 'reschedule':
      return <RescheduleDialog shipment={shipment} leg={open.leg} onClose={onClose} />
    case 'cancel':
      return <CancelDialog shipments={[shipment]} rules={rules} onClose={onClose} />
    case 'log':
      return (
        <CommunicationLog
          shipment_id={shipment.id}
          reference={shipment.tracking_reference}
          onClose={onClose}
        />
      )
    case 'audit':
      return <AuditTrailModal type="shipment" object_id={String(shipment.id)} onClose={onClose} />
  }
}
