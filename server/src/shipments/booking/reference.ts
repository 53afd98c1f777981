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

/** The references a shipment is known by, and its PIN. */
export interface BookingReferences {
  short: string
  /** The company's or the caller's own, or that of a return; `null` when it has the short one alone. */
  custom: string | null
  /** Of each parcel, `null` where the caller named none. */
  alternatives: readonly (string | null)[]
  /** The PIN of the delivery, in clear. */
  pin: string
}

/** What callers chose themselves, and the PIN: the same at every try. */
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
 * The references of one try. Those that callers named are taken again at each: somebody else may have taken one
 * meanwhile. After the first try short references are one character longer.
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
 * The digest a PIN is compared with: keyed, because four digits are quickly tried out
 * (docs/domain/routing-and-drivers.md#pins).
 */
export function pinDigest(ctx: Pick<Context, 'sealer'>, shortTrackingReference: string, pin: string): string {
  return ctx.sealer.digest('pod-pin', `${shortTrackingReference}:${pin}`)
}
