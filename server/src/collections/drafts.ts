import type { AddressParts } from '@waybill/domain/accounts/address'
import type { ContactInput } from '@waybill/domain/accounts/contact'
import { checkRequest, requireSound, mayRequestFor } from '@waybill/domain/collections/rules'
import type { NewRequest, RequestContact, RequestPatch, Vehicle } from '@waybill/domain/collections/model'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { collection_time_from, collection_time_to } from '@waybill/domain/shipments/settings'
import {
  accountFor,
  readBookingState,
  requireEntries,
  lockBalance,
  saveAddresses,
  type AccountRow,
} from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'

/** The details that requests and recurring collections have in common. */
export interface Particulars {
  address_id: number
  address_book_id: number | null
  contact: RequestContact
  after: string
  before: string
  expected_parcels: number | null
  expected_kg: number | null
  vehicle: Vehicle
  packaging: string
  instructions: string
  customer_reference: string
}

/** Converts the details to database columns. */
export function columnsOf({ contact, ...particulars }: Particulars) {
  return { ...particulars, contact: JSON.stringify(contact) }
}

const contactOf = (contact: ContactInput | undefined): RequestContact => ({
  name: contact?.name ?? '',
  mobile_number: contact?.mobile_number ?? '',
  email: contact?.email ?? '',
})

/** 0 means unknown. */
const known = (value: number | undefined): number | null => value || null

/**
 * Returns the account and the validated details of a new request or recurring collection. Locks the balance of the
 * account, as holding and closing an account do. Reports the problems in `more` together with those of the details.
 */
export async function draftNew(
  ctx: Context,
  input: NewRequest,
  address: AddressParts | null,
  more: readonly FieldProblem[] = [],
): Promise<{ account: AccountRow; address: AddressParts; particulars: Particulars }> {
  const account = await accountFor(ctx, input.account_id)
  await lockBalance(ctx, account.id)
  const standing = await readBookingState(ctx, account.id)
  ensure(
    mayRequestFor(ctx.actor, {
      account_type: account.account_type,
      ...standing,
      support_email: account.support_email ?? '',
    }),
  )
  const plain = {
    contact: contactOf(input.contact),
    after: input.after ?? ctx.setting(collection_time_from),
    before: input.before ?? ctx.setting(collection_time_to),
    expected_parcels: known(input.expected_parcels),
    expected_kg: known(input.expected_kg),
    vehicle: input.vehicle ?? '',
    packaging: input.packaging ?? '',
    instructions: input.instructions ?? '',
    customer_reference: input.customer_reference ?? '',
  }
  requireSound([...checkRequest({ ...plain, address }), ...more])
  if (!address) throw new Error('A request without an address passed its checks.')
  await requireEntries(ctx, account.id, [input.address_book_id])
  const [addressId = 0] = await saveAddresses(ctx, [address])
  const addressBookId = input.address_book_id ?? null
  return {
    account,
    address,
    particulars: { ...plain, address_id: addressId, address_book_id: addressBookId },
  }
}

/** Returns the details after a change: the stored details with the sent fields applied, validated as a whole. */
export async function draftChanged(
  ctx: Context,
  accountId: number,
  stored: Particulars & { address: AddressParts },
  input: Omit<RequestPatch, 'id' | 'version' | 'date' | 'ignore_cut_off'>,
  moved: AddressParts | null,
  more: readonly FieldProblem[] = [],
): Promise<Particulars> {
  const address = moved ?? stored.address
  const plain = {
    contact: input.contact ? contactOf(input.contact) : stored.contact,
    after: input.after ?? stored.after,
    before: input.before ?? stored.before,
    expected_parcels:
      input.expected_parcels === undefined ? stored.expected_parcels : known(input.expected_parcels),
    expected_kg: input.expected_kg === undefined ? stored.expected_kg : known(input.expected_kg),
    vehicle: input.vehicle ?? stored.vehicle,
    packaging: input.packaging ?? stored.packaging,
    instructions: input.instructions ?? stored.instructions,
    customer_reference: input.customer_reference ?? stored.customer_reference,
  }
  requireSound([...checkRequest({ ...plain, address }), ...more])
  if (input.address_book_id !== undefined) await requireEntries(ctx, accountId, [input.address_book_id])
  const [addressId = stored.address_id] = moved ? await saveAddresses(ctx, [moved]) : []
  const addressBookId = moved ? (input.address_book_id ?? null) : stored.address_book_id
  return { ...plain, address_id: addressId, address_book_id: addressBookId }
}
