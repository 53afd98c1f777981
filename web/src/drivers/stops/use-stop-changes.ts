import type { StopShipment } from '@waybill/domain/drivers/model'
import {
  driver_can_add_parcels,
  driver_can_add_shipments,
  driver_can_cancel_parcels,
} from '@waybill/domain/drivers/settings'
import { useSetting } from '../../kit/session/me.ts'
import type { ChangeKind } from './stop-outcomes.ts'
import type { StopView } from './trip-sheet-stops.ts'

/** Returns the shipments of a collection from which a parcel can be cancelled: at least one parcel must remain. */
export function cancellable({ open }: Pick<StopView, 'open'>): readonly StopShipment[] {
  return open.filter(({ status, parcels }) => status === 'collection-assigned' && parcels.length > 1)
}

/** Returns the changes that are possible at a stop and that the settings allow (SET-042, SET-046, SET-047). */
export function stopChanges(
  view: Pick<StopView, 'stop' | 'open'>,
  may: { add_parcels: boolean; add_shipments: boolean; cancel_parcels: boolean },
): readonly ChangeKind[] {
  const { stop, open } = view
  if (stop.leg !== 'collection' || stop.address.type === 'locker' || stop.address.type === 'counter')
    return []
  const isRequest = stop.request !== null
  return [
    ...(may.add_parcels && open.length > 0 ? (['add-parcel'] as const) : []),
    ...(may.add_shipments && (isRequest || open.length > 0) ? (['add-shipment'] as const) : []),
    ...(may.cancel_parcels && cancellable(view).length > 0 ? (['cancel-parcel'] as const) : []),
  ]
}

/** Returns the possible changes according to this company's settings; none while there is no stop. */
export function useStopChanges(view: StopView | null): readonly ChangeKind[] {
  const may = {
    add_parcels: useSetting(driver_can_add_parcels),
    add_shipments: useSetting(driver_can_add_shipments),
    cancel_parcels: useSetting(driver_can_cancel_parcels),
  }
  return view ? stopChanges(view, may) : []
}
