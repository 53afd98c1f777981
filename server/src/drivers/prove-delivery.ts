import {
  checkProof,
  fallback_fields,
  proofMessage,
  type FallbackRules,
  type Proof,
} from '@waybill/domain/drivers/proof'
import { fieldOrder, proofOrder } from '@waybill/domain/drivers/proof-order'
import { driver_pod1, driver_pod2, driver_pod3, pod_fallback } from '@waybill/domain/drivers/settings'
import { Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { pinRejection } from '@waybill/domain/shipments/proof-of-delivery/pins'
import type { EventTexts } from '@waybill/domain/shipments/field-visibility'
import type { Context, BaseContext } from '../kit/handler.ts'
import { judgeShipmentPin, type PinResult, type ShipmentRow } from '../shipments/index.ts'
import type { Evidence } from './action-rules.ts'

/**
 * A rejected PIN. It is thrown after only the PIN failure count was written. That count must be stored, so code that
 * catches this error must commit.
 */
export class PinRejectedProblem extends Problem {
  readonly verdict: PinResult['verdict']

  constructor({ verdict, tries_left }: PinResult) {
    const isWrong = verdict === 'wrong'
    super('invalid', pinRejection({ isWrong, tries_left }, true), {
      fields: isWrong ? [{ field: 'pin', message: 'is incorrect' }] : [],
    })
    this.verdict = verdict
  }
}

/** The texts and data of a complete proof for the delivered event (docs/domain/public-api.md#proof-on-an-event). */
export interface ProvenDelivery extends EventTexts {
  data: Record<string, unknown>
  has_files: boolean
}

/**
 * Checks the proof of delivery: a right PIN, otherwise the fallback fields that the provider requires, or the photo
 * of the signed voucher. Throws an error that names what is missing, or `PinRejectedProblem` for a rejected PIN
 * (DRV-001, DRV-005, docs/domain/routing-and-drivers.md#proof-of-delivery).
 */
export async function proveDelivery(
  ctx: Context,
  row: ShipmentRow,
  evidence: Evidence,
): Promise<ProvenDelivery> {
  const { payload, photos, signature } = evidence
  const method = row.pod_method
  const pinOk = method !== 'grv' && Boolean(payload.pin)
  if (pinOk) await requirePin(ctx, row, payload.pin ?? '')
  const proof: Proof = {
    pin_ok: pinOk,
    name: payload.name,
    mobile_number: payload.mobile_number,
    department: payload.department,
    description: payload.description,
    photos,
    signature,
  }
  const steps = proofOrder([ctx.setting(driver_pod1), ctx.setting(driver_pod2), ctx.setting(driver_pod3)])
  ensure(checkProof(method, proof, fallbackRules(ctx), fieldOrder(steps)))
  const hasFiles = photos.length > 0 || signature !== ''
  const isPdf = (name: string) => name.toLowerCase().endsWith('.pdf')
  return {
    message: proofMessage(method, proof),
    internal_message: '',
    has_files: hasFiles,
    data: {
      type: hasFiles
        ? 'proof-of-delivery-images'
        : pinOk
          ? 'proof-of-delivery-pin'
          : 'proof-of-delivery-details',
      images: photos.filter((name) => !isPdf(name)),
      pdfs: photos.filter(isPdf),
      name: payload.name ?? '',
      mobile_number: payload.mobile_number ?? '',
      department: payload.department ?? '',
      description: payload.description ?? '',
      signature,
      document_number: payload.document_number ?? '',
      pin_used: pinOk,
    },
  }
}

/** Checks a PIN and counts a wrong one; throws `PinRejectedProblem` when it is wrong or PIN entry is locked. */
export async function requirePin(ctx: Context, row: ShipmentRow, pin: string): Promise<void> {
  const judged = await judgeShipmentPin(ctx, row, pin)
  if (judged.verdict !== 'right') throw new PinRejectedProblem(judged)
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
