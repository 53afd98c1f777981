import {
  checkProof,
  fallback_fields,
  mayTryPin,
  pin_attempts_max,
  pin_lock_minutes,
  proofMessage,
  type FallbackRules,
  type Proof,
} from '@waybill/domain/drivers/proof'
import { pod_fallback } from '@waybill/domain/drivers/settings'
import { Problem } from '@waybill/domain/kit/problem'
import { demand } from '@waybill/domain/kit/verdict'
import type { PodMethod } from '@waybill/domain/accounts/model'
import type { Ctx, Reader } from '../kit/verb.ts'
import { pinDigest, updateShipment, type ShipmentRow } from '../shipments/index.ts'
import type { Evidence } from './action-rules.ts'

/** A PIN that does not fit; it is counted, and so it must outlive the work that refused it. */
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

/** What a complete proof says on the delivered event (partner API 6.2). */
export interface ProvenDelivery {
  message: string
  data: Record<string, unknown>
  has_files: boolean
}

/**
 * Checks the receiver's proof: a PIN that fits, else the fallback fields the provider requires, or the photo of the
 * signed voucher. Throws what is missing, `WrongPin` for a wrong one (DRV-001, DRV-005, domain notes 5.7).
 */
export function proveDelivery(reader: Reader, row: ShipmentRow, evidence: Evidence): ProvenDelivery {
  const { payload, photos, signature } = evidence
  const method = row.pod_method as PodMethod
  const pin_ok = method !== 'grv' && Boolean(payload.pin) && isPin(reader, row, payload.pin ?? '')
  const proof: Proof = {
    pin_ok,
    name: payload.name,
    mobile_number: payload.mobile_number,
    department: payload.department,
    description: payload.description,
    photos,
    signature,
  }
  demand(checkProof(method, proof, fallbackRules(reader)))
  const has_files = photos.length > 0 || signature !== ''
  const is_pdf = (name: string) => name.toLowerCase().endsWith('.pdf')
  return {
    message: proofMessage(method, proof),
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
function isPin(reader: Reader, row: ShipmentRow, pin: string): boolean {
  demand(mayTryPin(wrongTries(row), reader.now))
  if (pinDigest(reader, row.short_tracking_reference, pin) === row.proof_of_delivery_pin_hashed) return true
  throw new WrongPin(pin_attempts_max - failuresAfter(row, reader.now))
}

const lock_ms = pin_lock_minutes * 60_000

/** Wrong tries in a row, all counted at the time of the last one: the lock is kept as its end. */
function wrongTries(row: ShipmentRow): Date[] {
  const { pod_pin_locked_until: until, pod_pin_failures: failures } = row
  return until ? Array.from({ length: failures }, () => new Date(until.getTime() - lock_ms)) : []
}

function failuresAfter(row: ShipmentRow, now: Date): number {
  const is_open = row.pod_pin_locked_until !== null && row.pod_pin_locked_until > now
  return (is_open ? row.pod_pin_failures : 0) + 1
}

/** Counts a wrong PIN; five in a row, each within 15 minutes of the one before, lock entry for 15 minutes. */
export async function countWrongPin(ctx: Ctx, row: ShipmentRow): Promise<void> {
  await updateShipment(ctx, row.id, {
    pod_pin_failures: failuresAfter(row, ctx.now),
    pod_pin_locked_until: new Date(ctx.now.getTime() + lock_ms),
  })
}

function fallbackRules(reader: Reader): FallbackRules {
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
