import { empty_address, type Address } from '@waybill/domain/accounts/address'
import type { Contact, StoredContact } from '@waybill/domain/accounts/contact'
import { hasPermission, isOffice, type Actor } from '@waybill/domain/kit/actor'
import { provider_stub, type ChargeRow, type Parcel, type Shipment } from '@waybill/domain/shipments/model'
import { enable_bob_box, enable_third_party_bob_box } from '@waybill/domain/pickup-points/settings'
import { exclude_tracking_statuses, override_shipment_statuses } from '@waybill/domain/shipments/settings'
import { sees, wordsFor } from '@waybill/domain/shipments/field-visibility'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { visibleStatus, type StatusVisibility } from '@waybill/domain/shipments/statuses/status-visibility'
import { readAccounts, readAddresses, presentAccount, type AccountRow } from '../../accounts/index.ts'
import { providerMap, type ProviderMap } from '../../maps/index.ts'
import type { Context, BaseContext } from '../../kit/handler.ts'
import { countNotes, type NoteCounts } from '../notes-and-tags/note-store.ts'
import {
  readCharges,
  readParcels,
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
    statusChoices(reader),
  )
}

/** Data related to shipments, read once for all of them. */
interface ShipmentRelations {
  addresses: Map<number, Address>
  parcels: Map<number, ParcelRow[]>
  charges: Map<number, ChargeRowStored[]>
  accounts: Map<number, AccountRow>
  notes: Map<number, NoteCounts>
  map: ProviderMap
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
    surroundings(ctx, ids, named ?? namedBy(await requested)),
  ])
  const seen = new Map(rows.map((row) => [row.id, present(ctx, row, around, withContact)]))
  return ids.flatMap((id) => seen.get(id) ?? [])
}

/** Returns shipments including quotes, which account users cannot read in any other way (PERM-055). */
export async function readOwnQuotes(ctx: Context, ids: readonly number[]): Promise<Shipment[]> {
  return readShipments(ctx, ids, true, namedBy(await readShipmentRows(ctx, ids, true)))
}

function namedBy(rows: readonly ShipmentRow[]): Named {
  return {
    account_ids: [...new Set(rows.map((row) => row.account_id))],
    address_ids: [...new Set(rows.flatMap((row) => [row.collection_address_id, row.delivery_address_id]))],
  }
}

async function surroundings(
  ctx: Context,
  ids: readonly number[],
  { account_ids, address_ids }: Named,
): Promise<ShipmentRelations> {
  const seesMoney = sees(ctx.actor, 'amounts')
  const [accounts, addresses, parcels, charges, notes, map] = await Promise.all([
    readAccounts(ctx, account_ids),
    readAddresses(ctx, address_ids),
    readParcels(ctx, ids),
    seesMoney ? readCharges(ctx, ids) : [],
    countNotes(ctx, ids),
    providerMap(ctx),
  ])
  return {
    addresses,
    parcels: groupBy(parcels, (parcel) => parcel.shipment_id),
    charges: groupBy(charges, (charge) => charge.shipment_id),
    accounts: new Map(accounts.map((row) => [row.id, row])),
    notes,
    map,
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
    charges: new Map([[row.id, charges]]),
    accounts: new Map([[account.id, account]]),
    notes: new Map(),
    map: await providerMap(ctx),
  }
  return present(ctx, row, around, false)
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

function present(ctx: Context, row: ShipmentRow, around: ShipmentRelations, withContact: boolean): Shipment {
  const { actor } = ctx
  const parcels = around.parcels.get(row.id) ?? []
  const seesMoney = sees(actor, 'amounts')
  const notes = around.notes.get(row.id)
  const account = around.accounts.get(row.account_id)
  if (!account) throw new Error(`Shipment ${row.id} is shown to someone without access to its account.`)
  const branch = (id: number | null) => (id === null ? undefined : around.map.branches.get(id))
  const status = presentStatus(
    ctx,
    row,
    parcels.map((parcel) => parcel.status),
  )
  const contact = (stored: StoredContact): Contact => ({
    provider_id: row.provider_id,
    shipment_id: 0,
    name: '',
    mobile_number: '',
    email: '',
    ...stored,
  })
  const words = wordsFor(actor, {
    message: row.tracking_message,
    internal_message: row.tracking_internal_message,
  })
  const address = (id: number): Address => around.addresses.get(id) ?? emptyAddress(id, row.time_created)
  return {
    ...row,
    status,
    tracking_reference: row.custom_tracking_reference ?? row.short_tracking_reference,
    source: row.source as Shipment['source'],
    deleted_date: null,
    reschedule_reference: sees(actor, 'office_fields') ? row.reschedule_reference : undefined,
    is_pending: row.status === 'payment-pending',
    has_rating: row.has_rating,
    tags: sees(actor, 'office_fields') ? row.tags : undefined,
    total_note_count: (sees(actor, 'internal_notes') ? notes?.total : notes?.external) ?? 0,
    external_note_count: notes?.external ?? 0,
    requires_action_note_count: sees(actor, 'internal_notes') ? (notes?.requires_action ?? 0) : 0,
    collection_request_id: row.collection_request_id ?? 0,
    status_before_hold: sees(actor, 'office_fields') ? row.status_before_hold : undefined,
    // If the viewer sees another status than the stored one, the tracking message is hidden too.
    tracking_info:
      words && (sees(actor, 'internal_events') || status === row.status)
        ? { message: words, lat: null, lng: null, location: '', bay: '', data: null }
        : null,
    original_shipment_information: {
      original_service_level_code: row.original_service_level_code,
      original_service_level_name: row.original_service_level_name,
    },
    rate: seesMoney ? row.rate : null,
    original_rate: seesMoney ? row.original_rate : null,
    previous_rate: seesMoney ? row.previous_rate : null,
    rates: seesMoney ? (around.charges.get(row.id) ?? []).map((charge) => presentCharge(charge)) : [],
    cost_center: row.cost_center ? { name: row.cost_center } : undefined,
    collection_address: address(row.collection_address_id),
    delivery_address: address(row.delivery_address_id),
    collection_address_book_id: row.collection_address_book_id ?? 0,
    delivery_address_book_id: row.delivery_address_book_id ?? 0,
    collection_contact: contact(row.collection_contact),
    delivery_contact: contact(row.delivery_contact),
    responsible_contact: row.responsible_contact ? contact(row.responsible_contact) : undefined,
    billing_contact: row.billing_contact ? contact(row.billing_contact) : undefined,
    parcels: parcels.map((parcel) => presentParcel(ctx, parcel, row)),
    account: presentAccount(ctx, account, withContact),
    provider: provider_stub,
    collection_agent_id: row.collection_agent_id ?? '',
    delivery_agent_id: row.delivery_agent_id ?? '',
    original_collection_agent_id: row.original_collection_agent_id ?? '',
    original_delivery_agent_id: row.original_delivery_agent_id ?? '',
    collection_agent_zone: row.collection_agent_zone ?? '',
    delivery_agent_zone: row.delivery_agent_zone ?? '',
    collection_agent_routing_number: row.collection_agent_routing_number ?? '',
    delivery_agent_routing_number: row.delivery_agent_routing_number ?? '',
    account_branch_id: row.account_branch_id ?? 0,
    current_branch_id: row.current_branch_id ?? 0,
    current_branch_name: branch(row.current_branch_id)?.name ?? '',
    current_branch_public_name: branch(row.current_branch_id)?.public_name ?? '',
    collection_branch_id: row.collection_branch_id ?? 0,
    collection_branch_name: branch(row.collection_branch_id)?.name ?? '',
    collection_branch_public_name: branch(row.collection_branch_id)?.public_name ?? '',
    delivery_branch_id: row.delivery_branch_id ?? 0,
    delivery_branch_name: branch(row.delivery_branch_id)?.name ?? '',
    delivery_branch_public_name: branch(row.delivery_branch_id)?.public_name ?? '',
    pod_method: row.pod_method,
    proof_of_delivery_pin_hashed: row.proof_of_delivery_pin_hashed ?? '',
    proof_of_delivery_pin:
      seesPin(actor, account) && row.proof_of_delivery_pin_sealed
        ? ctx.sealer.open(row.proof_of_delivery_pin_sealed)
        : undefined,
    tracking_events: null,
  }
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
): Parcel {
  return {
    ...parcel,
    shipment: null,
    status: presentStatus(reader, { ...shipment, status: parcel.status }),
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
