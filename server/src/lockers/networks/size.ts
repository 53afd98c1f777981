import { fits, type Box, type Fitted } from '@waybill/domain/pickup-points/fit'
import type { PlaceRequest } from '../network.ts'

/** Returns the measures of a request as those of a measured parcel. */
export function measuredParcel({ sides, weight }: Pick<PlaceRequest, 'sides' | 'weight'>): Fitted {
  const [length, width, height] = sides
  return {
    actual_length_cm: length,
    actual_width_cm: width,
    actual_height_cm: height,
    actual_weight_kg: weight,
  }
}

/** Returns the names of the sizes into which a parcel fits, in the given order. */
export function fittingSizes(
  request: Pick<PlaceRequest, 'sides' | 'weight'>,
  boxes: readonly Box[],
): string[] {
  return boxes.filter((box) => fits(measuredParcel(request), box)).map(({ name }) => name)
}

/** Answer when no size of a network takes the parcel. */
export const no_size = {
  ok: false,
  reason: 'too-large',
  message: 'The parcel does not fit into any size of this network.',
} as const
