import { z } from 'zod'
import { omitted } from '../kit/calls/optional-fields.ts'
import { instant, rand } from '../kit/calls/wire.ts'
import { BillingContact } from './contact.ts'

/** How the account pays (ACC-004). */
export const account_types = ['prepaid', 'postpaid', 'guest'] as const
export type AccountType = (typeof account_types)[number]

export const invoice_frequencies = ['monthly', 'weekly', 'daily', 'shipment'] as const
export type InvoiceFrequency = (typeof invoice_frequencies)[number]

export const invoice_allocation_methods = ['manual', 'auto-oldest-invoice-first'] as const
export type InvoiceAllocationMethod = (typeof invoice_allocation_methods)[number]

/** How a delivery is proved: a PIN with a fallback, or a signed goods-received voucher (DRV-001…DRV-003). */
export const pod_methods = ['pin-with-fallback', 'grv'] as const
export type PodMethod = (typeof pod_methods)[number]

/**
 * The status displayed in lists and banners, computed from shipments and invoices (ACC-005,
 * docs/domain/accounts-and-ledger.md#account-types).
 */
export const derived_statuses = ['active', 'overdue', 'inactive'] as const

/** A predefined parcel: sizes in cm, weight in kg. Blank sizes are left for the user to enter (SHIP-034, SHIP-035). */
export const ParcelType = z.object({
  name: z.string().max(100),
  length: z.number().nonnegative().nullable(),
  width: z.number().nonnegative().nullable(),
  height: z.number().nonnegative().nullable(),
  weight: z.number().nonnegative().nullable(),
  /** Cents. */
  declared_value: rand.nullable(),
  is_default: z.boolean(),
})
export type ParcelType = z.output<typeof ParcelType>

/**
 * A department of an account by which shipments and invoices may be grouped
 * (docs/domain/accounts-and-ledger.md#cost-centres).
 */
export const CostCenter = z.object({
  id: z.int(),
  name: z.string(),
  /** A short code that users may type instead of the name. */
  code: omitted(z.string()),
  /** Absent means active. */
  is_active: omitted(z.boolean()),
})
export type CostCenter = z.output<typeof CostCenter>

/** A saved card with which the account may pay again; never holds the full card number (ACC-003). */
export const SavedCard = z.object({
  saved_card_id: z.string(),
  card_pan: z.string(),
  card_association: z.string(),
})
export type SavedCard = z.output<typeof SavedCard>

/**
 * A customer account as returned, on its own or inside a shipment (docs/domain/public-api.md#account-in-answers).
 * Money in cents.
 */
export const Account = z.object({
  id: z.int(),
  provider_id: z.int(),
  branch_id: z.int(),
  branch_name: z.string().nullable(),
  name: z.string(),
  account_code: z.string(),
  account_type: z.enum(account_types),
  credit_limit: rand,
  /** Number of days to pay, counted from the invoice date. */
  payment_terms: z.int(),
  /** When true, `payment_terms` count from the end of the invoice's month instead of the invoice date. */
  payment_terms_from_statement: z.boolean(),
  invoice_frequency: z.enum(invoice_frequencies),
  /** Weekday of weekly invoices, Sunday = 0; 0 for other frequencies. */
  invoice_frequency_time: z.int(),
  /** Sum of the ledger; negative when the account owes money. */
  balance: rand,
  credit_allocation_balance: rand,
  is_on_hold: z.boolean(),
  hold_reason: omitted(z.string()),
  /** Why a user put the account on hold; for staff only. */
  hold_message: omitted(z.string()),
  disable_auto_hold: z.boolean(),
  temp_disable_auto_hold: z.boolean(),
  charge_discrepancy_threshold_override: rand,
  charge_discrepancy_percentage_override: z.number(),
  invoice_allocation_method: z.enum(invoice_allocation_methods),
  default_collection_address_id: z.int(),
  custom_fields: z.record(z.string(), z.unknown()).nullable(),
  cost_centers: z.array(CostCenter).nullable(),
  force_show_billing_transactions: z.boolean(),
  invoice_trigger_shipment_status: z.string().nullable(),
  invoice_trigger_shipment_status_for_month_end: z.string().nullable(),
  status: z.enum(['open', 'closed']),
  derived_status: z.enum(derived_statuses),
  trading_start_date: instant.nullable(),
  current_rate_group_id: z.int().nullable(),
  current_rate_group_name: z.string().nullable(),
  pod_method: z.enum(pod_methods),
  pod_method_visible_on_shipment: z.boolean(),
  include_unencrypted_pod_pin: z.boolean(),
  disable_out_for_delivery_sms: z.boolean(),
  disable_out_for_delivery_email: z.boolean(),
  disable_driver_app_notification_sms: z.boolean(),
  disable_driver_app_notification_email: z.boolean(),
  disable_account_in_arrears_checks: z.boolean(),
  /** Whether the account is another courier (SET-025). */
  is_third_party: z.boolean(),
  override_tracking_prefixes: z.boolean(),
  tracking_prefix: omitted(z.string()),
  allow_cancelling_failed_collections: z.boolean(),
  customer_reference_required: z.boolean(),
  customer_reference_prefix: omitted(z.string()),
  vat_number: omitted(z.string()),
  registration_number: omitted(z.string()),
  referrer: omitted(z.string()),
  support_email: omitted(z.string()),
  billing_contact: omitted(BillingContact),
  account_billing_card_information: omitted(SavedCard),
  created_by: z.string(),
  time_created: instant,
  time_modified: instant,
})
export type Account = z.output<typeof Account>
