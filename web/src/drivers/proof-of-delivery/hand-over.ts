import { collectionProblems, type CollectionMethod } from '@waybill/domain/cash/collecting'
import { nextReceiptNumber, type ReceiptBlock } from '@waybill/domain/cash/receipt-numbers'
import { parseRand } from '@waybill/domain/kit/money'
import type { ActionPayload } from '@waybill/domain/drivers/api'
import { fieldOrder, type ProofStep } from '@waybill/domain/drivers/proof-order'
import { checkProof, fallback_fields, type FallbackRules } from '@waybill/domain/drivers/proof'
import type { Leg, StopShipment } from '@waybill/domain/drivers/model'
import type { Problem } from '@waybill/domain/kit/problem'
import { digitsToGo, type PinEntry } from './pin-pad.ts'
import { retried_statuses } from '../stops/stop-rules.ts'
import { currentTexts, ruleText } from '../texts/texts.ts'

/** A photo or signature taken on this phone, identified by a local id until it has been uploaded. */
export interface Evidence {
  evidence_id: string
  kind: 'photo' | 'signature'
  blob: Blob
  /** The upload name under which the action of a photo that is sent later was sent. */
  upload_name?: string
}

/**
 * Returns copies of photos and a signature for one shipment, because a stored file belongs to one shipment. The same
 * shipment gets the same ids again, so that a repeated attempt uploads nothing twice.
 */
export function copiesFor(
  { shipment_id }: Pick<StopShipment, 'shipment_id'>,
  evidence: readonly Evidence[],
): Evidence[] {
  return evidence.map((one) => ({ ...one, evidence_id: `${one.evidence_id}-${shipment_id}` }))
}

/** The input of a hand-over: a PIN per shipment, or the receiver's details with photos and signature. */
export interface HandOver {
  /** By shipment id. */
  pins: Readonly<Record<number, PinEntry>>
  /** Whether the receiver has no PIN, so that the other proof is given. */
  isWithoutPin: boolean
  name: string
  mobile_number: string
  department: string
  description: string
  document_number: string
  /** The locker compartment, as written on its door. */
  compartment: string
  photos: readonly Evidence[]
  signature: Evidence | null
  /** The money that receivers pay, by shipment id. */
  cash?: Readonly<Record<number, CashEntry>>
  /** References of missing parcels. */
  absent: readonly string[]
}

/** Money for one shipment as typed. */
export interface CashEntry {
  method: CollectionMethod
  amount: string
  slip_reference: string
  difference_reason: string
  /** The number of the receipt, once it has been drawn. */
  receipt_number?: number
}

/** Returns the empty entry of the money for a shipment. */
export function newCash(): CashEntry {
  return { method: 'cash', amount: '', slip_reference: '', difference_reason: '' }
}

/** Returns an empty hand-over with the name of the expected person. */
export function newHandOver(name: string): HandOver {
  return {
    pins: {},
    isWithoutPin: true,
    name,
    mobile_number: '',
    department: '',
    description: '',
    document_number: '',
    compartment: '',
    photos: [],
    signature: null,
    absent: [],
  }
}

/** Returns a shipment without its missing parcels. */
export function withoutAbsent(shipment: StopShipment, absent: readonly string[]): StopShipment {
  return {
    ...shipment,
    parcels: shipment.parcels.filter(({ tracking_reference }) => !absent.includes(tracking_reference)),
  }
}

/** The reason that staff see for a parcel missing at a stop. */
export const absent_reason = 'Parcel missing'

/**
 * Returns the problem action for the missing parcels of a shipment; `null` when none is missing. A parcel whose delivery
 * failed before has been reported already.
 */
export function absenceOf(leg: Leg, { shipment_id, parcels }: StopShipment, absent: readonly string[]) {
  const parcelReferences = parcels
    .filter(({ status }) => !retried_statuses.includes(status))
    .map(({ tracking_reference }) => tracking_reference)
    .filter((reference) => absent.includes(reference))
  if (parcelReferences.length === 0) return null
  return {
    type: leg === 'collection' ? ('collection-exception' as const) : ('delivery-exception' as const),
    shipment_id,
    parcel_references: parcelReferences,
    payload: { reason: absent_reason },
  }
}

/** The provider's requirements for a hand-over. */
export interface HandOverRules {
  leg: Leg
  /** The type of pickup point that receives the parcels. No proof is required there. */
  point: 'locker' | 'counter' | null
  must_scan: boolean
  /** The proof that is asked for, in order. */
  steps: readonly ProofStep[]
  fallback: FallbackRules
  collection_photo_required: boolean
  collection_signature_required: boolean
}

/** Returns the shipments that require a PIN. */
export function pinShipments(leg: Leg, shipments: readonly StopShipment[]): StopShipment[] {
  if (leg === 'collection') return []
  return shipments.filter(({ pod_method, has_pin }) => pod_method === 'pin-with-fallback' && has_pin)
}

/**
 * Returns why a hand-over is not complete, in the order of the steps; `null` when 'Done' may be pressed (DRV-001,
 * DRV-004, DRV-005, docs/domain/routing-and-drivers.md#what-drivers-report,
 * docs/domain/routing-and-drivers.md#proof-of-delivery).
 */
export function missingForHandOver(
  shipments: readonly StopShipment[],
  scanned: ReadonlySet<string>,
  given: HandOver,
  rules: HandOverRules,
): string | null {
  const t = currentTexts().handOver
  const unscanned = shipments
    .flatMap(({ parcels }) => parcels)
    .filter((one) => !scanned.has(one.tracking_reference))
  if (rules.must_scan && unscanned.length > 0) return t.toScan(unscanned.length)
  if (rules.leg === 'collection') return missingForCollection(given, rules)
  if (rules.point !== null) return null
  for (const shipment of shipments) {
    const missing = missingCash(shipment, given)
    if (missing) return missing
  }
  const requested = given.isWithoutPin ? [] : pinShipments(rules.leg, shipments)
  for (const { shipment_id } of requested) {
    const pin = given.pins[shipment_id]
    const missing = pin ? digitsToGo(pin) : t.enterPin
    if (missing) return missing
  }
  for (const shipment of shipments) {
    const proof = proofOf(shipment, given, requested)
    const verdict = checkProof(shipment.pod_method, proof, rules.fallback, fieldOrder(rules.steps))
    if (verdict !== true) return shortReason(verdict)
  }
  return null
}

/** Returns what is missing of the money for a shipment; `null` when it is complete or nothing is due. */
export function missingCash({ shipment_id, cod_due }: StopShipment, { cash }: HandOver): string | null {
  if (cod_due === 0) return null
  const entry = cash?.[shipment_id] ?? newCash()
  const [problem] = collectionProblems(cod_due, { ...entry, amount: parseRand(entry.amount) })
  return problem ? (currentTexts().cash.needed[problem.field] ?? ruleText(problem.text)) : null
}

/**
 * Draws a receipt number for each shipment with money that has none yet, or one that the server rejected; `null` when
 * the numbers on the phone are used up.
 */
export function withReceiptNumbers(
  shipments: readonly StopShipment[],
  given: HandOver,
  { blocks, unusable }: { blocks: readonly ReceiptBlock[]; unusable: readonly number[] },
  used: readonly number[],
): Readonly<Record<number, CashEntry>> | null {
  const cash: Record<number, CashEntry> = { ...given.cash }
  const taken = [...used]
  for (const { shipment_id, cod_due } of shipments) {
    const entry = cash[shipment_id]
    if (cod_due === 0 || !entry) continue
    const drawn = entry.receipt_number
    const number = drawn === undefined || unusable.includes(drawn) ? nextReceiptNumber(blocks, taken) : drawn
    if (number === null) return null
    taken.push(number)
    cash[shipment_id] = { ...entry, receipt_number: number }
  }
  return cash
}

function cashFields({ shipment_id, cod_due }: StopShipment, { cash }: HandOver): Pick<ActionPayload, 'cash'> {
  const entry = cash?.[shipment_id]
  const amount = entry ? parseRand(entry.amount) : null
  if (cod_due === 0 || !entry?.receipt_number || amount === null) return {}
  const { receipt_number, method, slip_reference, difference_reason } = entry
  return {
    cash: {
      receipt_number,
      method,
      amount,
      displayed_due: cod_due,
      ...(method === 'card-machine' ? { slip_reference: slip_reference.trim() } : {}),
      ...(amount === cod_due ? {} : { difference_reason: difference_reason.trim() }),
    },
  }
}

/**
 * Returns why a collection is not complete: the name of the person who hands over, or the photo or signature that the
 * provider requires; otherwise `null`.
 */
export function missingForCollection(
  given: HandOver,
  rules: Pick<HandOverRules, 'collection_photo_required' | 'collection_signature_required'>,
): string | null {
  const { needed } = currentTexts().handOver
  if (given.name.trim() === '') return needed.name
  if (rules.collection_photo_required && given.photos.length === 0) return needed.photos
  if (rules.collection_signature_required && !given.signature) return needed.signature
  return null
}

function proofOf(shipment: StopShipment, given: HandOver, requested: readonly StopShipment[]) {
  return {
    pin_ok: requested.includes(shipment),
    name: given.name,
    mobile_number: given.mobile_number,
    department: given.department,
    description: given.description,
    photos: given.photos.map(({ evidence_id }) => evidence_id),
    ...(given.signature ? { signature: given.signature.evidence_id } : {}),
  }
}

/** Returns the first thing that the rule misses, for the button: 'Photo needed'. */
function shortReason({ fields, message, parts }: Problem): string {
  const { needed } = currentTexts().handOver
  const first = fallback_fields.find((field) => field === fields[0]?.field)
  return first ? needed[first] : ruleText({ text: message, parts })
}

/** Returns the payload of one shipment's action. Photos and signature have their local ids until they are uploaded. */
export function payloadOf(shipment: StopShipment, given: HandOver, leg: Leg): ActionPayload {
  const isByPin = !given.isWithoutPin && pinShipments(leg, [shipment]).length > 0
  const pin = given.pins[shipment.shipment_id]?.digits
  return {
    ...(isByPin && pin ? { pin } : {}),
    ...(leg === 'delivery' ? cashFields(shipment, given) : {}),
    ...evidenceFields(given),
  }
}

/** Returns the details of the person and the photos and signature in action format, by their local ids. */
export function evidenceFields(given: HandOver): ActionPayload {
  const texts = {
    name: given.name.trim(),
    mobile_number: given.mobile_number.trim(),
    department: given.department.trim(),
    description: given.description.trim(),
    document_number: given.document_number.trim(),
    compartment: given.compartment.trim(),
  }
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(given.photos.length > 0 ? { photos: given.photos.map(({ evidence_id }) => evidence_id) } : {}),
    ...(given.signature ? { signature: given.signature.evidence_id } : {}),
  }
}
