import { DriverMessagesDialog, type DriverMessagesProps } from '../drivers/index.ts'
import { MessageReceiverDialog } from '../shipments/index.ts'

/** To whom a dispatcher writes from a stop, and about which shipment. */
export type StopMessage =
  | ({ to: 'driver' } & Pick<DriverMessagesProps, 'driver' | 'about'>)
  | { to: 'receiver'; shipment_id: number; reference: string }

/** The dialog to write to the driver or the receiver of a stop. */
export function StopMessages({ message, onClose }: { message: StopMessage; onClose: () => void }) {
  return message.to === 'driver' ? (
    <DriverMessagesDialog driver={message.driver} about={message.about} onClose={onClose} />
  ) : (
    <MessageReceiverDialog
      shipment_id={message.shipment_id}
      reference={message.reference}
      onClose={onClose}
    />
  )
}
