import type { NextStop } from '@waybill/domain/hub/model'
import { hub_bays, type Bay } from '@waybill/domain/hub/settings'
import type { BranchRow, ProviderMap } from '../../maps/index.ts'
import { proposeManifest } from '@waybill/domain/hub/manifest-rules'
import type { Context } from '../../kit/handler.ts'
import type { ShipmentRow } from '../../shipments/index.ts'
import { listLoading } from '../manifests/manifest-store.ts'

/** The bay of parcels that match no bay rule (docs/domain/hub.md#the-scanner). */
export const unsorted = 'Unsorted'

/** Returns the bay, branch and route to which a parcel goes next. */
export async function nextStop(
  ctx: Context,
  map: ProviderMap,
  here: BranchRow,
  shipment: ShipmentRow,
  driver: string | null,
): Promise<NextStop> {
  const to = shipment.delivery_branch_id === null ? undefined : map.branches.get(shipment.delivery_branch_id)
  const bays = ctx.setting(hub_bays).filter((one) => isAt(one, here))
  const isByCarrier = bays.some(({ bound_to }) => bound_to === 'manifest')
  const carrier = isByCarrier ? await carrierOf(ctx, here, shipment) : ''
  const bay = bays.find((one) => takes(one, shipment, to, carrier))
  return {
    bay: bay?.code ?? unsorted,
    branch: to?.public_name ?? '',
    route: shipment.delivery_agent_zone ?? '',
    routing_number: shipment.delivery_agent_routing_number ?? '',
    driver: driver ?? '',
  }
}

/** Returns the carrier of the open manifest on which a parcel belongs; `''` when none is open. */
async function carrierOf(ctx: Context, here: BranchRow, shipment: ShipmentRow): Promise<string> {
  const { delivery_branch_id, transient_branch_ids } = shipment
  if (delivery_branch_id === null || delivery_branch_id === here.id) return ''
  const open = await listLoading(ctx, here.id)
  return proposeManifest(open, delivery_branch_id, transient_branch_ids ?? [])?.carrier ?? ''
}

function isAt(bay: Bay, branch: BranchRow): boolean {
  return bay.branch === '' || isNamed(bay.branch, branch)
}

function takes(bay: Bay, shipment: ShipmentRow, to: BranchRow | undefined, carrier: string): boolean {
  switch (bay.bound_to) {
    case 'branch':
      return to !== undefined && isNamed(bay.value, to)
    case 'zone':
      return [shipment.delivery_agent_zone, shipment.delivery_agent_routing_number].some((name) =>
        isSame(bay.value, name ?? ''),
      )
    case 'service':
      return isSame(bay.value, shipment.service_level_code)
    case 'manifest':
      return isSame(bay.value, carrier)
    case 'none':
      return true
  }
}

function isNamed(name: string, branch: BranchRow): boolean {
  return isSame(name, branch.name) || isSame(name, branch.public_name)
}

function isSame(one: string, other: string): boolean {
  return one !== '' && one.trim().toLowerCase() === other.trim().toLowerCase()
}
