import type { AddressParts } from '@waybill/domain/accounts/address'
import {
  account_code_pattern,
  default_account_credit_limit,
  default_account_type,
  default_rate_group_id,
  registration_fields,
  registration_requires_approval,
} from '@waybill/domain/accounts/settings'
import { customerRegistered } from '@waybill/domain/identity/events'
import type { RegistrationInput } from '@waybill/domain/identity/registration-api'
import { accountCode } from '@waybill/domain/identity/registration'
import { role_ids } from '@waybill/domain/kit/actor'
import { listedPhone } from '@waybill/domain/kit/phone'
import { Problem } from '@waybill/domain/kit/problem'
import { insertAccount, insertEntry, isCodeTaken, saveAddresses, updateAccount } from '../accounts/index.ts'
import type { Ctx } from '../kit/verb.ts'
import { readForSignIn, savePassword, type SigningIn } from './sign-in-store.ts'
import { insertUser } from './store.ts'

/** What somebody registered with; the password as its hash. */
export type NewCustomer = Omit<RegistrationInput, 'password'> & { password_hash: string }

const first_price_list = 1
const most_code_tries = 60

/** Makes the account, its owner and the two address book entries of a registration (AUTH-032). */
export async function makeCustomer(ctx: Ctx, customer: NewCustomer): Promise<SigningIn> {
  const name = customer.account_type === 'company' && customer.company ? customer.company : customer.name
  const addresses = [customer.collection_address, customer.billing_address].filter(isGiven)
  const address_ids = await saveAddresses(ctx, addresses)
  const collection_id = customer.collection_address ? (address_ids[0] ?? null) : null
  const billing_id = customer.billing_address ? (address_ids.at(-1) ?? null) : null
  const phone_number = listedPhone(customer.phone_number)
  const account_id = await insertAccount(ctx, {
    name,
    account_code: await freeCode(ctx, name),
    account_type: ctx.setting(default_account_type),
    credit_limit: ctx.setting(default_account_credit_limit),
    rate_group_id: ctx.setting(default_rate_group_id) || first_price_list,
    default_collection_address_id: collection_id,
    billing_address_id: billing_id ?? collection_id,
    billing_contact: { name: customer.name, email: customer.email, mobile_number: phone_number },
  })
  const asked = new Set(ctx.setting(registration_fields).map((field) => field.key))
  const answers = Object.entries(customer.custom_fields ?? {}).filter(([key]) => asked.has(key))
  const waits = ctx.setting(registration_requires_approval)
  await updateAccount(ctx, account_id, undefined, {
    custom_fields: JSON.stringify(Object.fromEntries(answers)),
    referrer: customer.referrer ?? null,
    is_on_hold: waits,
    hold_reason: waits ? 'Waiting for approval' : null,
  })
  const entry = (label: string, address_id: number) => ({
    name: label,
    contact_name: customer.name,
    mobile_number: phone_number,
    email: customer.email,
    address_id,
    special_instructions: null,
    source: 'manual',
  })
  if (collection_id) await insertEntry(ctx, account_id, entry(name, collection_id))
  if (billing_id && billing_id !== collection_id)
    await insertEntry(ctx, account_id, entry(`${name} (billing)`, billing_id))
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

/** A code by the company's pattern that no account has. */
async function freeCode(ctx: Ctx, name: string): Promise<string> {
  const pattern = ctx.setting(account_code_pattern)
  for (let tries = 0; tries < most_code_tries; tries += 1) {
    // After many taken ones a longer number, so that a full pattern keeps nobody out.
    const wider = tries < most_code_tries / 2 ? pattern : `${pattern}999`
    const code = accountCode(wider, name, ctx.random('0123456789', 20))
    if (!(await isCodeTaken(ctx, code))) return code
  }
  throw new Problem('conflict', 'No free account code was found. Try again in a moment.', {
    retry_after_s: 1,
  })
}
