import type { Address } from '@waybill/domain/accounts/address'
import { readAddresses, type AccountRow } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import type { Recipient } from '@waybill/domain/billing/model'

/**
 * Returns the recipient of a document. It is stored with invoices, so that later changes of the account do not alter
 * issued ones.
 */
export async function recipientOf(ctx: Context, account: AccountRow): Promise<Recipient> {
  const recipient = (await recipientsOfAccounts(ctx, [account])).get(account.id)
  if (!recipient) throw new Error(`Account ${account.id} has no recipient.`)
  return recipient
}

/** Returns the recipients of the documents of several accounts by account id; see `recipientOf`. */
export async function recipientsOfAccounts(
  ctx: Context,
  accounts: readonly AccountRow[],
): Promise<Map<number, Recipient>> {
  const addressOf = ({ billing_address_id, default_collection_address_id }: AccountRow) =>
    billing_address_id ?? default_collection_address_id ?? 0
  const addresses = await readAddresses(ctx, accounts.map(addressOf))
  return new Map(
    accounts.map((account) => {
      const address = addresses.get(addressOf(account))
      const { id, name, vat_number, account_code } = account
      return [id, { name, address_lines: address ? linesOf(address) : [], vat_number, account_code }]
    }),
  )
}

function linesOf({ company, street_address, local_area, city, code, country }: Address): string[] {
  const home = country === 'South Africa' ? '' : country
  return [company, street_address, local_area, [city, code].filter(Boolean).join(' '), home].filter(Boolean)
}
