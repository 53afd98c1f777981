import type { Address } from '@waybill/domain/accounts/address'
import type { accountOpened } from '@waybill/domain/accounts/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { getAccount, readAddresses, updateAccount } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'
import { geocode } from './gazetteer/index.ts'
import { place, providerMap, type Point } from './provider-map.ts'

/**
 * Assigns a branch to an account that was opened without one: the branch of its default collection address
 * (docs/domain/accounts-and-ledger.md#account-types).
 */
export async function chooseHomeBranch(
  ctx: Context,
  { account_id, left_open }: PayloadOf<typeof accountOpened>,
): Promise<void> {
  if (!left_open.includes('branch_id')) return
  const account = await getAccount(ctx, account_id)
  const addressId = account.default_collection_address_id
  if (addressId === null) return
  const point = pointOf((await readAddresses(ctx, [addressId])).get(addressId))
  const { branch } = place(await providerMap(ctx), point, 'collection')
  if (branch) await updateAccount(ctx, account_id, undefined, { branch_id: branch.id })
}

/** Returns the coordinates of an address; without stored coordinates, those found by the built-in gazetteer. */
function pointOf(address: Address | undefined): Point | null {
  if (!address) return null
  const { lat, lng } = address
  if (lat !== null && lng !== null) return { lat, lng }
  const found = geocode(address)
  return found && { lat: found.lat, lng: found.lng }
}
