import * as accounts from '../accounts/settings.ts'
import * as billing from '../billing/settings.ts'
import * as drivers from '../drivers/settings.ts'
import * as hub from '../hub/settings.ts'
import * as identity from '../identity/settings.ts'
import * as maps from '../maps/settings.ts'
import * as notifications from '../notifications/settings.ts'
import { gateway_list } from '../payments/gateway-list.ts'
import * as pickup_points from '../pickup-points/settings.ts'
import * as rates from '../rates/settings.ts'
import * as shipments from '../shipments/settings.ts'
import { hasPermission, isDriver, isStaff, type Actor } from '../kit/actor.ts'
import type { Setting } from '../kit/setting.ts'
import { settingsApi } from './api.ts'
import { catalogue, customer_settings, declaredIn, public_settings } from './catalogue.ts'
import { tabsFor } from './editor.ts'

/** Settings that the screens of drivers use, in addition to the public ones. */
const on_screens_of_drivers: readonly unknown[] = [
  drivers.allow_same_day_retry,
  drivers.collection_exception_reasons,
  drivers.collection_failed_attempt_reasons,
  drivers.collection_photo_required,
  drivers.collection_signature_required,
  drivers.delivery_exception_reasons,
  drivers.delivery_failed_attempt_reasons,
  drivers.disable_other_collection_failed_reason,
  drivers.disable_other_delivery_failed_reason,
  drivers.disable_other_rejection_reason,
  drivers.driver_app_minimum_version,
  drivers.driver_app_recommended_version,
  drivers.driver_can_add_parcels,
  drivers.driver_can_add_shipments,
  drivers.driver_can_call_customer,
  drivers.driver_can_change_sequence,
  drivers.driver_can_cancel_parcels,
  drivers.driver_can_reject_parcels_shipments,
  drivers.driver_manifest_scanner_enabled,
  drivers.driver_must_call_before_fail,
  drivers.driver_must_scan_each_parcel,
  drivers.driver_pod1,
  drivers.driver_pod2,
  drivers.driver_pod3,
  drivers.driver_requires_odometer,
  drivers.driver_scan_in_at_hub,
  drivers.driver_vehicle_check,
  drivers.failed_attempt_photo_required,
  drivers.pod_fallback,
  drivers.pod_photo_max,
  drivers.pod_pin_length,
  drivers.position_ping_seconds,
  drivers.position_retention_days,
  drivers.rejection_reasons,
  identity.require_2fa_for_staff,
  identity.site_wide_admin_message,
  identity.site_wide_admin_message_icon,
]

/** Settings that staff screens use, in addition to those that drivers and customers may read. */
const on_screens_of_the_office: readonly unknown[] = [
  accounts.account_code_pattern,
  accounts.account_invoice_frequency_options,
  accounts.default_account_tags,
  accounts.default_account_type,
  accounts.internal_account_fields,
  accounts.vip_accounts,
  accounts.vip_colour,
  billing.accounting_lock_date,
  billing.invoice_run_hour,
  hub.hub_bays,
  hub.interhub_carriers,
  hub.interhub_require_seal,
  hub.interhub_require_vehicle,
  hub.interhub_service_levels,
  maps.map_max_node_count,
  notifications.sms_max_segments,
  ...Object.values(gateway_list).flatMap(({ for_shipments, chosen }) => [for_shipments, chosen?.setting]),
  pickup_points.enable_fastway_integration,
  pickup_points.enable_ram_integration,
  pickup_points.locker_allow_declared_value,
  rates.default_charged_weight_method,
  rates.default_volumetric_factor,
  rates.default_weight_rounding,
  rates.insurance_included_value,
  rates.insurance_min_charge,
  rates.insurance_percentage,
  rates.rates_fallback_zone_tag,
  shipments.allow_account_users_to_cancel,
  shipments.allow_account_users_to_edit_after_collection,
  shipments.default_label_format,
  shipments.default_shipment_page_mode,
  shipments.exclude_tracking_statuses,
  shipments.max_collection_attempts,
  shipments.max_delivery_attempts,
  shipments.on_hold_internal_reasons,
  shipments.on_hold_reasons,
  shipments.ops_dashboard_refresh_seconds,
  shipments.override_shipment_statuses,
  shipments.shipment_ratings_enabled,
  shipments.tracking_prefix,
]

const keysOf = (settings: readonly Setting[]): readonly string[] =>
  settings.map(({ key }) => key.toLowerCase())

const for_customers = new Set(keysOf(customer_settings))
const for_drivers = new Set(keysOf([...public_settings, ...on_screens_of_drivers.flatMap(declaredIn)]))
const for_the_office = new Set([
  ...for_customers,
  ...for_drivers,
  ...keysOf(on_screens_of_the_office.flatMap(declaredIn)),
])

/**
 * Returns the lower-case keys of the settings that a user receives at start-up: those that their screens use, or all
 * settings of their tabs for staff who may read the company’s settings. Secret values are never sent to any user.
 */
export function settingsSentTo(actor: Actor): ReadonlySet<string> {
  if (!isStaff(actor)) return for_customers
  if (hasPermission(actor, settingsApi.list.permission ?? '')) {
    const tabs = tabsFor(actor)
    return new Set(keysOf([...catalogue.values()].filter(({ tab }) => tabs.includes(tab))))
  }
  return isDriver(actor) ? for_drivers : for_the_office
}
