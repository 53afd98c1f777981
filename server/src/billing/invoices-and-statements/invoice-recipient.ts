import type { Address } from '@waybill/domain/accounts/address'
import { readAddresses, type AccountRow } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import type { Recipient } from '@waybill/domain/billing/model'

/**
 * Returns the recipient of a document. It is stored with invoices, so that later changes of the account do not alter
 * issued ones.
 */
export async function recipientOf(ctx: Context, account: AccountRow): Promise<Recipient> {
  const addressId = account.billing_address_id ?? account.default_collection_address_id
  const address = addressId === null ? undefined : (await readAddresses(ctx, [addressId])).get(addressId)
  return {
    name: account.name,
    address_lines: address ? linesOf(address) : [],
    vat_number: account.vat_number,
    account_code: account.account_code,
  }
}

function linesOf({ company, street_address, local_area, city, code, country }: Address): string[] {
  const home = country === 'South Africa' ? '' : country
  return [company, street_address, local_area, [city, code].filter(Boolean).join(' '), home].filter(Boolean)
}
