import type { AddressParts } from '../accounts/address.ts'

/** The sides of a booking or quote, with the fields that name the pickup point of each. */
interface Sides {
  collection_address?: AddressParts | undefined
  collection_pickup_point_id?: string | undefined
  delivery_address?: AddressParts | undefined
  delivery_pickup_point_id?: string | undefined
}

/**
 * Returns a booking or quote with the `terminal_id` of each address as the pickup point of its side. A pickup point
 * that is named by its own field has priority.
 */
export function withTerminals<Input extends Sides>(input: Input): Input {
  return {
    ...input,
    collection_pickup_point_id: input.collection_pickup_point_id ?? input.collection_address?.terminal_id,
    delivery_pickup_point_id: input.delivery_pickup_point_id ?? input.delivery_address?.terminal_id,
  }
}
