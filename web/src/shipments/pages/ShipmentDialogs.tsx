import type { Mark } from '@waybill/domain/shipments/statuses/interventions'
import type { Shipment } from '@waybill/domain/shipments/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { Suspense } from 'react'
import { AuditTrailModal } from '../../audit/index.ts'
import { CommunicationLog } from '../../notifications/index.ts'
import { CancelDialog } from '../statuses/CancelDialog.tsx'
import { RescheduleDialog, type Leg } from '../collection-and-delivery/LegDialogs.tsx'
import { DriverMessagesDialog } from '../../drivers/index.ts'
import { MessageReceiverDialog } from './MessageReceiverDialog.tsx'
import { useCancelRules } from '../shipment-rules.ts'
import { AssignLeg } from './AssignLeg.tsx'
import { HoldDialog, MarkDialog, ReleaseDialog, StatusDialog } from './StatusDialog.tsx'

/** The open dialog. */
export type Open =
  | { kind: 'status'; to: ShipmentStatus | null }
  | { kind: 'hold'; internal: boolean }
  | { kind: 'mark'; to: Mark }
  | { kind: 'release' }
  | { kind: 'assign'; leg: Leg }
  | { kind: 'reschedule'; leg: Leg }
  | { kind: 'cancel' }
  | { kind: 'message-driver'; driver: { username: string; name: string } }
  | { kind: 'message-receiver' }
  | { kind: 'log' }
  | { kind: 'audit' }

/** Renders the open dialog of the shipment page. */
export function ShipmentDialogs({
  open,
  shipment,
  onClose,
  previewsFirst = false,
}: {
  open: Open
  shipment: Shipment
  onClose: () => void
  /** Whether the price of another day is displayed before it is saved. */
  previewsFirst?: boolean
}) {
  const rules = useCancelRules(shipment.account)
  switch (open.kind) {
    case 'status':
      return <StatusDialog shipment={shipment} to={open.to} onClose={onClose} />
    case 'hold':
      return <HoldDialog shipment={shipment} internal={open.internal} onClose={onClose} />
    case 'mark':
      return <MarkDialog shipment={shipment} to={open.to} onClose={onClose} />
    case 'release':
      return <ReleaseDialog shipment={shipment} onClose={onClose} />
    case 'assign':
      return <AssignLeg shipment={shipment} leg={open.leg} onClose={onClose} />
    case 'reschedule':
      return (
        <RescheduleDialog
          shipment={shipment}
          leg={open.leg}
          previewsFirst={previewsFirst}
          onClose={onClose}
        />
      )
    case 'cancel':
      return <CancelDialog shipments={[shipment]} rules={rules} onClose={onClose} />
    case 'message-driver':
      return (
        <Suspense fallback={null}>
          <DriverMessagesDialog
            driver={open.driver}
            about={{ shipment_id: shipment.id, reference: shipment.tracking_reference }}
            onClose={onClose}
          />
        </Suspense>
      )
    case 'message-receiver':
      return (
        <MessageReceiverDialog
          shipment_id={shipment.id}
          reference={shipment.tracking_reference}
          onClose={onClose}
        />
      )
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
