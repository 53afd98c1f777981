import { empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import { invalid, notFound } from '@waybill/domain/kit/problem'
import {
  countryProblem,
  type CountriesServed,
  countriesServed,
} from '@waybill/domain/shipments/countries-served'
import {
  international_collection_countries,
  international_delivery_countries,
  international_enabled,
} from '@waybill/domain/shipments/settings'
import type { Side } from '@waybill/domain/shipments/checks'
import { findPickupPoint } from '../pickup-points/index.ts'
import { requireExact, located, type LocatedSide } from '../rates/index.ts'
import type { ExternalContext, BaseContext } from '../kit/handler.ts'

/** Where one side is, as a booking or a change names it. */
export interface SentPlace {
  address: AddressParts | undefined
  pickup_point_id: string | undefined
  pickup_point_provider: string | undefined
}

/** A side that has been found: its address with coordinates, and the pickup point when it is one. */
export interface FoundPlace extends LocatedSide {
  pickup_point_id: string | null
  pickup_point_provider: string | null
}

/** The countries that the provider serves beside its own. */
export function servedBy(reader: BaseContext): CountriesServed {
  return countriesServed(reader.setting(international_enabled), {
    collection: reader.setting(international_collection_countries),
    delivery: reader.setting(international_delivery_countries),
  })
}

/** Finds a side before any work begins: a pickup point by its id (404 when unknown), an address by the geocoder. */
export async function findPlace(ctx: ExternalContext, side: Side, sent: SentPlace): Promise<FoundPlace> {
  if (sent.pickup_point_id) {
    const point = await findPickupPoint(ctx, sent.pickup_point_id, sent.pickup_point_provider)
    if (!point)
      throw notFound(
        `We could not find pickup point ${sent.pickup_point_id} for the ${side}. Choose one of our locations.`,
      )
    return {
      address: { ...empty_address, ...point.address },
      pickup_point: {
        provider: point.pickup_point_provider,
        type: point.type,
        compartments: point.compartments,
      },
      pickup_point_id: point.pickup_point_id,
      pickup_point_provider: point.pickup_point_provider,
    }
  }
  const typed = sent.address ?? empty_address
  const abroad = countryProblem(side, typed, servedBy(ctx))
  if (abroad) throw invalid(abroad.message, [abroad])
  const found = await located(ctx, typed)
  if (!found)
    throw invalid(`We could not find the ${side} address. Check suburb, city and postal code.`, [
      { field: `${side}_address`, message: 'could not be found' },
    ])
  requireExact(ctx, found, side, `${side}_address`)
  const { address } = found
  return { address, pickup_point: null, pickup_point_id: null, pickup_point_provider: null }
}

/** Whether enough of an address was sent to look for it; what is missing is said by the checks. */
export function isWorthFinding(sent: SentPlace): boolean {
  const { address } = sent
  if (sent.pickup_point_id) return true
  return Boolean(
    address &&
    (address.city || address.local_area || address.code || address.entered_address || address.lat !== null),
  )
}
