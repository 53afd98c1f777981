import { empty_address, type Address } from '@waybill/domain/accounts/address'
import type { Account } from '@waybill/domain/accounts/model'
import type { Contact, StoredContact } from '@waybill/domain/accounts/contact'
import { hasPermission, isDriver, isOffice, type Actor } from '@waybill/domain/kit/actor'
import { provider_stub, Shipment, type ChargeRow, type Parcel } from '@waybill/domain/shipments/model'
import { driver_mask_customer_phone } from '@waybill/domain/shipments/receiver/hidden-numbers-setting'
import { enable_bob_box, enable_third_party_bob_box } from '@waybill/domain/pickup-points/settings'
import { exclude_tracking_statuses, override_shipment_statuses } from '@waybill/domain/shipments/settings'
import { sees, wordsFor } from '@waybill/domain/shipments/field-visibility'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { visibleStatus, type StatusVisibility } from '@waybill/domain/shipments/statuses/status-visibility'
import { readAccounts, readAddresses, presentAccount, type AccountRow } from '../../accounts/index.ts'
import { providerMap, type ProviderMap } from '../../maps/index.ts'
import type { Context, BaseContext } from '../../kit/handler.ts'
import { mapInTurns } from '../../kit/load/map-in-turns.ts'
import { countNotes, type NoteCounts } from '../notes-and-tags/note-store.ts'
import {
  readCharges,
  readParcels,
  readParcelStatuses,
  readShipmentRows,
  type ChargeRowStored,
  type ParcelRow,
  type ShipmentRow,
} from '../store.ts'

/** Returns the settings that decide which status a viewer sees. */
export function statusChoices(reader: BaseContext): StatusVisibility {
  return {
    exclude_tracking_statuses: reader.setting(exclude_tracking_statuses),
    override_shipment_statuses: reader.setting(override_shipment_statuses),
    enable_bob_box: reader.setting(enable_bob_box),
    enable_third_party_bob_box: reader.setting(enable_third_party_bob_box),
  }
}

/** Returns the status of a shipment that this viewer may see. */
export function presentStatus(
  reader: BaseContext,
  row: Pick<ShipmentRow, 'status' | 'collection_agent_id' | 'delivery_agent_id'> &
    Partial<Pick<ShipmentRow, 'taken_out_by_driver'>>,
  parcels?: readonly ShipmentStatus[],
  choices = statusChoices(reader),
): ShipmentStatus {
  return visibleStatus(
    reader.actor,
    {
      status: row.status,
      collection_agent_id: row.collection_agent_id ?? '',
      delivery_agent_id: row.delivery_agent_id ?? '',
      parcels,
      taken_out_by_driver: row.taken_out_by_driver ?? false,
    },
    choices,
  )
}

/** Data related to shipments, read once for all of them; empty where the requested fields do not need it. */
interface ShipmentRelations {
  addresses: Map<number, Address>
  parcels: Map<number, ParcelRow[]>
  parcel_statuses: Map<number, ShipmentStatus[]>
  charges: Map<number, ChargeRowStored[]>
  accounts: Map<number, AccountRow>
  notes: Map<number, NoteCounts>
  map: ProviderMap | null
  /** Accounts as this caller sees them. */
  presented_accounts: Map<number, Account>
  choices: StatusVisibility
}

/** The accounts and addresses that shipments refer to. */
interface Named {
  account_ids: readonly number[]
  address_ids: readonly number[]
}

/**
 * Returns full shipments that the caller may see, in the order of the ids. The number of queries is constant. A
 * caller that passes `named` has just created the shipments: everything is read in parallel, and quotes are included.
 */
export async function readShipments(
  ctx: Context,
  ids: readonly number[],
  withContact = true,
  named?: Named,
): Promise<Shipment[]> {
  if (ids.length === 0) return []
  const requested = readShipmentRows(ctx, ids, named !== undefined)
  const [rows, around] = await Promise.all([
    requested,
    surroundings(ctx, ids, named ?? namedBy(await requested), all_fields),
  ])
  const seen = new Map(rows.map((row) => [row.id, present(ctx, row, around, all_fields, withContact)]))
  return ids.flatMap((id) => seen.get(id) ?? [])
}

/**
 * Returns rows as shipments with at least these fields, and reads only what the fields need. The type is that of whole
 * shipments, as in every handler of a call with `fields`: its encoder requires the fields and drops all others.
 */
export async function presentShipments(
  ctx: Context,
  rows: readonly ShipmentRow[],
  fields: readonly ShipmentField[] = all_fields,
): Promise<Shipment[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const around = await surroundings(ctx, ids, namedBy(rows), fields)
  return mapInTurns(rows, (row) => present(ctx, row, around, fields, true))
}

/** Returns shipments including quotes, which account users cannot read in any other way (PERM-055). */
export async function readOwnQuotes(ctx: Context, ids: readonly number[]): Promise<Shipment[]> {
  return presentShipments(ctx, await readShipmentRows(ctx, ids, true))
}

function namedBy(rows: readonly ShipmentRow[]): Named {
  return {
    account_ids: [...new Set(rows.map((row) => row.account_id))],
    address_ids: [...new Set(rows.flatMap((row) => [row.collection_address_id, row.delivery_address_id]))],
  }
}

/** The fields for which related data is read. */
const fields_of = {
  accounts: ['account', 'proof_of_delivery_pin'],
  addresses: ['collection_address', 'delivery_address'],
  parcels: ['parcels'],
  parcel_statuses: ['status', 'tracking_info'],
  charges: ['rates'],
  notes: ['total_note_count', 'external_note_count', 'requires_action_note_count'],
  map: [
    'current_branch_name',
    'current_branch_public_name',
    'collection_branch_name',
    'collection_branch_public_name',
    'delivery_branch_name',
    'delivery_branch_public_name',
  ],
} as const satisfies Readonly<Record<string, readonly ShipmentField[]>>

async function surroundings(
  ctx: Context,
  ids: readonly number[],
  { account_ids, address_ids }: Named,
  fields: readonly ShipmentField[],
): Promise<ShipmentRelations> {
  const needs = (relation: keyof typeof fields_of) =>
    fields_of[relation].some((name) => fields.includes(name))
  const [accounts, addresses, parcels, statuses, charges, notes, map] = await Promise.all([
    needs('accounts') ? readAccounts(ctx, account_ids) : [],
    needs('addresses') ? readAddresses(ctx, address_ids) : new Map<number, Address>(),
    needs('parcels') ? readParcels(ctx, ids) : [],
    needs('parcel_statuses') && !needs('parcels') ? readParcelStatuses(ctx, ids) : null,
    needs('charges') && sees(ctx.actor, 'amounts') ? readCharges(ctx, ids) : [],
    needs('notes') ? countNotes(ctx, ids) : new Map<number, NoteCounts>(),
    needs('map') ? providerMap(ctx) : null,
  ])
  return {
    addresses,
    parcels: groupBy(parcels, (parcel) => parcel.shipment_id),
    parcel_statuses: statusesOf(statuses ?? parcels),
    charges: groupBy(charges, (charge) => charge.shipment_id),
    accounts: new Map(accounts.map((row) => [row.id, row])),
    notes,
    map,
    presented_accounts: new Map(),
    choices: statusChoices(ctx),
  }
}

/** A shipment that was booked in this transaction, with what was read or stored with it. */
interface NewShipment {
  row: ShipmentRow
  parcels: ParcelRow[]
  charges: ChargeRowStored[]
  account: AccountRow
  addresses: readonly Address[]
}

/** Presents a shipment that was booked in this transaction, without reading it back. */
export async function presentNewShipment(
  ctx: Context,
  { row, parcels, charges, account, addresses }: NewShipment,
): Promise<Shipment> {
  const around: ShipmentRelations = {
    addresses: new Map(addresses.map((address) => [address.id, address])),
    parcels: new Map([[row.id, parcels]]),
    parcel_statuses: statusesOf(parcels),
    charges: new Map([[row.id, charges]]),
    accounts: new Map([[account.id, account]]),
    notes: new Map(),
    map: await providerMap(ctx),
    presented_accounts: new Map(),
    choices: statusChoices(ctx),
  }
  return present(ctx, row, around, all_fields, false)
}

function statusesOf(parcels: readonly Pick<ParcelRow, 'shipment_id' | 'status'>[]) {
  const groups = groupBy(parcels, (parcel) => parcel.shipment_id)
  return new Map([...groups].map(([id, group]) => [id, group.map((parcel) => parcel.status)]))
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

export type ShipmentField = keyof Shipment

const all_fields: readonly ShipmentField[] = Object.keys(Shipment.shape) as ShipmentField[]

/** What the fields of one shipment are made from. */
interface Presented {
  ctx: Context
  row: ShipmentRow
  around: ShipmentRelations
  with_contact: boolean
}

/** The fields whose stored value every viewer of the shipment may read unchanged. */
type StoredField = {
  [Field in ShipmentField]: Field extends keyof ShipmentRow
    ? ShipmentRow[Field] extends Shipment[Field]
      ? Field
      : never
    : never
}[ShipmentField]

type Made = { readonly [Field in ShipmentField]: (one: Presented) => Shipment[Field] }

/**
 * How each field is made that is not the stored value as it is. A field that the viewer may not read is `undefined`,
 * `null` or empty (docs/domain/statuses.md#what-each-viewer-reads).
 */
const made_fields: Omit<Made, StoredField> & Partial<Made> = {
  status: statusOf,
  tracking_reference: ({ row }) => row.custom_tracking_reference ?? row.short_tracking_reference,
  source: ({ row }) => row.source as Shipment['source'],
  deleted_date: () => null,
  reschedule_reference: ({ ctx, row }) =>
    sees(ctx.actor, 'office_fields') ? row.reschedule_reference : undefined,
  is_pending: ({ row }) => row.status === 'payment-pending',
  tags: ({ ctx, row }) => (sees(ctx.actor, 'office_fields') ? row.tags : undefined),
  total_note_count: ({ ctx, row, around }) => {
    const notes = around.notes.get(row.id)
    return (sees(ctx.actor, 'internal_notes') ? notes?.total : notes?.external) ?? 0
  },
  external_note_count: ({ row, around }) => around.notes.get(row.id)?.external ?? 0,
  requires_action_note_count: ({ ctx, row, around }) =>
    sees(ctx.actor, 'internal_notes') ? (around.notes.get(row.id)?.requires_action ?? 0) : 0,
  collection_request_id: ({ row }) => row.collection_request_id ?? 0,
  status_before_hold: ({ ctx, row }) =>
    sees(ctx.actor, 'office_fields') ? row.status_before_hold : undefined,
  tracking_info: trackingInfoOf,
  original_shipment_information: ({ row }) => ({
    original_service_level_code: row.original_service_level_code,
    original_service_level_name: row.original_service_level_name,
  }),
  rate: ({ ctx, row }) => (sees(ctx.actor, 'amounts') ? row.rate : null),
  original_rate: ({ ctx, row }) => (sees(ctx.actor, 'amounts') ? row.original_rate : null),
  previous_rate: ({ ctx, row }) => (sees(ctx.actor, 'amounts') ? row.previous_rate : null),
  rates: ({ ctx, row, around }) =>
    sees(ctx.actor, 'amounts') ? (around.charges.get(row.id) ?? []).map(presentCharge) : [],
  cost_center: ({ row }) => (row.cost_center ? { name: row.cost_center } : undefined),
  collection_address: (one) => addressOf(one, one.row.collection_address_id),
  delivery_address: (one) => addressOf(one, one.row.delivery_address_id),
  collection_address_book_id: ({ row }) => row.collection_address_book_id ?? 0,
  delivery_address_book_id: ({ row }) => row.delivery_address_book_id ?? 0,
  collection_contact: ({ ctx, row }) => contactOf(ctx, row, row.collection_contact),
  delivery_contact: ({ ctx, row }) => contactOf(ctx, row, row.delivery_contact),
  responsible_contact: ({ ctx, row }) =>
    row.responsible_contact ? contactOf(ctx, row, row.responsible_contact) : undefined,
  billing_contact: ({ ctx, row }) =>
    row.billing_contact ? contactOf(ctx, row, row.billing_contact) : undefined,
  parcels: ({ ctx, row, around }) =>
    (around.parcels.get(row.id) ?? []).map((parcel) => presentParcel(ctx, parcel, row, around.choices)),
  account: presentedAccount,
  provider: () => provider_stub,
  collection_agent_id: ({ row }) => row.collection_agent_id ?? '',
  delivery_agent_id: ({ row }) => row.delivery_agent_id ?? '',
  original_collection_agent_id: ({ row }) => row.original_collection_agent_id ?? '',
  original_delivery_agent_id: ({ row }) => row.original_delivery_agent_id ?? '',
  collection_agent_zone: ({ row }) => row.collection_agent_zone ?? '',
  delivery_agent_zone: ({ row }) => row.delivery_agent_zone ?? '',
  collection_agent_routing_number: ({ row }) => row.collection_agent_routing_number ?? '',
  delivery_agent_routing_number: ({ row }) => row.delivery_agent_routing_number ?? '',
  account_branch_id: ({ row }) => row.account_branch_id ?? 0,
  current_branch_id: ({ row }) => row.current_branch_id ?? 0,
  current_branch_name: (one) => branchOf(one, one.row.current_branch_id)?.name ?? '',
  current_branch_public_name: (one) => branchOf(one, one.row.current_branch_id)?.public_name ?? '',
  collection_branch_id: ({ row }) => row.collection_branch_id ?? 0,
  collection_branch_name: (one) => branchOf(one, one.row.collection_branch_id)?.name ?? '',
  collection_branch_public_name: (one) => branchOf(one, one.row.collection_branch_id)?.public_name ?? '',
  delivery_branch_id: ({ row }) => row.delivery_branch_id ?? 0,
  delivery_branch_name: (one) => branchOf(one, one.row.delivery_branch_id)?.name ?? '',
  delivery_branch_public_name: (one) => branchOf(one, one.row.delivery_branch_id)?.public_name ?? '',
  proof_of_delivery_pin_hashed: ({ row }) => row.proof_of_delivery_pin_hashed ?? '',
  proof_of_delivery_pin: (one) =>
    one.row.proof_of_delivery_pin_sealed && seesPin(one.ctx.actor, accountOf(one))
      ? one.ctx.sealer.open(one.row.proof_of_delivery_pin_sealed)
      : undefined,
  tracking_events: () => null,
}

function present(
  ctx: Context,
  row: ShipmentRow,
  around: ShipmentRelations,
  fields: readonly ShipmentField[],
  withContact: boolean,
): Shipment {
  const one: Presented = { ctx, row, around, with_contact: withContact }
  const presented: Partial<Record<ShipmentField, unknown>> = {}
  for (const field of fields) {
    const make = made_fields[field]
    presented[field] = make ? make(one) : row[field as StoredField]
  }
  return presented as Shipment
}

function statusOf({ ctx, row, around }: Presented): ShipmentStatus {
  return presentStatus(ctx, row, around.parcel_statuses.get(row.id), around.choices)
}

/** The text of the latest status. If the viewer sees another status than the stored one, the text is hidden too. */
function trackingInfoOf(one: Presented): Shipment['tracking_info'] {
  const { ctx, row } = one
  const words = wordsFor(ctx.actor, {
    message: row.tracking_message,
    internal_message: row.tracking_internal_message,
  })
  return words && (sees(ctx.actor, 'internal_events') || statusOf(one) === row.status)
    ? { message: words, lat: null, lng: null, location: '', bay: '', data: null }
    : null
}

function contactOf(reader: BaseContext, { provider_id }: ShipmentRow, stored: StoredContact): Contact {
  const contact = { provider_id, shipment_id: 0, name: '', mobile_number: '', email: '', ...stored }
  const isHidden = isDriver(reader.actor) && reader.setting(driver_mask_customer_phone)
  return isHidden ? { ...contact, mobile_number: '', alternative_contact_number: '' } : contact
}

function addressOf({ row, around }: Presented, id: number): Address {
  return around.addresses.get(id) ?? emptyAddress(id, row.time_created)
}

function branchOf({ around }: Presented, id: number | null) {
  return id === null ? undefined : around.map?.branches.get(id)
}

function accountOf({ row, around }: Presented): AccountRow {
  const account = around.accounts.get(row.account_id)
  if (!account) throw new Error(`Shipment ${row.id} is shown to someone without access to its account.`)
  return account
}

function presentedAccount(one: Presented): Account {
  const { presented_accounts } = one.around
  const account =
    presented_accounts.get(one.row.account_id) ?? presentAccount(one.ctx, accountOf(one), one.with_contact)
  presented_accounts.set(account.id, account)
  return account
}

/**
 * Whether the actor sees the plain-text PIN: the provider's API keys, staff with permission, and accounts for which
 * it is enabled.
 */
function seesPin(actor: Actor, account: AccountRow): boolean {
  if (actor.account_id !== null) return account.include_unencrypted_pod_pin
  return isOffice(actor) && (actor.kind === 'api-key' || hasPermission(actor, 'INLINE_view_pod_pin'))
}

function emptyAddress(id: number, moment: Date): Address {
  return {
    ...empty_address,
    id,
    hash: '',
    gs_hash: null,
    geo_local_area: null,
    geo_city: null,
    time_created: moment,
    time_modified: moment,
  }
}

export function presentParcel(
  reader: BaseContext,
  parcel: ParcelRow,
  shipment: Pick<ShipmentRow, 'collection_agent_id' | 'delivery_agent_id'>,
  choices = statusChoices(reader),
): Parcel {
  return {
    ...parcel,
    shipment: null,
    status: presentStatus(reader, { ...shipment, status: parcel.status }, undefined, choices),
    actual_length_cm: parcel.actual_length_cm ?? parcel.submitted_length_cm,
    actual_width_cm: parcel.actual_width_cm ?? parcel.submitted_width_cm,
    actual_height_cm: parcel.actual_height_cm ?? parcel.submitted_height_cm,
    actual_weight_kg: parcel.actual_weight_kg ?? parcel.submitted_weight_kg,
    has_been_dimensioned: parcel.actual_weight_kg !== null || parcel.actual_length_cm !== null,
  }
}

function presentCharge(charge: ChargeRowStored): ChargeRow {
  return {
    ...charge,
    billing_transaction_id: charge.billing_transaction_id ?? 0,
  }
}
