import { useQuery } from '@tanstack/react-query'
import { pickupPointsApi, type ShipmentPlace } from '@waybill/domain/pickup-points/api'
import { endpointQuery } from '../kit/api/index.ts'

/** Returns the pickup points of a shipment; empty while they are loading, and for delivery to a door. */
export function usePlaces(shipment: {
  id: number
  collection_pickup_point_id?: string | null | undefined
  delivery_pickup_point_id?: string | null | undefined
}): readonly ShipmentPlace[] {
  const query = useQuery({
    ...endpointQuery(pickupPointsApi.places, { shipment_id: shipment.id }),
    enabled: Boolean(shipment.collection_pickup_point_id || shipment.delivery_pickup_point_id),
  })
  return query.data?.places ?? []
}
