import type { CheckContext, RequestedDates } from '@waybill/domain/shipments/booking/shipment-checks'
import { cod_enabled, cod_max_amount } from '@waybill/domain/accounts/settings'
import { prefixFor } from '@waybill/domain/shipments/labels/references'
import {
  insurance_declared_value_enabled,
  insurance_max_declared_value,
} from '@waybill/domain/rates/settings'
import { locker_allow_declared_value } from '@waybill/domain/pickup-points/settings'
import { maxCodAmount } from '@waybill/domain/shipments/booking/cash-on-delivery'
import {
  dangerous_goods_confirmation,
  max_parcels_per_shipment,
  parcel_max_height,
  parcel_max_length,
  parcel_max_weight,
  parcel_max_width,
  parcel_min_height,
  parcel_min_length,
  parcel_min_weight,
  parcel_min_width,
  require_billing_email_for_guests,
  require_postal_code_on_shipment_creation,
  shipment_requested_date_change_reasons,
  tracking_prefix,
} from '@waybill/domain/shipments/settings'
import type { AccountRow } from '../../accounts/index.ts'
import type { BaseContext } from '../../kit/handler.ts'
import { servedBy } from '../../rates/index.ts'

/** Collects what the shipment checks need from settings and account. `account`: `null` if it is not known. */
export function checkContext(
  reader: BaseContext,
  account: AccountRow | null,
  before: RequestedDates | null,
): CheckContext {
  return {
    actor: reader.actor,
    tracking_prefix: prefixFor(
      reader.setting(tracking_prefix),
      account ?? { override_tracking_prefixes: false },
    ),
    limits: {
      max_length: reader.setting(parcel_max_length),
      max_width: reader.setting(parcel_max_width),
      max_height: reader.setting(parcel_max_height),
      max_weight: reader.setting(parcel_max_weight),
      min_length: reader.setting(parcel_min_length),
      min_width: reader.setting(parcel_min_width),
      min_height: reader.setting(parcel_min_height),
      min_weight: reader.setting(parcel_min_weight),
      max_parcels: reader.setting(max_parcels_per_shipment),
    },
    require_postal_code_on_shipment_creation:
      reader.setting(require_postal_code_on_shipment_creation) && reader.actor.kind !== 'api-key',
    require_billing_email_for_guests: reader.setting(require_billing_email_for_guests),
    is_guest_shipment: account?.account_type === 'guest',
    dangerous_goods_confirmation: reader.setting(dangerous_goods_confirmation),
    shipment_requested_date_change_reasons: reader.setting(shipment_requested_date_change_reasons),
    max_declared_value: reader.setting(insurance_declared_value_enabled)
      ? reader.setting(insurance_max_declared_value)
      : null,
    locker_allow_declared_value: reader.setting(locker_allow_declared_value),
    max_cod_amount: maxCodAmount({
      cod_enabled: reader.setting(cod_enabled),
      cod_max_amount: reader.setting(cod_max_amount),
      account,
    }),
    service_allows_cod: true,
    service_needs_delivery_point: false,
    countries: servedBy(reader),
    now: reader.now,
    before,
  }
}
