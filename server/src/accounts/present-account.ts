import type { Account } from '@waybill/domain/accounts/model'
import { visibleAnswers } from '@waybill/domain/accounts/custom-fields'
import {
  default_pod_method,
  internal_account_fields,
  registration_fields,
} from '@waybill/domain/accounts/settings'
import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import type { BaseContext } from '../kit/handler.ts'
import type { AccountRow } from './store.ts'

/**
 * Returns an account row with the fields that this caller may see (docs/domain/public-api.md#account-in-answers).
 * Money is 0 for callers without `INLINE_see_billing_info`.
 */
export function presentAccount(reader: BaseContext, row: AccountRow, withContact = true): Account {
  const { actor } = reader
  const seesMoney = hasPermission(actor, 'INLINE_see_billing_info')
  const contact = row.billing_contact
  return {
    id: row.id,
    provider_id: row.provider_id,
    branch_id: row.branch_id ?? 0,
    branch_name: row.branch_name,
    name: row.name,
    account_code: row.account_code,
    account_type: row.account_type,
    credit_limit: seesMoney ? row.credit_limit : 0,
    payment_terms: row.payment_terms,
    payment_terms_from_statement: row.payment_terms_from_statement,
    invoice_frequency: row.invoice_frequency,
    invoice_frequency_time: row.invoice_frequency_time,
    balance: seesMoney ? row.balance : 0,
    credit_allocation_balance: seesMoney ? row.credit_allocation_balance : 0,
    is_on_hold: row.is_on_hold,
    hold_reason: isStaff(actor) ? row.hold_reason : null,
    hold_message: isStaff(actor) ? row.hold_message : null,
    disable_auto_hold: row.disable_auto_hold,
    temp_disable_auto_hold: row.temp_disable_auto_hold,
    charge_discrepancy_threshold_override: row.charge_discrepancy_threshold_override ?? 0,
    charge_discrepancy_percentage_override: row.charge_discrepancy_percentage_override ?? 0,
    invoice_allocation_method: row.invoice_allocation_method,
    default_collection_address_id: row.default_collection_address_id ?? 0,
    custom_fields: visibleAnswers(actor, row.custom_fields, {
      registration_fields: reader.setting(registration_fields),
      internal_account_fields: reader.setting(internal_account_fields),
    }),
    cost_centers: row.cost_centers,
    force_show_billing_transactions: row.force_show_billing_transactions,
    invoice_trigger_shipment_status: row.invoice_trigger_shipment_status,
    invoice_trigger_shipment_status_for_month_end: row.invoice_trigger_shipment_status_for_month_end,
    status: row.status as Account['status'],
    derived_status: row.derived_status,
    trading_start_date: row.trading_start_date,
    current_rate_group_id: row.rate_group_id,
    current_rate_group_name: null,
    pod_method: row.pod_method ?? reader.setting(default_pod_method),
    pod_method_visible_on_shipment: row.pod_method_visible_on_shipment,
    include_unencrypted_pod_pin: row.include_unencrypted_pod_pin,
    disable_out_for_delivery_sms: row.disable_out_for_delivery_sms,
    disable_out_for_delivery_email: row.disable_out_for_delivery_email,
    disable_driver_app_notification_sms: row.disable_driver_app_notification_sms,
    disable_driver_app_notification_email: row.disable_driver_app_notification_email,
    disable_account_in_arrears_checks: row.disable_account_in_arrears_checks,
    is_third_party: row.is_third_party,
    override_tracking_prefixes: row.override_tracking_prefixes,
    tracking_prefix: row.tracking_prefix,
    allow_cancelling_failed_collections: row.allow_cancelling_failed_collections,
    customer_reference_required: row.customer_reference_required,
    customer_reference_prefix: row.customer_reference_prefix,
    vat_number: row.vat_number,
    registration_number: row.registration_number,
    referrer: row.referrer,
    support_email: row.support_email,
    billing_contact:
      withContact && contact
        ? {
            id: contact.id ?? row.id,
            account_id: row.id,
            provider_id: row.provider_id,
            shipment_id: 0,
            name: contact.name ?? '',
            mobile_number: contact.mobile_number ?? '',
            email: contact.email ?? '',
          }
        : undefined,
    account_billing_card_information: withContact && seesMoney ? (row.default_card ?? undefined) : undefined,
    created_by: row.created_by,
    time_created: row.time_created,
    time_modified: row.time_modified,
  }
}
