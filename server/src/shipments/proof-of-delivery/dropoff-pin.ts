import { dropoff_pin_length } from '@waybill/domain/shipments/proof-of-delivery/pins'
import type { BaseContext } from '../../kit/handler.ts'

/** Returns the sender’s PIN at a pickup point: digits derived from the shipment and the digest key of the server. */
export function dropoffPin(
  reader: BaseContext,
  { short_tracking_reference }: { short_tracking_reference: string },
): string {
  const digest = Buffer.from(
    reader.sealer.digest('dropoff-pin', `${reader.provider_id}:${short_tracking_reference}`),
    'base64',
  )
  return String(digest.readUInt32BE(0) % 10 ** dropoff_pin_length).padStart(dropoff_pin_length, '0')
}
