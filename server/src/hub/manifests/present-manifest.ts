import { hasPermission } from '@waybill/domain/kit/actor'
import { notFound } from '@waybill/domain/kit/problem'
import {
  manifestReference,
  type InterhubTransfer,
  type ManifestParcel,
  type ManifestStub,
} from '@waybill/domain/hub/manifest'
import { loadMeasures, phaseOf, type ManifestState } from '@waybill/domain/hub/manifest-rules'
import { interhub_carriers } from '@waybill/domain/hub/settings'
import { default_volumetric_factor } from '@waybill/domain/rates/settings'
import { providerMap, type ProviderMap } from '../../maps/index.ts'
import type { Context, BaseContext } from '../../kit/handler.ts'
import { readManifests, type SummedManifest } from './manifest-list-store.ts'
import { type LoadedRow } from './manifest-load-store.ts'
import { type ManifestRow } from './manifest-store.ts'

/** The 404 error for a manifest that does not exist or that the caller cannot access. */
export const noManifest = () => notFound('Could not find this manifest.')

/** Returns the public name of a branch, including removed branches; `''` when unknown. */
export function branchName(map: ProviderMap, id: number | null): string {
  return (id === null ? undefined : map.branches.get(id))?.public_name ?? ''
}

/** Returns the manifest data that the rules need. */
export function stateOf(map: ProviderMap, row: ManifestRow, parcelCount: number): ManifestState {
  return {
    number: row.number,
    status: row.status,
    from_branch_id: row.from_branch_id,
    to_branch_id: row.to_branch_id,
    via_branch_ids: row.via_branch_ids,
    from_branch_name: branchName(map, row.from_branch_id),
    to_branch_name: branchName(map, row.to_branch_id),
    departed_at: row.departed_at,
    arrived_at: row.arrived_at,
    received_at: row.received_at,
    vehicle_registration: row.vehicle_registration,
    seal_number: row.seal_number,
    parcel_count: parcelCount,
  }
}

/** Whether the caller may see the cost of trips. */
export function seesCost(reader: BaseContext): boolean {
  return hasPermission(reader.actor, 'INLINE_see_third_party_cost')
}

/** Returns a manifest as staff may see it. */
export function presentManifest(
  reader: BaseContext,
  map: ProviderMap,
  row: SummedManifest,
): InterhubTransfer {
  const state = stateOf(map, row, row.parcel_count)
  const carrier = reader.setting(interhub_carriers).find(({ name }) => name === row.carrier)
  const reference = row.waybill_reference || manifestReference(row.number)
  return {
    id: row.id,
    provider_id: row.provider_id,
    display_id: manifestReference(row.number),
    status: state.status,
    phase: phaseOf(state),
    from_branch_id: row.from_branch_id,
    from_branch_name: state.from_branch_name,
    to_branch_id: row.to_branch_id,
    to_branch_name: state.to_branch_name,
    via_branch_ids: row.via_branch_ids,
    via_branch_names: row.via_branch_ids.map((id) => branchName(map, id)),
    carrier: row.carrier,
    tracking_url: carrier?.tracking_url.replaceAll('{reference}', encodeURIComponent(reference)) ?? '',
    service_level: row.service_level,
    driver: row.driver,
    driver_name: row.driver_name,
    vehicle_registration: row.vehicle_registration,
    trailer: row.trailer,
    seal_number: row.seal_number,
    waybill_reference: row.waybill_reference,
    notes: row.notes,
    scan_status: row.scan_status,
    planned_departure: row.planned_departure,
    departed_at: row.departed_at,
    planned_arrival: row.planned_arrival,
    arrived_at: row.arrived_at,
    received_at: row.received_at,
    received_by: row.received_by ?? '',
    received_from_branch_name: branchName(map, row.received_from_branch_id),
    time_closed: row.time_closed,
    not_closed_reason: row.not_closed_reason ?? '',
    cost: seesCost(reader) ? row.cost : null,
    is_daily: row.daily_key !== null,
    parcel_count: row.parcel_count,
    shipment_count: row.shipment_count,
    total_weight_kg: row.total_weight_kg,
    total_volumetric_kg: row.total_volumetric_kg,
    total_volume_m3: row.total_volume_m3,
    received_count: row.received_count,
    short_count: row.short_count,
    over_count: row.over_count,
    damaged_count: row.damaged_count,
    created_by: row.created_by,
    version: row.version,
    time_created: row.time_created,
    time_modified: row.time_modified,
  }
}

/** Returns the present state of a manifest; throws 404 when it does not exist or the caller cannot access it. */
export async function readManifest(ctx: Context, id: number): Promise<InterhubTransfer> {
  const [row] = await readManifests(ctx, [id])
  if (!row) throw noManifest()
  return presentManifest(ctx, await providerMap(ctx), row)
}

/**
 * Returns a parcel on a manifest as staff may see it. Until the manifest is closed, its charged weight is calculated
 * from the present measures.
 */
export function presentLoaded(
  reader: BaseContext,
  map: ProviderMap,
  manifest: Pick<SummedManifest, 'received_at' | 'shorts_told_at'>,
  row: LoadedRow,
): ManifestParcel {
  const { volume_m3, charged_weight_kg } = loadMeasures(row, reader.setting(default_volumetric_factor))
  const isOverdue = manifest.received_at !== null || manifest.shorts_told_at !== null
  return {
    parcel_id: row.parcel_id,
    shipment_id: row.shipment_id,
    tracking_reference: row.tracking_reference,
    status: row.status,
    account_name: row.account_name,
    service_level_code: row.service_level_code,
    delivery_suburb: row.delivery_suburb,
    delivery_branch_name: branchName(map, row.delivery_branch_id),
    weight_kg: row.weight_kg,
    volume_m3: Math.round(volume_m3 * 10_000) / 10_000,
    charged_weight_kg: Math.round((row.charged_weight_kg ?? charged_weight_kg) * 100) / 100,
    cost: seesCost(reader) ? row.cost : null,
    state: row.is_extra ? 'over' : row.received_at !== null ? 'received' : isOverdue ? 'short' : 'loaded',
    condition: row.condition,
    condition_note: row.condition_note,
    added_at: row.added_at,
    added_by: row.added_by,
    received_at: row.received_at,
    received_by: row.received_by ?? '',
  }
}

/**
 * Returns the summary of a manifest for scanners and drivers: the parcels on it or, when unloading, how many were
 * received.
 */
export function stubOf(map: ProviderMap, row: SummedManifest, isUnloading: boolean): ManifestStub {
  return {
    id: row.id,
    display_id: manifestReference(row.number),
    to_branch_name: branchName(map, row.to_branch_id),
    done: isUnloading ? row.received_count : row.parcel_count,
    of: isUnloading ? row.parcel_count : 0,
  }
}
