import type { ParcelType, PodMethod } from './account.ts'

/**
 * Returns how delivery of a shipment is proved: the shipment's own method when `mayChoose` is true, otherwise the
 * account's, otherwise the company's (ACC-009).
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
 * Returns the parcel types offered for a booking: the account's first, then the company's whose names the account
 * does not use. The account's default type, if it has one, takes precedence over the company's (ACC-009, SHIP-034).
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
