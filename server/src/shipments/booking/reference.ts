import {
  customReference,
  reference_alphabet,
  returnReference,
  withPrefix,
} from '@waybill/domain/shipments/labels/references'
import { pod_pin_length } from '@waybill/domain/shipments/settings'
import type { Context } from '../../kit/handler.ts'
import { takeReferences } from '../rename-shipment.ts'
import { countReturns } from '../store.ts'
import type { CheckedBooking } from './draft.ts'

/** The references of a shipment, and its delivery PIN. */
export interface BookingReferences {
  short: string
  /** The company's or caller's own reference, or the reference of a return; `null` if only the short one exists. */
  custom: string | null
  /** One per parcel; `null` if the caller gave none. */
  alternatives: readonly (string | null)[]
  /** The delivery PIN in plain text. */
  pin: string
}

/** Returns the references that the caller chose, and a new PIN. Both stay the same for every attempt. */
export function chosenReferences(ctx: Context, booking: CheckedBooking) {
  const { input, original } = booking
  const prefix = booking.rules.tracking_prefix
  const alternatives = (input.parcels ?? []).map((parcel) =>
    parcel.alternative_tracking_reference ? withPrefix(prefix, parcel.alternative_tracking_reference) : null,
  )
  const named = [
    ...(input.custom_tracking_reference && !original
      ? [withPrefix(prefix, input.custom_tracking_reference)]
      : []),
    ...alternatives.flatMap((one) => one ?? []),
  ]
  return { alternatives, named, pin: ctx.random('0123456789', ctx.setting(pod_pin_length)) }
}

/**
 * Returns the references for one attempt. References chosen by the caller are checked on every attempt, because
 * another booking may have taken one in the meantime. After the first attempt, short references are one character
 * longer.
 */
export async function drawReferences(
  ctx: Context,
  booking: CheckedBooking,
  chosen: ReturnType<typeof chosenReferences>,
  attempt: number,
): Promise<BookingReferences> {
  const { account, input, original } = booking
  await takeReferences(ctx, account.id, chosen.named)
  const returns = original ? await countReturns(ctx, original.id) : 0
  const short = ctx.random(reference_alphabet, attempt === 0 ? 6 : 7)
  const custom = original
    ? returnReference(original.custom_tracking_reference ?? original.short_tracking_reference, returns)
    : customReference(booking.rules.tracking_prefix, input.custom_tracking_reference ?? '', short)
  return { short, custom, alternatives: chosen.alternatives, pin: chosen.pin }
}

/**
 * Returns the digest that a PIN is compared with. It is keyed, because all four-digit PINs can be tried quickly
 * (docs/domain/routing-and-drivers.md#pins).
 */
export function pinDigest(ctx: Pick<Context, 'sealer'>, shortTrackingReference: string, pin: string): string {
  return ctx.sealer.digest('pod-pin', `${shortTrackingReference}:${pin}`)
}
