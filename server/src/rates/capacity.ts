import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import type { AddressParts } from '@waybill/domain/accounts/address'
import { isWanted } from '@waybill/domain/rates/pricing/availability'
import type { CompiledPriceBook } from '@waybill/domain/rates/price-books/compile-price-book'
import type { PriceRequest } from '@waybill/domain/rates/pricing/price-request'
import type { BaseContext, Context } from '../kit/handler.ts'
import { place, providerMap } from '../maps/index.ts'
import { pointOf } from './quote.ts'
import { countCollections, lockCollectionsOf } from './store.ts'

type FullDays = PriceRequest['calendar']['full_days']

/** The limited collections of a request: the requested service levels that have a capacity, and the collecting branch. */
export interface LimitedCollections {
  branch_id: number
  services: readonly { id: number; collection_capacity_per_day: number }[]
}

/**
 * Returns the service levels of a book that have a capacity, with the branch that collects at the address. Returns
 * `null` when no requested service level has a capacity (without any query) or no branch serves the address.
 */
export async function limitedCollections(
  reader: BaseContext,
  book: CompiledPriceBook,
  only: PriceRequest['only'],
  address: AddressParts,
): Promise<LimitedCollections | null> {
  const services = book.services.flatMap((service) => {
    const { id, collection_capacity_per_day } = service
    return collection_capacity_per_day !== null && isWanted(service, only)
      ? [{ id, collection_capacity_per_day }]
      : []
  })
  if (services.length === 0) return null
  const { branch } = place(await providerMap(reader), pointOf(address), 'collection')
  return branch ? { branch_id: branch.id, services } : null
}

/** Returns the days from today on which no collection is left, by service level id (docs/domain/rating.md#capacity). */
export async function fullDays(ctx: Context, { branch_id, services }: LimitedCollections): Promise<FullDays> {
  const booked = await countCollections(ctx, {
    branch_id,
    service_level_ids: services.map(({ id }) => id),
    since: startOfDay(dayOf(ctx.now)),
  })
  return new Map(
    services.map(({ id, collection_capacity_per_day }) => [
      id,
      new Set(
        booked
          .filter((one) => one.service_level_id === id && one.count >= collection_capacity_per_day)
          .map(({ day }) => day),
      ),
    ]),
  )
}

/**
 * Returns the full days for a booking and locks the branch: until this transaction commits, no other booking can take
 * a collection place there.
 */
export async function reserveDays(ctx: Context, limited: LimitedCollections): Promise<FullDays> {
  await lockCollectionsOf(ctx, limited.branch_id)
  return fullDays(ctx, limited)
}
