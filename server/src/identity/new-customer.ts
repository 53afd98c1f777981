import type { AddressParts } from '@waybill/domain/accounts/address'
import { answeredFields } from '@waybill/domain/accounts/custom-fields'
import { registration_fields, registration_requires_approval } from '@waybill/domain/accounts/settings'
import { customerRegistered } from '@waybill/domain/identity/events'
import type { RegistrationInput } from '@waybill/domain/identity/registration-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { listedPhone } from '@waybill/domain/kit/phone'
import { openAccount, saveAddresses } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'
import { readForSignIn, savePassword, type SigningIn } from './sign-in-store.ts'
import { insertUser } from './store.ts'

/** What somebody registered with; the password as its hash. */
export type NewCustomer = Omit<RegistrationInput, 'password' | 'captcha'> & { password_hash: string }

/** Makes the account, its owner and the two address book entries of a registration (AUTH-032). */
export async function makeCustomer(ctx: Context, customer: NewCustomer): Promise<SigningIn> {
  const name = customer.account_type === 'company' && customer.company ? customer.company : customer.name
  const addresses = [customer.collection_address, customer.billing_address].filter(isGiven)
  const address_ids = await saveAddresses(ctx, addresses)
  const collection_id = customer.collection_address ? (address_ids[0] ?? null) : null
  const billing_id = customer.billing_address ? (address_ids.at(-1) ?? null) : null
  const phone_number = listedPhone(customer.phone_number)
  const requested = new Set(ctx.setting(registration_fields).map((field) => field.key))
  const answers = Object.entries(customer.custom_fields ?? {}).filter(([key]) => requested.has(key))
  const waits = ctx.setting(registration_requires_approval)
  const entry = (label: string, address_id: number) => ({
    name: label,
    contact_name: customer.name,
    mobile_number: phone_number,
    email: customer.email,
    address_id,
    special_instructions: null,
    source: 'manual',
  })
  const account_id = await openAccount(ctx, {
    name,
    default_collection_address_id: collection_id,
    billing_address_id: billing_id ?? collection_id,
    billing_contact: { name: customer.name, email: customer.email, mobile_number: phone_number },
    custom_fields: Object.fromEntries(answers),
    ...answeredFields(Object.fromEntries(answers)),
    referrer: customer.referrer ?? null,
    is_on_hold: waits,
    hold_reason: waits ? 'awaiting_approval' : null,
    entries: [
      ...(collection_id ? [entry(name, collection_id)] : []),
      ...(billing_id && billing_id !== collection_id ? [entry(`${name} (billing)`, billing_id)] : []),
    ],
  })
  const user_id = await insertUser(ctx, {
    username: customer.email,
    name: customer.name,
    email: customer.email,
    phone_number,
    role_id: role_ids.account_owner,
    account_id,
    terms_and_conditions_accepted_version: customer.terms_and_conditions_accepted_version ?? null,
  })
  await savePassword(ctx, user_id, customer.password_hash)
  await ctx.emit(customerRegistered, { account_id, user_id })
  return readForSignIn(ctx, user_id)
}

function isGiven(address: AddressParts | undefined): address is AddressParts {
  return address !== undefined
}
