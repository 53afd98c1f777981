import type { ParcelType, PodMethod } from './account.ts'

/**
 * How delivery of a shipment is proved: as the shipment says where it may say so, else as its account, else as the
 * company (ACC-009).
 */
export function podMethodFor(
  shipment: PodMethod | undefined,
  account: PodMethod | null,
  company: PodMethod,
  mayChoose: boolean,
): PodMethod {
  return (mayChoose ? shipment : undefined) ?? account ?? company
}

/**
 * The parcel types offered for a booking: the account's first, then those of the company whose names the account has
 * not given to its own. The usual one is the account's, where it has one (ACC-009, SHIP-034).
 */
export function offeredParcelTypes(
  account: readonly ParcelType[] | null | undefined,
  company: readonly ParcelType[],
): readonly ParcelType[] {
  const own = account ?? []
  const taken = new Set(own.map(({ name }) => name.toLowerCase()))
  const hasDefault = own.some((type) => type.is_default)
  const rest = company.filter(({ name }) => !taken.has(name.toLowerCase()))
  return [...own, ...rest.map((type) => (hasDefault ? { ...type, is_default: false } : type))]
}
