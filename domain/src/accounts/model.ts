import { z } from 'zod'
import { phone } from '../kit/contacts/phone.ts'
import { clearable, omitted } from '../kit/calls/optional-fields.ts'
import { count, day, flag, instant, list, maybe, num, rand, text } from '../kit/calls/wire.ts'
import {
  Account,
  ParcelType,
  account_types,
  invoice_allocation_methods,
  invoice_frequencies,
  pod_methods,
} from './account.ts'
import { Address, AddressInput } from './address.ts'
import { ContactInput, address_book_sources } from './contact.ts'

export {
  Address,
  AddressInput,
  AddressParts,
  address_types,
  addressLine,
  empty_address,
  type AddressType,
} from './address.ts'
export { BillingContact, Contact, ContactInput } from './contact.ts'

export * from './account.ts'

/**
 * A row of the account list: the account with the fields that only this endpoint adds
 * (docs/domain/public-api.md#listing-accounts).
 */
export const ListedAccount = Account.extend({
  default_collection_address: Address.nullable(),
  parcel_types: omitted(z.array(ParcelType)),
  /** For staff only; empty for account users. */
  tags: z.array(z.string()),
  /** Time of the account's newest shipment. */
  last_shipment: instant.nullable(),
  /** The planned next price list and the day from which it applies; for staff only. */
  next_rate_group_id: z.int().nullable(),
  next_rate_group_name: z.string().nullable(),
  next_rate_group_date: day.nullable(),
  /** Whether the account has its own terms of cash on delivery: the largest amount (0: not offered) and the fee. */
  cod_own_terms: z.boolean(),
  cod_max_amount: rand,
  cod_fee_percentage: z.number(),
  cod_fee_minimum: rand,
  time_closed: instant.nullable(),
  /** For staff only. */
  close_reason: omitted(z.string()),
  /** Increases with every change; a change request sends the version it is based on. */
  version: omitted(z.int()),
})
export type ListedAccount = z.output<typeof ListedAccount>

/**
 * Account fields that callers may set, both on creation and on change (docs/domain/public-api.md#opening-an-account,
 * ACC-001, ACC-002).
 */
const account_fields = {
  account_type: maybe(z.enum(account_types)),
  account_code: maybe(text(20)),
  credit_limit: maybe(rand),
  payment_terms: maybe(count),
  payment_terms_from_statement: maybe(flag),
  invoice_frequency: maybe(z.enum(invoice_frequencies)),
  invoice_frequency_time: maybe(count),
  branch_id: maybe(count),
  tracking_prefix: clearable(text(20)),
  billing_contact: maybe(ContactInput),
  vat_number: clearable(text(20)),
  registration_number: clearable(text(40)),
  support_email: clearable(text(1000)),
  tags: maybe(list(text(60))),
  /** Answers to the company's custom fields, by key; an empty answer removes the stored one. */
  custom_fields: maybe(z.record(z.string(), z.unknown())),
}

/** An address with its contact person. */
const place = {
  contact_name: maybe(text(255)),
  email: maybe(text(1000)),
  mobile_number: maybe(phone),
  address: AddressInput,
}

/**
 * The input for a new account: its name, first collection address and first user
 * (docs/domain/public-api.md#opening-an-account).
 */
export const NewAccount = z.object({
  name: text(255),
  default_collection_address: z.object(place),
  /** Becomes the account owner. Without a username the email address is used as username. */
  first_user: z.object({ email: text(254), username: maybe(text(100)), name: text(255) }),
  current_rate_group_id: maybe(count),
  ...account_fields,
})
export type NewAccount = z.output<typeof NewAccount>

/** The input for changing an account: its id and the changed fields (ACC-011). */
export const AccountPatch = z.object({
  id: count,
  name: maybe(text(255)),
  ...account_fields,
  current_rate_group_id: maybe(count),
  /** The planned next price list, together with its date; 0 cancels the plan. */
  next_rate_group_id: maybe(count),
  next_rate_group_date: maybe(day),
  is_on_hold: maybe(flag),
  /** The reason for the hold; required when the account is put on hold. */
  hold_message: maybe(text(500)),
  disable_auto_hold: maybe(flag),
  temp_disable_auto_hold: maybe(flag),
  charge_discrepancy_threshold_override: maybe(rand),
  charge_discrepancy_percentage_override: maybe(num),
  invoice_allocation_method: maybe(z.enum(invoice_allocation_methods)),
  /** Must be an address in the account's address book; 0 clears the field. */
  default_collection_address_id: maybe(count),
  /** A new default collection address, which is also added to the address book. */
  default_collection_address: maybe(z.object(place)),
  /** Replaces the whole list; an item without an id is new. */
  cost_centers: maybe(
    list(z.object({ id: maybe(count), name: text(120), code: maybe(text(40)), is_active: maybe(flag) })),
  ),
  parcel_types: maybe(
    list(
      z.object({
        name: text(100),
        length: maybe(num),
        width: maybe(num),
        height: maybe(num),
        weight: maybe(num),
        declared_value: maybe(rand),
        is_default: maybe(flag),
      }),
    ),
  ),
  force_show_billing_transactions: maybe(flag),
  invoice_trigger_shipment_status: clearable(text(40)),
  invoice_trigger_shipment_status_for_month_end: clearable(text(40)),
  trading_start_date: maybe(instant),
  pod_method: maybe(z.enum(pod_methods)),
  pod_method_visible_on_shipment: maybe(flag),
  include_unencrypted_pod_pin: maybe(flag),
  disable_out_for_delivery_sms: maybe(flag),
  disable_out_for_delivery_email: maybe(flag),
  disable_driver_app_notification_sms: maybe(flag),
  disable_driver_app_notification_email: maybe(flag),
  disable_account_in_arrears_checks: maybe(flag),
  is_third_party: maybe(flag),
  override_tracking_prefixes: maybe(flag),
  allow_cancelling_failed_collections: maybe(flag),
  cod_own_terms: maybe(flag),
  cod_max_amount: maybe(rand),
  cod_fee_percentage: maybe(num),
  cod_fee_minimum: maybe(rand),
  customer_reference_required: maybe(flag),
  customer_reference_prefix: clearable(text(40)),
  /** The version on which the change is based. A stale one is rejected with the current values. */
  version: maybe(count),
})
export type AccountPatch = z.output<typeof AccountPatch>

/** An entry of the address book as returned (docs/domain/public-api.md#address-book, ADDR-007). */
export const AddressBookEntry = z.object({
  id: z.int(),
  account_id: z.int(),
  provider_id: z.int(),
  name: z.string(),
  /** The company name of the address. */
  company: z.string(),
  contact_name: z.string(),
  mobile_number: z.string(),
  email: z.string(),
  address_id: z.int(),
  address: Address,
  special_instructions: omitted(z.string()),
  source: z.enum(address_book_sources),
  time_created: instant,
  time_modified: instant,
})
export type AddressBookEntry = z.output<typeof AddressBookEntry>

/**
 * An address book entry as sent. With an id it changes the existing entry (docs/domain/public-api.md#address-book,
 * ADDR-010).
 */
export const AddressBookInput = z.object({
  id: maybe(count),
  name: text(255),
  contact_name: maybe(text(255)),
  mobile_number: maybe(phone),
  email: maybe(text(1000)),
  address: AddressInput,
  special_instructions: maybe(text(2000, { lines: true })),
  source: maybe(z.enum(address_book_sources)),
  account_id: maybe(count),
})
export type AddressBookInput = z.output<typeof AddressBookInput>

/** Changed fields of an entry. `''` clears a text; an address is replaced as a whole (ADDR-014). */
export const AddressBookPatch = z.object({
  id: count,
  name: maybe(text(255)),
  contact_name: clearable(text(255)),
  mobile_number: clearable(phone),
  email: clearable(text(1000)),
  address: maybe(AddressInput),
  special_instructions: clearable(text(2000, { lines: true })),
})
export type AddressBookPatch = z.output<typeof AddressBookPatch>

/** One value that an account chose for itself; `value` is the stored text (ACC-013, ACC-017). */
export const AccountSetting = z.object({
  id: z.int(),
  account_id: z.int(),
  key: z.string(),
  value: z.string(),
})
export type AccountSetting = z.output<typeof AccountSetting>

/** A note on an account, for staff only (docs/domain/public-api.md#account-notes). */
export const AccountNote = z.object({
  id: z.int(),
  account_id: z.int(),
  message: z.string(),
  /** Day on which its author is reminded. */
  follow_up_day: day.nullable(),
  created_by: z.string(),
  time_created: instant,
  time_modified: instant,
})
export type AccountNote = z.output<typeof AccountNote>
