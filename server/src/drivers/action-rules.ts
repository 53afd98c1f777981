import { mustCallFirst, type ShownNumber } from '@waybill/domain/drivers/attempts'
import type { ActionPayload, DriverAction } from '@waybill/domain/drivers/api'
import {
  collection_exception_reasons,
  collection_failed_attempt_reasons,
  collection_photo_required,
  collection_signature_required,
  delivery_exception_reasons,
  delivery_failed_attempt_reasons,
  disable_other_collection_failed_reason,
  disable_other_delivery_failed_reason,
  disable_other_rejection_reason,
  driver_can_add_parcels,
  driver_can_add_shipments,
  driver_can_call_customer,
  driver_can_cancel_parcels,
  driver_can_reject_parcels_shipments,
  driver_must_call_before_fail,
  rejection_reasons,
} from '@waybill/domain/drivers/settings'
import {
  does_not_fit_reasons,
  type AddAction,
  type ParcelAction,
} from '@waybill/domain/drivers/parcel-actions'
import { forbidden, invalid, wrongState, type Problem } from '@waybill/domain/kit/problem'
import type { Setting } from '@waybill/domain/kit/setting'
import { firstOf, type RuleResult } from '@waybill/domain/kit/rule-result'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import type { BaseContext } from '../kit/handler.ts'
import { isUploadName } from '../shipments/index.ts'

/**
 * Returns the error for an action that is not possible in the current status: already recorded, or not allowed from
 * this status.
 */
export function stateRejection(
  name: string,
  status: string,
  label: string,
  { to, participle }: { to: string; participle: string },
): Problem {
  return wrongState(
    status === to
      ? codedText('already_recorded', { name })
      : codedText('not_possible_now', { name, status: label.toLowerCase(), participle }),
  )
}

interface Reasons {
  list: Setting<string[]>
  is_closed?: Setting<boolean>
}

const reasons: Partial<Record<ParcelAction, Reasons>> = {
  reject: { list: rejection_reasons, is_closed: disable_other_rejection_reason },
  'collection-failed': {
    list: collection_failed_attempt_reasons,
    is_closed: disable_other_collection_failed_reason,
  },
  'delivery-failed': {
    list: delivery_failed_attempt_reasons,
    is_closed: disable_other_delivery_failed_reason,
  },
  'collection-exception': { list: collection_exception_reasons },
  'delivery-exception': { list: delivery_exception_reasons },
}

/** Returns the reasons that the company offers for an action. Customers may read these texts. */
export function reasonsOf(reader: BaseContext, type: ParcelAction): readonly string[] {
  const known = reasons[type]
  if (type === 'does-not-fit') return does_not_fit_reasons
  return known ? reader.setting(known.list) : []
}

/**
 * Checks whether a driver may perform an action and gave everything it requires, except for proof of delivery. `contact` is
 * that of the leg or request
 * (docs/domain/routing-and-drivers.md#what-drivers-report).
 */
export function checkAction(
  reader: BaseContext,
  type: ParcelAction,
  evidence: Evidence,
  contact: ShownNumber,
): RuleResult {
  return firstOf(
    checkAbility(reader, type),
    checkReason(reader, type, evidence.payload.reason ?? ''),
    checkCall(reader, type, evidence.payload, contact),
    checkFiles(reader, type, evidence),
  )
}

/** The evidence of an action: its fields, and the names of its photos and signature. */
export interface Evidence {
  payload: ActionPayload
  photos: readonly string[]
  signature: string
}

/** Returns the evidence of an action, with each file listed once. */
export function evidenceOf(action: DriverAction): Evidence {
  const payload = action.payload ?? {}
  const signature = payload.signature ?? ''
  const photos = [...new Set([...(payload.photos ?? []), ...(action.files ?? [])])]
  return { payload, signature, photos: photos.filter((name) => name !== signature) }
}

/** Whether the provider allows drivers to perform an action (SET-042, SET-043, SET-046, SET-047). */
export function checkAbility(reader: BaseContext, type: ParcelAction | AddAction): RuleResult {
  if (type === 'reject' && !reader.setting(driver_can_reject_parcels_shipments))
    return forbidden(codedText('may_not_reject'))
  if (type === 'cancel-parcel' && !reader.setting(driver_can_cancel_parcels))
    return forbidden(codedText('may_not_cancel_parcels'))
  if (type === 'add-parcel' && !reader.setting(driver_can_add_parcels))
    return forbidden(codedText('may_not_add_parcels'))
  if (type === 'add-shipment' && !reader.setting(driver_can_add_shipments))
    return forbidden(codedText('may_not_add_shipments'))
  return true
}

function checkReason(reader: BaseContext, type: ParcelAction, reason: string): RuleResult {
  const known = reasons[type]
  if (!known && type !== 'does-not-fit') return true
  if (reason === '') return invalid(codedText('choose_reason'), [{ field: 'reason', message: 'is required' }])
  const isClosed = known?.is_closed !== undefined && reader.setting(known.is_closed)
  return !isClosed || reasonsOf(reader, type).includes(reason)
    ? true
    : invalid(codedText('reason_not_allowed', { reason }), [
        { field: 'reason', message: 'is not in the list' },
      ])
}

function checkCall(
  reader: BaseContext,
  type: ParcelAction,
  payload: ActionPayload,
  contact: ShownNumber,
): RuleResult {
  const isAttempt = type === 'delivery-failed' || type === 'collection-failed'
  return isAttempt && !payload.called_before && mustCallFirst([contact], callRules(reader))
    ? invalid(codedText('call_first'), [{ field: 'called_before', message: 'is required' }])
    : true
}

/**
 * Returns what an event of a failed attempt says where the company demands a call before it: that there was nobody whom
 * the driver could have called.
 */
export function callFacts(
  reader: BaseContext,
  payload: ActionPayload,
  contact: ShownNumber,
): { no_number_to_call?: true } {
  const rules = callRules(reader)
  const isMissing =
    rules.driver_must_call_before_fail && !payload.called_before && !mustCallFirst([contact], rules)
  return isMissing ? { no_number_to_call: true } : {}
}

const callRules = (reader: BaseContext) => ({
  driver_must_call_before_fail: reader.setting(driver_must_call_before_fail),
  driver_can_call_customer: reader.setting(driver_can_call_customer),
})

function checkFiles(reader: BaseContext, type: ParcelAction, { photos, signature }: Evidence): RuleResult {
  const stray = [...photos, ...(signature ? [signature] : [])].find((name) => !isUploadName(name))
  if (stray !== undefined) return invalid(codedText('not_uploaded', { file: stray }))
  if (type !== 'collect') return true
  if (reader.setting(collection_photo_required) && photos.length === 0)
    return invalid(codedText('collection_needs_photo'), [{ field: 'photos', message: 'is required' }])
  return reader.setting(collection_signature_required) && signature === ''
    ? invalid(codedText('collection_needs_signature'), [{ field: 'signature', message: 'is required' }])
    : true
}
