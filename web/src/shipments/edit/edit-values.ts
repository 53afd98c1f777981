import { addressLine } from '@waybill/domain/accounts/address'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { passedTime } from '@waybill/domain/kit/dates/service-days'
import { formatRand } from '@waybill/domain/kit/money'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { field_table, type ShipmentField } from '@waybill/domain/shipments/booking/editable-fields'
import { duplicateOf } from '@waybill/domain/shipments/booking/prefilled-shipments'
import {
  date_reason_required,
  windowProblem,
  type Side,
} from '@waybill/domain/shipments/booking/shipment-checks'
import { default_packaging, type ParcelInput } from '@waybill/domain/shipments/parcel'
import type { Shipment } from '@waybill/domain/shipments/model'
import {
  invoice_trigger_statuses,
  type InvoiceTriggerStatus,
} from '@waybill/domain/shipments/statuses/status'
import { changedKeys, mergeValues } from '../../kit/form/merging/merge-edits.ts'
import { both_sides, emptyBooking, type Booking } from '../new/booking.ts'
import { fromInput, toInput } from '../new/booking-input.ts'
import { expandRows, gatherRows, type ParcelRow } from '../new/parcels/parcel-rows.ts'

/** The values of the page that edits a shipment: those of a booking, and what only a booked shipment has. */
export interface EditValues extends Booking {
  /** The reason for changing the day or window; `null` until one of the provider’s reasons is chosen. */
  collection_reason: string | null
  delivery_reason: string | null
  due_date: string | null
  customer_reference_name: string
  /** `null`: the value of the account or the company applies. */
  invoice_trigger: InvoiceTriggerStatus | null
}
export type EditKey = keyof EditValues & string

/** The form fields whose name differs from their field in the change request. */
const request_fields: Readonly<Partial<Record<string, ShipmentField>>> = {
  collection_window: 'collection_after',
  delivery_window: 'delivery_after',
  collection_reason: 'collection_rescheduled_reason',
  delivery_reason: 'delivery_rescheduled_reason',
  invoice_trigger: 'invoice_trigger_shipment_status',
}

/** Returns the field of the change request that a path of the form belongs to; `null` if it cannot be changed. */
export function fieldOf(path: string): ShipmentField | null {
  const [key = ''] = path.split('.')
  return request_fields[key] ?? (key in field_table ? (key as ShipmentField) : null)
}

/** Returns the form values for the current state of a shipment. Every parcel is a row. */
export function editValues(shipment: Shipment): EditValues {
  const windowOf = (side: Side) => ({ from: shipment[`${side}_after`], to: shipment[`${side}_before`] })
  const empty = emptyBooking({
    collection: windowOf('collection'),
    delivery: windowOf('delivery'),
    parcel_type: undefined,
    account_id: shipment.account_id,
    now: shipment.time_created,
  })
  return {
    ...fromInput(duplicateOf(shipment), empty),
    idempotency_key: '',
    collection_min_date: shipment.collection_min_date,
    delivery_min_date: shipment.delivery_min_date,
    collection_window: windowOf('collection'),
    delivery_window: windowOf('delivery'),
    collection_reason: null,
    delivery_reason: null,
    due_date: shipment.due_date ?? null,
    cod_amount: shipment.cod_amount || null,
    customer_reference: shipment.customer_reference ?? '',
    customer_reference_name: shipment.customer_reference_name ?? '',
    custom_tracking_reference: shipment.custom_tracking_reference ?? '',
    mute_notifications: shipment.mute_notifications,
    invoice_trigger:
      invoice_trigger_statuses.find((one) => one === shipment.invoice_trigger_shipment_status) ?? null,
    parcels: liveParcels(shipment).map(rowOf),
  }
}

function liveParcels({ parcels }: Pick<Shipment, 'parcels'>): Shipment['parcels'] {
  return parcels.filter(({ status }) => status !== 'cancelled')
}

function rowOf(parcel: Shipment['parcels'][number]): ParcelRow {
  const [row] = gatherRows([
    {
      ...parcelSizes(parcel),
      packaging: parcel.packaging,
      parcel_description: parcel.parcel_description ?? '',
      alternative_tracking_reference: parcel.alternative_tracking_reference ?? '',
    },
  ])
  if (!row) throw new Error('A parcel has no row.')
  return { ...row, id: parcel.id }
}

function parcelSizes(parcel: Shipment['parcels'][number]): ParcelInput {
  const { submitted_length_cm, submitted_width_cm, submitted_height_cm, submitted_weight_kg } = parcel
  return { submitted_length_cm, submitted_width_cm, submitted_height_cm, submitted_weight_kg }
}

type Patch = Input<typeof shipmentsApi.change>

/** Returns the change request: only the changed fields, and the version on which they are based. */
export function editPatch(shipment: Shipment, values: EditValues): Patch {
  const before = editValues(shipment)
  const changed = new Set<string>(changedKeys(before, values))
  const sent = toInput(values)
  const patch: Patch = { id: shipment.id, version: shipment.version }
  for (const side of both_sides) {
    const [point, network] = [`${side}_pickup_point_id`, `${side}_pickup_point_provider`] as const
    const [address, entry] = [`${side}_address`, `${side}_address_book_id`] as const
    if ([point, network, address, entry].some((key) => changed.has(key)))
      Object.assign(
        patch,
        values[point]
          ? { [point]: values[point], [network]: values[network] }
          : { [address]: values[address], [entry]: sent[entry], ...(before[point] ? { [point]: '' } : {}) },
      )
    if (changed.has(`${side}_contact`)) patch[`${side}_contact`] = sent[`${side}_contact`]
    if (changed.has(`${side}_min_date`)) patch[`${side}_min_date`] = values[`${side}_min_date`] ?? undefined
    if (changed.has(`${side}_window`)) {
      patch[`${side}_after`] = values[`${side}_window`].from
      patch[`${side}_before`] = values[`${side}_window`].to
    }
    if (changed.has(`${side}_reason`))
      patch[`${side}_rescheduled_reason`] = values[`${side}_reason`] ?? undefined
    if (changed.has(`special_instructions_${side}`))
      patch[`special_instructions_${side}`] = values[`special_instructions_${side}`]
  }
  for (const key of same_in_request) if (changed.has(key)) Object.assign(patch, { [key]: values[key] })
  if (changed.has('declared_value')) patch.declared_value = values.declared_value ?? 0
  if (changed.has('cod_amount')) patch.cod_amount = values.cod_amount ?? 0
  if (changed.has('pod_method')) patch.pod_method = values.pod_method ?? undefined
  if (changed.has('due_date')) patch.due_date = values.due_date ?? undefined
  if (changed.has('responsible_contact')) patch.responsible_contact = sent.responsible_contact ?? {}
  if (changed.has('invoice_trigger')) patch.invoice_trigger_shipment_status = values.invoice_trigger ?? ''
  if (changed.has('cost_center_id'))
    Object.assign(
      patch,
      values.cost_center_id === null
        ? { cost_center: { name: '' } }
        : { cost_center_id: values.cost_center_id },
    )
  if (changed.has('parcels')) patch.parcels = parcelChanges(shipment, values.parcels)
  return patch
}

/** Fields that the request has under the same name and with the same value. */
const same_in_request = [
  'service_level_code',
  'opt_in_rates',
  'opt_in_time_based_rates',
  'customer_reference',
  'customer_reference_name',
  'custom_tracking_reference',
  'mute_notifications',
] as const

/** Returns the parcels to change, add and cancel. The first parcel of a row is the stored one, the others are new. */
function parcelChanges(shipment: Shipment, rows: readonly ParcelRow[]): ParcelInput[] {
  const stored = liveParcels(shipment)
  const remaining = new Set(rows.map(({ id }) => id))
  return [
    ...stored.filter(({ id }) => !remaining.has(id)).map(({ id }) => ({ id, status: 'cancelled' as const })),
    ...rows.flatMap((row) => {
      const [first, ...added] = expandRows([row])
      const was = stored.find(({ id }) => id === row.id)
      const isSame = was && JSON.stringify({ ...row, quantity: 1 }) === JSON.stringify(rowOf(was))
      if (!was || !first) return [first ?? {}, ...added]
      const change = {
        ...first,
        id: was.id,
        packaging: first.packaging ?? default_packaging,
        parcel_description: first.parcel_description ?? '',
      }
      return [...(isSame ? [] : [change]), ...added]
    }),
  ]
}

/** Whether the day or window of a side has been changed. */
export function isRescheduled(shipment: Shipment, values: EditValues, side: Side): boolean {
  const changed = changedKeys(editValues(shipment), values)
  return changed.includes(`${side}_min_date`) || changed.includes(`${side}_window`)
}

/** Returns the problems that prevent saving another day or window (SHIP-061…SHIP-063). */
export function dayProblems(
  shipment: Shipment,
  values: EditValues,
  reasons: readonly string[],
  now: Date,
): FieldProblem[] {
  return both_sides.flatMap((side) => {
    const { from, to } = values[`${side}_window`]
    const day = values[`${side}_min_date`]
    const moves = isRescheduled(shipment, values, side)
    const gone = moves ? passedTime({ day, from, until: to }, now) : null
    const late = windowProblem(side, from, to)
    const needsReason = reasons.length > 0 && !values[`${side}_reason`] && moves
    return [
      ...(day ? [] : [{ field: `${side}_min_date`, message: `Choose the day of the ${side}.` }]),
      ...(gone
        ? [{ field: `${side}_${gone.part === 'day' ? 'min_date' : 'window'}`, message: gone.message }]
        : []),
      ...(late ? [{ field: `${side}_window`, message: late }] : []),
      ...(needsReason ? [{ field: `${side}_reason`, message: date_reason_required }] : []),
    ]
  })
}

/** A field that two users changed to different values, with both values as display text. */
export interface EditConflict {
  key: EditKey
  mine: string
  theirs: string
}

const contact_keys = ['collection_contact', 'delivery_contact', 'responsible_contact'] as const

/**
 * Merges the changes of two users: field by field, and contacts part by part. Returns the merged values, and the
 * conflicts with display texts.
 */
export function mergeEdits(
  base: EditValues,
  mine: EditValues,
  theirs: EditValues,
): { merged: EditValues; conflicts: EditConflict[] } {
  const { merged, conflicts } = mergeValues<EditValues>(base, mine, theirs)
  const resolved = new Set<string>()
  for (const key of contact_keys) {
    if (!conflicts.includes(key)) continue
    const parts = mergeValues(base[key], mine[key], theirs[key])
    if (parts.conflicts.length > 0) continue
    merged[key] = parts.merged
    resolved.add(key)
  }
  return {
    merged,
    conflicts: conflicts
      .filter((key) => !resolved.has(key))
      .map((key) => ({ key, mine: textOf(mine, key), theirs: textOf(theirs, key) })),
  }
}

function textOf(values: EditValues, key: EditKey): string {
  switch (key) {
    case 'collection_window':
    case 'delivery_window':
      return `${values[key].from}–${values[key].to}`
    case 'collection_address':
    case 'delivery_address':
      return addressLine({ ...values[key], entered_address: '' }) || 'Empty'
    case 'collection_contact':
    case 'delivery_contact':
    case 'responsible_contact':
      return Object.values(values[key]).filter(Boolean).join(', ') || 'Empty'
    case 'parcels':
      if (values.parcels.length === 0) return 'None'
      return values.parcels
        .map(({ parcel_description, packaging, submitted_weight_kg }) =>
          [parcel_description || packaging || 'Parcel', `${submitted_weight_kg ?? 0} kg`].join(', '),
        )
        .join('; ')
    case 'declared_value':
      return formatRand(values.declared_value ?? 0)
    case 'cod_amount':
      return formatRand(values.cod_amount ?? 0)
    case 'mute_notifications':
      return values.mute_notifications ? 'No messages' : 'Messages'
    case 'opt_in_rates':
    case 'opt_in_time_based_rates':
      return `${values[key].length} chosen`
    default:
      return String(values[key] ?? '') || 'Empty'
  }
}

/** The names of the fields, for conflicts and messages. */
export const edit_labels: Readonly<Partial<Record<EditKey, string>>> = {
  collection_address: 'Collection address',
  collection_address_book_id: 'Entry for the collection',
  collection_pickup_point_id: 'Collection pickup point',
  collection_pickup_point_provider: 'Network of the collection',
  collection_contact: 'Collection contact',
  collection_min_date: 'Collection date',
  collection_window: 'Collection window',
  collection_reason: 'Reason for the collection change',
  special_instructions_collection: 'Collection instructions',
  delivery_address: 'Delivery address',
  delivery_address_book_id: 'Entry for the delivery',
  delivery_pickup_point_id: 'Delivery pickup point',
  delivery_pickup_point_provider: 'Network of the delivery',
  delivery_contact: 'Delivery contact',
  delivery_min_date: 'Delivery date',
  delivery_window: 'Delivery window',
  delivery_reason: 'Reason for the delivery change',
  special_instructions_delivery: 'Delivery instructions',
  due_date: 'Due date',
  parcels: 'Parcels',
  service_level_code: 'Service',
  opt_in_rates: 'Extras',
  opt_in_time_based_rates: 'Extras with a time',
  declared_value: 'Declared value',
  cod_amount: 'Cash on delivery',
  pod_method: 'Proof of delivery',
  customer_reference: 'Customer reference',
  customer_reference_name: 'Name of the customer reference',
  custom_tracking_reference: 'Custom tracking reference',
  cost_center_id: 'Cost centre',
  responsible_contact: 'Responsible contact',
  mute_notifications: 'Messages to the contacts',
  invoice_trigger: 'May be invoiced from',
}
