import type { NextStop } from '@waybill/domain/hub/model'
import { hub_bays, type Bay } from '@waybill/domain/hub/settings'
import type { BranchRow, ProviderMap } from '../maps/index.ts'
import type { Reader } from '../kit/verb.ts'
import type { ShipmentRow } from '../shipments/index.ts'

/** Where parcels go for which no bay has a rule (domain notes 5.6). */
const unsorted = 'Unsorted'

/** The bay, branch and round that a parcel goes to from here. */
export function nextStop(
  reader: Reader,
  map: ProviderMap,
  here: BranchRow,
  shipment: ShipmentRow,
  driver: string | null,
): NextStop {
  const to = shipment.delivery_branch_id === null ? undefined : map.branches.get(shipment.delivery_branch_id)
  const bay = reader.setting(hub_bays).find((one) => isAt(one, here) && takes(one, shipment, to))
  return {
    bay: bay?.code ?? unsorted,
    branch: to?.public_name ?? '',
    route: shipment.delivery_agent_zone ?? '',
    routing_number: shipment.delivery_agent_routing_number ?? '',
    driver: driver ?? '',
  }
}

function isAt(bay: Bay, branch: BranchRow): boolean {
  return bay.branch === '' || isNamed(bay.branch, branch)
}

function takes(bay: Bay, shipment: ShipmentRow, to: BranchRow | undefined): boolean {
  switch (bay.bound_to) {
    case 'branch':
      return to !== undefined && isNamed(bay.value, to)
    case 'zone':
      return [shipment.delivery_agent_zone, shipment.delivery_agent_routing_number].some((name) =>
        isSame(bay.value, name ?? ''),
      )
    case 'service':
      return isSame(bay.value, shipment.service_level_code)
    default:
      return false
  }
}

function isNamed(name: string, branch: BranchRow): boolean {
  return isSame(name, branch.name) || isSame(name, branch.public_name)
}

function isSame(one: string, other: string): boolean {
  return one !== '' && one.trim().toLowerCase() === other.trim().toLowerCase()
}
