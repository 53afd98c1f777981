import { formatRand } from '../../kit/money.ts'
import type { Shipment } from '../model.ts'
import { sides } from './shipment-checks.ts'

/** The fields of a shipment that a change can describe. */
export type Described = Pick<
  Shipment,
  | 'service_level_name'
  | 'declared_value'
  | 'cod_amount'
  | 'opt_in_rates'
  | 'opt_in_time_based_rates'
  | 'pod_method'
  | 'customer_reference'
  | 'customer_reference_name'
  | 'cost_center'
  | 'due_date'
  | 'mute_notifications'
  | 'disable_new_charges'
  | 'invoice_trigger_shipment_status'
  | 'custom_tracking_reference'
  | `${'collection' | 'delivery' | 'responsible' | 'billing'}_contact`
  | `special_instructions_${'collection' | 'delivery'}`
> & { parcels: readonly Shipment['parcels'][number][] }

/**
 * Describes what changed on a booking, one phrase per change, such as `Service level changed from Economy to Express`.
 * Addresses, days and windows are left out, because they have their own events, and so are prices.
 */
export function changeWords(before: Described, after: Described): string[] {
  const fromTo = (name: string, was: string, is: string): string[] =>
    was === is ? [] : [`${name} changed from ${was || 'none'} to ${is || 'none'}`]
  const changed = (name: string, was: unknown, is: unknown): string[] =>
    JSON.stringify(was) === JSON.stringify(is) ? [] : [`${name} changed`]
  const text = (of: Described, field: TextField): string => of[field] ?? ''
  return [
    ...fromTo('Service level', before.service_level_name, after.service_level_name),
    ...changed(
      'Extras',
      [before.opt_in_rates, before.opt_in_time_based_rates],
      [after.opt_in_rates, after.opt_in_time_based_rates],
    ),
    ...fromTo('Declared value', formatRand(before.declared_value), formatRand(after.declared_value)),
    ...fromTo('Cash on delivery', formatRand(before.cod_amount), formatRand(after.cod_amount)),
    ...parcelWords(before, after),
    ...changed('Proof of delivery', before.pod_method, after.pod_method),
    ...text_fields.flatMap(([field, name]) => fromTo(name, text(before, field), text(after, field))),
    ...fromTo('Cost centre', before.cost_center?.name ?? '', after.cost_center?.name ?? ''),
    ...sides.flatMap((side) => {
      const name = side === 'collection' ? 'Collection' : 'Delivery'
      const [contact, instructions] = [`${side}_contact`, `special_instructions_${side}`] as const
      return [
        ...changed(`${name} contact`, before[contact], after[contact]),
        ...changed(`${name} instructions`, before[instructions], after[instructions]),
      ]
    }),
    ...changed('Responsible contact', before.responsible_contact, after.responsible_contact),
    ...changed('Billing contact', before.billing_contact, after.billing_contact),
    ...(before.mute_notifications === after.mute_notifications
      ? []
      : [`Messages switched ${after.mute_notifications ? 'off' : 'on'}`]),
    ...(before.disable_new_charges === after.disable_new_charges
      ? []
      : [`New charges switched ${after.disable_new_charges ? 'off' : 'on'}`]),
    ...changed(
      'Status for invoicing',
      before.invoice_trigger_shipment_status,
      after.invoice_trigger_shipment_status,
    ),
  ]
}

const text_fields = [
  ['customer_reference', 'Customer reference'],
  ['customer_reference_name', 'Name of the customer reference'],
  ['custom_tracking_reference', 'Tracking reference'],
  ['due_date', 'Due date'],
] as const
type TextField = (typeof text_fields)[number][0]

const measured = [
  'submitted_length_cm',
  'submitted_width_cm',
  'submitted_height_cm',
  'submitted_weight_kg',
  'actual_length_cm',
  'actual_width_cm',
  'actual_height_cm',
  'actual_weight_kg',
  'parcel_description',
  'packaging',
  'item_count',
  'alternative_tracking_reference',
] as const

function parcelWords(before: Described, after: Described): string[] {
  const isLive = ({ status }: Shipment['parcels'][number]) => status !== 'cancelled'
  const [were, are] = [before.parcels.filter(isLive), after.parcels.filter(isLive)]
  const idsOf = (parcels: typeof were) => new Set(parcels.map(({ id }) => id))
  const [old, now] = [idsOf(were), idsOf(are)]
  const counted = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${count} ${count === 1 ? 'parcel' : 'parcels'} ${what}`]
  const isOther = (parcel: Shipment['parcels'][number]): boolean => {
    const was = were.find(({ id }) => id === parcel.id)
    return was !== undefined && measured.some((field) => was[field] !== parcel[field])
  }
  return [
    ...counted(are.filter(({ id }) => !old.has(id)).length, 'added'),
    ...counted(were.filter(({ id }) => !now.has(id)).length, 'removed'),
    ...counted(are.filter(isOther).length, 'changed'),
  ]
}

/**
 * Joins the phrases of a change to one sentence, with the old and new price (in cents) at the end if it changed:
 * `Service level changed from Economy to Express; price R 91.50 → R 120.00.`
 */
export function changeSentence(
  words: readonly string[],
  price: { from: number; to: number } | null = null,
): string {
  const [first = '', ...rest] = words
  const listed = [first, ...rest.map((word) => word.charAt(0).toLowerCase() + word.slice(1))].join(', ')
  return `${listed}${price ? `; price ${formatRand(price.from)} → ${formatRand(price.to)}` : ''}.`
}
