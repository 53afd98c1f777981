import {
  IconArrowBackUp,
  IconBan,
  IconCalendar,
  IconCopy,
  IconDotsVertical,
  IconFileText,
  IconFileAlert,
  IconHistory,
  IconLink,
  IconMessage,
  IconMessage2,
  IconPencil,
  IconSteeringWheel,
} from '../../kit/icons/icons.ts'
import { driverMessagesApi } from '@waybill/domain/drivers/messages-api'
import { driversApi } from '@waybill/domain/drivers/api'
import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { mayCancel } from '@waybill/domain/shipments/statuses/manual-status-changes'
import { assignableLeg, reschedulableLeg, tripSheetLeg } from '@waybill/domain/shipments/statuses/next-action'
import { isAtOrPast, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { allow_account_users_to_edit_after_collection } from '@waybill/domain/shipments/settings'
import { useMayLodge } from '../../claims/index.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { personName } from '../../kit/session/people.ts'
import { copyText } from '../../kit/layers/toasts.ts'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import type { Leg } from '../collection-and-delivery/LegDialogs.tsx'
import { editAddress } from '../edit/edit-address.ts'
import { useEditable } from '../edit/use-edit.ts'
import { useCancelRules } from '../shipment-rules.ts'
import type { Open } from './ShipmentDialogs.tsx'

/** Statuses in which a payment is still due. */
const awaits_payment: readonly ShipmentStatus[] = ['payment-pending', 'payment-failed']

/**
 * The ⋮ menu of a shipment with all further actions. Actions that the user may not perform are left out; actions that
 * a rule forbids can be disabled with the reason.
 */
export function MoreMenu({
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
  const onTripSheet = mayCall(me, driversApi.assign) ? tripSheetLeg(me, shipment) : null
  const assigns =
    onTripSheet ?? (mayChangeIt ? (assignableLeg(me, shipment) ?? assignedLeg(me, shipment)) : null)
  const { isAny } = useEditable(shipment)
  const mayCreate = mayCall(me, shipmentsApi.create)
  const lodges = useMayLodge(shipment.id)
  const driver = driverOf(shipment)
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
    ...(isAny
      ? [{ label: 'Edit shipment', icon: IconPencil, onSelect: () => go(editAddress(shipment.id)) }]
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
    ...(driver && mayCall(me, driverMessagesApi.send)
      ? [
          {
            label: `Message ${personName(driver)}…`,
            icon: IconMessage,
            onSelect: () =>
              onOpen({ kind: 'message-driver', driver: { username: driver, name: personName(driver) } }),
          },
        ]
      : []),
    ...(isStaff(me) && mayCall(me, shipmentsApi.messageReceiver)
      ? [
          {
            label: 'Message the receiver…',
            icon: IconMessage,
            onSelect: () => onOpen({ kind: 'message-receiver' }),
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
    ...(lodges !== null
      ? [
          {
            label: 'Lodge a claim…',
            icon: IconFileAlert,
            verdict: lodges,
            onSelect: () => go(`/claims/new?shipment=${encodeURIComponent(shipment.tracking_reference)}`),
          },
        ]
      : []),
    ...(awaits_payment.includes(shipment.status)
      ? [
          {
            label: 'Copy payment link',
            icon: IconLink,
            onSelect: () => copyText(`${window.location.origin}/pay/${shipment.payment_reference}`),
          },
        ]
      : []),
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
            verdict: mayCancel(me, shipment, new Date(), rules),
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

/** Returns the username of the driver of the current leg; `''` if there is none. */
function driverOf({ status, collection_agent_id, delivery_agent_id }: Shipment): string {
  if (['delivered', 'cancelled', 'returned-to-sender'].includes(status)) return ''
  return isAtOrPast(status, 'collected') ? delivery_agent_id : collection_agent_id
}

/** Returns the leg that already has a driver and whose driver may be changed; `null` if there is none. */
function assignedLeg(me: Actor, { status }: Shipment): Leg | null {
  if (!isStaff(me)) return null
  if (status === 'collection-assigned') return 'collection'
  return status === 'delivery-assigned' || status === 'out-for-delivery' ? 'delivery' : null
}
