import type { BaseContext } from '../../kit/handler.ts'

/** Returns the sender’s PIN at a locker: four digits derived from the shipment and the digest key of the server. */
export function dropoffPin(
  reader: BaseContext,
  { short_tracking_reference }: { short_tracking_reference: string },
): string {
  const digest = Buffer.from(
    reader.sealer.digest('dropoff-pin', `${reader.provider_id}:${short_tracking_reference}`),
    'base64',
  )
  return String(digest.readUInt32BE(0) % 10_000).padStart(4, '0')
}
