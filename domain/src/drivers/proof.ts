import type { PodMethod } from '../accounts/model.ts'
import { invalid, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { proof_messages } from '../shipments/proof-words.ts'
import { codedText } from '../kit/answers/coded-text.ts'

/** The fields that a receiver without a PIN may give instead (DRV-004). */
export const fallback_fields = [
  'name',
  'mobile_number',
  'department',
  'description',
  'photos',
  'signature',
] as const
export type FallbackField = (typeof fallback_fields)[number]

/** Which fallback fields the provider enables and which are required (DRV-005). */
export type FallbackRules = Readonly<Record<FallbackField, { enabled: boolean; required: boolean }>>

/** The proof captured on delivery. Files by name. */
export interface Proof {
  /** A PIN was given and is right. The server checks it. */
  pin_ok: boolean
  name?: string | undefined
  mobile_number?: string | undefined
  department?: string | undefined
  description?: string | undefined
  photos?: readonly string[] | undefined
  signature?: string | undefined
}

/**
 * Returns the required fallback fields in the order of `fields`. If the provider requires none, the name is required,
 * because at least one must be (5.7).
 */
export function requiredFallback(
  rules: FallbackRules,
  fields: readonly FallbackField[] = fallback_fields,
): FallbackField[] {
  const required = fields.filter((field) => rules[field].enabled && rules[field].required)
  return required.length > 0 ? required : ['name']
}

/**
 * Checks whether a proof is complete. A right PIN is enough; without it every required fallback field must be given.
 * A signed voucher needs a photo (DRV-001, DRV-005, docs/domain/routing-and-drivers.md#proof-of-delivery). The message
 * names the first missing field in the order of `fields`.
 */
export function checkProof(
  method: PodMethod,
  proof: Proof,
  rules: FallbackRules,
  fields: readonly FallbackField[] = fallback_fields,
): RuleResult {
  if (method === 'grv')
    return hasPhotos(proof) ? true : invalid(codedText('photo_of_document'), missing(['photos']))
  if (proof.pin_ok) return true
  const absent = requiredFallback(rules, fields).filter((field) => !isGiven(proof, field))
  const [first] = absent
  return first ? invalid(codedText(`without_pin_${first}`), missing(absent)) : true
}

/**
 * Returns the message of the delivered event (docs/domain/routing-and-drivers.md#proof-of-delivery,
 * docs/domain/public-api.md#proof-on-an-event).
 */
export function proofMessage(method: PodMethod, proof: Proof): string {
  if (proof.pin_ok) return proof_messages.pin
  const hasDetails = [proof.name, proof.mobile_number, proof.department, proof.description].some(Boolean)
  const hasFiles = hasPhotos(proof) || Boolean(proof.signature)
  if (method === 'grv' && !hasDetails) return proof_messages.document
  if (hasDetails && hasFiles) return proof_messages.details_and_files
  return hasFiles ? proof_messages.files : proof_messages.details
}

function isGiven(proof: Proof, field: FallbackField): boolean {
  return field === 'photos' ? hasPhotos(proof) : Boolean(proof[field]?.trim())
}

function hasPhotos(proof: Proof): boolean {
  return (proof.photos?.length ?? 0) > 0
}

function missing(fields: readonly FallbackField[]): FieldProblem[] {
  return fields.map((field) => ({ field, message: 'is required' }))
}
