import type { AddressParts } from '@waybill/domain/accounts/address'
import { answeredFields } from '@waybill/domain/accounts/custom-fields'
import { registration_fields, registration_requires_approval } from '@waybill/domain/accounts/settings'
import { customerRegistered } from '@waybill/domain/identity/events'
import type { RegistrationInput } from '@waybill/domain/identity/registration/registration-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { listedPhone } from '@waybill/domain/kit/contacts/phone'
import { openAccount, saveAddresses } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import { readForSignIn, savePassword, type SigningIn } from '../sign-in/sign-in-store.ts'
import { insertUser } from '../store.ts'

/** The data of a registration, with the password as a hash. */
export type NewCustomer = Omit<RegistrationInput, 'password' | 'captcha'> & { password_hash: string }

/** Creates the account, its owner and the two address book entries of a registration (AUTH-032). */
export async function makeCustomer(ctx: Context, customer: NewCustomer): Promise<SigningIn> {
  const name = customer.account_type === 'company' && customer.company ? customer.company : customer.name
  const addresses = [customer.collection_address, customer.billing_address].filter(isGiven)
  const addressIds = await saveAddresses(ctx, addresses)
  const collectionId = customer.collection_address ? (addressIds[0] ?? null) : null
  const billingId = customer.billing_address ? (addressIds.at(-1) ?? null) : null
  const phoneNumber = listedPhone(customer.phone_number)
  const requested = new Set(ctx.setting(registration_fields).map((field) => field.key))
  const answers = Object.entries(customer.custom_fields ?? {}).filter(([key]) => requested.has(key))
  const waits = ctx.setting(registration_requires_approval)
  const entry = (label: string, addressId: number) => ({
    name: label,
    contact_name: customer.name,
    mobile_number: phoneNumber,
    email: customer.email,
    address_id: addressId,
    special_instructions: null,
    source: 'manual',
  })
  const accountId = await openAccount(ctx, {
    name,
    default_collection_address_id: collectionId,
    billing_address_id: billingId ?? collectionId,
    billing_contact: { name: customer.name, email: customer.email, mobile_number: phoneNumber },
    custom_fields: Object.fromEntries(answers),
    ...answeredFields(Object.fromEntries(answers)),
    referrer: customer.referrer ?? null,
    is_on_hold: waits,
    hold_reason: waits ? 'awaiting_approval' : null,
    entries: [
      ...(collectionId ? [entry(name, collectionId)] : []),
      ...(billingId && billingId !== collectionId ? [entry(`${name} (billing)`, billingId)] : []),
    ],
  })
  const userId = await insertUser(ctx, {
    username: customer.email,
    name: customer.name,
    email: customer.email,
    phone_number: phoneNumber,
    role_id: role_ids.account_owner,
    account_id: accountId,
    terms_and_conditions_accepted_version: customer.terms_and_conditions_accepted_version ?? null,
  })
  await savePassword(ctx, userId, customer.password_hash)
  await ctx.emit(customerRegistered, { account_id: accountId, user_id: userId })
  return readForSignIn(ctx, userId)
}

function isGiven(address: AddressParts | undefined): address is AddressParts {
  return address !== undefined
}
