import {
  checkProof,
  fallback_fields,
  pin_attempts_max,
  pin_lock_minutes,
  proofMessage,
  type FallbackRules,
  type Proof,
} from '@waybill/domain/drivers/proof'
import { pod_fallback } from '@waybill/domain/drivers/settings'
import { invalid, Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/verdict'
import type { EventTexts } from '@waybill/domain/shipments/field-visibility'
import type { Context, BaseContext } from '../kit/handler.ts'
import { judgePin, pinDigest, type ShipmentRow } from '../shipments/index.ts'
import type { Evidence } from './action-rules.ts'

/**
 * A PIN that does not fit. It is thrown before anything else of its work was written but the count of it, which is stored: whoever catches it must commit.
 */
export class WrongPin extends Problem {
  constructor(tries_left: number) {
    const next =
      tries_left > 0
        ? `${tries_left} ${tries_left === 1 ? 'try' : 'tries'} left.`
        : `Try again in ${pin_lock_minutes} minutes or use the other proof.`
    super('invalid', `This PIN is not right. ${next}`, {
      fields: [{ field: 'pin', message: 'is not right' }],
    })
  }
}

/** What a complete proof says on the delivered event (docs/domain/public-api.md#proof-on-an-event). */
export interface ProvenDelivery extends EventTexts {
  data: Record<string, unknown>
  has_files: boolean
}

/**
 * Checks the receiver's proof: a PIN that fits, else the fallback fields the provider requires, or the photo of the
 * signed voucher. Throws what is missing, `WrongPin` for a wrong one (DRV-001, DRV-005,
 * docs/domain/routing-and-drivers.md#proof-of-delivery).
 */
export async function proveDelivery(
  ctx: Context,
  row: ShipmentRow,
  evidence: Evidence,
): Promise<ProvenDelivery> {
  const { payload, photos, signature } = evidence
  const method = row.pod_method
  const pin_ok = method !== 'grv' && Boolean(payload.pin) && (await isPin(ctx, row, payload.pin ?? ''))
  const proof: Proof = {
    pin_ok,
    name: payload.name,
    mobile_number: payload.mobile_number,
    department: payload.department,
    description: payload.description,
    photos,
    signature,
  }
  ensure(checkProof(method, proof, fallbackRules(ctx)))
  const has_files = photos.length > 0 || signature !== ''
  const is_pdf = (name: string) => name.toLowerCase().endsWith('.pdf')
  return {
    message: proofMessage(method, proof),
    internal_message: '',
    has_files,
    data: {
      type: has_files
        ? 'proof-of-delivery-images'
        : pin_ok
          ? 'proof-of-delivery-pin'
          : 'proof-of-delivery-details',
      images: photos.filter((name) => !is_pdf(name)),
      pdfs: photos.filter(is_pdf),
      name: payload.name ?? '',
      mobile_number: payload.mobile_number ?? '',
      department: payload.department ?? '',
      description: payload.description ?? '',
      signature,
      document_number: payload.document_number ?? '',
      pin_used: pin_ok,
    },
  }
}

/** Whether the PIN fits; throws while entry is locked, and `WrongPin` when it does not fit. */
async function isPin(ctx: Context, row: ShipmentRow, pin: string): Promise<boolean> {
  const { verdict, tries_left } = await judgePin(ctx, {
    shipment_id: row.id,
    digest: pinDigest(ctx, row.short_tracking_reference, pin),
    most: pin_attempts_max,
    lock_minutes: pin_lock_minutes,
  })
  if (verdict === 'wrong') throw new WrongPin(tries_left)
  if (verdict === 'locked')
    throw invalid(`Too many wrong PINs. Try again in ${pin_lock_minutes} minutes or use the other proof.`)
  return true
}

function fallbackRules(reader: BaseContext): FallbackRules {
  return Object.fromEntries(
    fallback_fields.map((field) => [
      field,
      {
        enabled: reader.setting(pod_fallback[field].enabled),
        required: reader.setting(pod_fallback[field].required),
      },
    ]),
  ) as FallbackRules
}
