import { addressLine } from '@waybill/domain/accounts/address'
import { isHome } from '@waybill/domain/kit/contacts/countries'
import type { PickupPoint } from '@waybill/domain/pickup-points/model'

/** Returns the address of a point without the company, which repeats its name. */
export function placeLine({ address }: Pick<PickupPoint, 'address'>): string {
  const country = isHome(address.country) ? '' : address.country
  return addressLine({ ...address, company: '', entered_address: '', country })
}
