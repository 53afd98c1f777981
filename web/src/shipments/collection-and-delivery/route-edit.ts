import type { Input } from '@waybill/domain/kit/calls/endpoint'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { passedTime } from '@waybill/domain/kit/dates/service-days'
import {
  date_reason_required,
  windowProblem,
  type Side,
} from '@waybill/domain/shipments/booking/shipment-checks'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import {
  invoice_trigger_statuses,
  type InvoiceTriggerStatus,
} from '@waybill/domain/shipments/statuses/status'
import { changedKeys, mergeValues } from '../../kit/form/merging/merge-edits.ts'
import type { ClockWindow } from '../../kit/form/dates/TimeWindow.tsx'

/** The values of the form for fields that can be edited in place. */
export interface EditValues {
  collection_name: string
  collection_mobile: string
  collection_email: string
  collection_date: string | null
  collection_window: ClockWindow
  /** The reason for changing the day or window; `null` until one of the provider’s reasons is chosen. */
  collection_reason: string | null
  collection_instructions: string
  delivery_name: string
  delivery_mobile: string
  delivery_email: string
  delivery_date: string | null
  delivery_window: ClockWindow
  delivery_reason: string | null
  delivery_instructions: string
  customer_reference: string
  /** `null`: the value of the account or the company applies. */
  invoice_trigger: InvoiceTriggerStatus | null
}
export type EditKey = keyof EditValues

/** The label of each form field, and the field of the change request that it belongs to. */
export const edit_fields: Readonly<Record<EditKey, { label: string; field: string }>> = {
  collection_name: { label: 'Collection contact', field: 'collection_contact' },
  collection_mobile: { label: 'Collection mobile number', field: 'collection_contact' },
  collection_email: { label: 'Collection email', field: 'collection_contact' },
  collection_date: { label: 'Collection date', field: 'collection_min_date' },
  collection_window: { label: 'Collection window', field: 'collection_after' },
  collection_reason: { label: 'Reason for the collection change', field: 'collection_rescheduled_reason' },
  collection_instructions: { label: 'Collection instructions', field: 'special_instructions_collection' },
  delivery_name: { label: 'Delivery contact', field: 'delivery_contact' },
  delivery_mobile: { label: 'Delivery mobile number', field: 'delivery_contact' },
  delivery_email: { label: 'Delivery email', field: 'delivery_contact' },
  delivery_date: { label: 'Delivery date', field: 'delivery_min_date' },
  delivery_window: { label: 'Delivery window', field: 'delivery_after' },
  delivery_reason: { label: 'Reason for the delivery change', field: 'delivery_rescheduled_reason' },
  delivery_instructions: { label: 'Delivery instructions', field: 'special_instructions_delivery' },
  customer_reference: { label: 'Customer reference', field: 'customer_reference' },
  invoice_trigger: { label: 'May be invoiced from', field: 'invoice_trigger_shipment_status' },
}
const sides = ['collection', 'delivery'] as const

/** Returns the form values for the current state of a shipment. */
export function editValues(shipment: Shipment): EditValues {
  return {
    collection_name: shipment.collection_contact.name,
    collection_mobile: shipment.collection_contact.mobile_number,
    collection_email: shipment.collection_contact.email,
    collection_date: shipment.collection_min_date,
    collection_window: { from: shipment.collection_after, to: shipment.collection_before },
    collection_reason: null,
    collection_instructions: shipment.special_instructions_collection,
    delivery_name: shipment.delivery_contact.name,
    delivery_mobile: shipment.delivery_contact.mobile_number,
    delivery_email: shipment.delivery_contact.email,
    delivery_date: shipment.delivery_min_date,
    delivery_window: { from: shipment.delivery_after, to: shipment.delivery_before },
    delivery_reason: null,
    delivery_instructions: shipment.special_instructions_delivery,
    customer_reference: shipment.customer_reference ?? '',
    invoice_trigger: invoiceTriggerOf(shipment),
  }
}

function invoiceTriggerOf({
  invoice_trigger_shipment_status: stored,
}: Shipment): EditValues['invoice_trigger'] {
  return invoice_trigger_statuses.find((status) => status === stored) ?? null
}

/** Returns the change request: only the changed fields, and the version on which they are based. */
export function editPatch(shipment: Shipment, values: EditValues): Input<typeof shipmentsApi.change> {
  const changed = new Set(changedKeys(editValues(shipment), values))
  const patch: Input<typeof shipmentsApi.change> = { id: shipment.id, version: shipment.version }
  for (const side of sides) {
    if (changed.has(`${side}_name`) || changed.has(`${side}_mobile`) || changed.has(`${side}_email`))
      patch[`${side}_contact`] = {
        name: values[`${side}_name`],
        mobile_number: values[`${side}_mobile`],
        email: values[`${side}_email`],
        alternative_contact_number: shipment[`${side}_contact`].alternative_contact_number ?? undefined,
      }
    if (changed.has(`${side}_date`)) patch[`${side}_min_date`] = values[`${side}_date`] ?? undefined
    if (changed.has(`${side}_window`)) {
      patch[`${side}_after`] = values[`${side}_window`].from
      patch[`${side}_before`] = values[`${side}_window`].to
    }
    if (changed.has(`${side}_reason`))
      patch[`${side}_rescheduled_reason`] = values[`${side}_reason`] ?? undefined
    if (changed.has(`${side}_instructions`))
      patch[`special_instructions_${side}`] = values[`${side}_instructions`]
  }
  if (changed.has('invoice_trigger')) patch.invoice_trigger_shipment_status = values.invoice_trigger ?? ''
  if (changed.has('customer_reference')) patch.customer_reference = values.customer_reference
  return patch
}

/** Whether the day or window of a side has been changed. */
export function isRescheduled(shipment: Shipment, values: EditValues, side: Side): boolean {
  const changed = changedKeys(editValues(shipment), values)
  return changed.includes(`${side}_date`) || changed.includes(`${side}_window`)
}

/** Returns the problems that prevent saving a change of the route (SHIP-061…SHIP-063). */
export function editProblems(
  shipment: Shipment,
  values: EditValues,
  reasons: readonly string[],
  now: Date,
): FieldProblem[] {
  return sides.flatMap((side) => {
    const { from, to } = values[`${side}_window`]
    const gone = isRescheduled(shipment, values, side)
      ? passedTime({ day: values[`${side}_date`], from, until: to }, now)
      : null
    const late = windowProblem(side, from, to)
    const needsReason =
      reasons.length > 0 && !values[`${side}_reason`] && isRescheduled(shipment, values, side)
    return [
      ...(values[`${side}_date`]
        ? []
        : [{ field: `${side}_date`, message: `Choose the day of the ${side}.` }]),
      ...(gone
        ? [{ field: `${side}_${gone.part === 'day' ? 'date' : 'window'}`, message: gone.message }]
        : []),
      ...(late ? [{ field: `${side}_window`, message: late }] : []),
      ...(needsReason ? [{ field: `${side}_reason`, message: date_reason_required }] : []),
    ]
  })
}

/** A field that two users changed to different values, with both values as display text. */
export interface EditConflict {
  key: EditKey
  label: string
  mine: string
  theirs: string
}

/** Merges the changes of two users. Returns the merged values, and the conflicts with labels and display texts. */
export function mergeEdits(
  base: EditValues,
  mine: EditValues,
  theirs: EditValues,
): { merged: EditValues; conflicts: EditConflict[] } {
  const { merged, conflicts } = mergeValues(base, mine, theirs)
  return {
    merged,
    conflicts: conflicts.map((key) => ({
      key,
      label: edit_fields[key].label,
      mine: shown(mine[key]),
      theirs: shown(theirs[key]),
    })),
  }
}

function shown(value: EditValues[EditKey]): string {
  if (value === null || value === '') return 'Empty'
  return typeof value === 'string' ? value : `${value.from}–${value.to}`
}
