import type { ListedAccount } from '@waybill/domain/accounts/model'
import { activeCostCentres } from '@waybill/domain/accounts/cost-centres'
import { offeredParcelTypes } from '@waybill/domain/accounts/precedence'
import {
  cod_enabled,
  cod_max_amount,
  cost_center_label,
  cost_center_required,
  enable_cost_centers,
} from '@waybill/domain/accounts/settings'
import { isStaff } from '@waybill/domain/kit/actor'
import { locker_allow_declared_value } from '@waybill/domain/pickup-points/settings'
import {
  insurance_declared_value_enabled,
  insurance_max_declared_value,
} from '@waybill/domain/rates/settings'
import { prefixFor } from '@waybill/domain/shipments/labels/references'
import { maxCodAmount } from '@waybill/domain/shipments/booking/cash-on-delivery'
import {
  collection_time_from,
  collection_time_to,
  dangerous_goods_confirmation,
  delivery_time_from,
  delivery_time_to,
  max_parcels_per_shipment,
  parcel_description_required,
  parcel_max_height,
  parcel_max_length,
  parcel_max_weight,
  parcel_max_width,
  parcel_min_height,
  parcel_min_length,
  parcel_min_weight,
  parcel_min_width,
  parcel_types,
  require_billing_email_for_guests,
  require_customer_reference,
  require_postal_code_on_shipment_creation,
  tracking_prefix,
} from '@waybill/domain/shipments/settings'
import type { ParcelType } from '@waybill/domain/accounts/model'
import { useMemo } from 'react'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { useCountriesServed } from '../../rates/index.ts'
import type { BookingDefaults } from './booking.ts'
import type { BookingRules } from './booking-problems.ts'

/**
 * Returns the rules of the booking form, from the provider’s settings and the chosen account. The server applies the
 * same checks.
 */
export function useBookingRules(account: ListedAccount | null): BookingRules {
  const me = useMe()
  const limits = {
    max_length: useSetting(parcel_max_length),
    max_width: useSetting(parcel_max_width),
    max_height: useSetting(parcel_max_height),
    max_weight: useSetting(parcel_max_weight),
    min_length: useSetting(parcel_min_length),
    min_width: useSetting(parcel_min_width),
    min_height: useSetting(parcel_min_height),
    min_weight: useSetting(parcel_min_weight),
    max_parcels: useSetting(max_parcels_per_shipment),
  }
  const providerPrefix = useSetting(tracking_prefix)
  const offersDeclaredValue = useSetting(insurance_declared_value_enabled)
  const maxDeclared = useSetting(insurance_max_declared_value)
  const requiresReference = useSetting(require_customer_reference)
  const needsCode = useSetting(require_postal_code_on_shipment_creation)
  const needsBillingEmail = useSetting(require_billing_email_for_guests)
  const needsConfirmation = useSetting(dangerous_goods_confirmation)
  const allowsLockerValue = useSetting(locker_allow_declared_value)
  const offersCod = useSetting(cod_enabled)
  const maxCod = useSetting(cod_max_amount)
  const needsDescription = useSetting(parcel_description_required)
  const countries = useCountriesServed()
  const costCentreRules = {
    enable_cost_centers: useSetting(enable_cost_centers),
    cost_center_required: useSetting(cost_center_required),
    cost_center_label: useSetting(cost_center_label),
  }
  return {
    checks: {
      actor: me,
      tracking_prefix: prefixFor(providerPrefix, account ?? { override_tracking_prefixes: false }),
      limits,
      require_postal_code_on_shipment_creation: needsCode,
      require_billing_email_for_guests: needsBillingEmail,
      is_guest_shipment: me.kind === 'guest' || account?.account_type === 'guest',
      dangerous_goods_confirmation: needsConfirmation,
      shipment_requested_date_change_reasons: [],
      max_declared_value: offersDeclaredValue ? maxDeclared : null,
      locker_allow_declared_value: allowsLockerValue,
      max_cod_amount: maxCodAmount({ cod_enabled: offersCod, cod_max_amount: maxCod, account }),
      service_allows_cod: true,
      service_needs_delivery_point: false,
      countries,
      now: new Date(),
      before: null,
    },
    customer_reference_required: requiresReference || (account?.customer_reference_required ?? false),
    customer_reference_prefix: account?.customer_reference_prefix ?? '',
    needs_account: isStaff(me),
    parcel_description_required: needsDescription,
    cost_centers: costCentreRules.enable_cost_centers ? activeCostCentres(account?.cost_centers ?? null) : [],
    cost_centre_rules: costCentreRules,
    lockers: [],
  }
}

/** Returns the parcel types to choose from: the account’s first, then the provider’s (SHIP-034, ACC-009). */
export function useParcelTypes(account: ListedAccount | null): readonly ParcelType[] {
  const general = useSetting(parcel_types)
  return offeredParcelTypes(account?.parcel_types, general)
}

/** Returns the values that an empty form starts with. */
export function useBookingDefaults(): BookingDefaults {
  const me = useMe()
  const types = useSetting(parcel_types)
  const times = {
    collection: { from: useSetting(collection_time_from), to: useSetting(collection_time_to) },
    delivery: { from: useSetting(delivery_time_from), to: useSetting(delivery_time_to) },
  }
  const text = JSON.stringify(times)
  return useMemo(
    () => ({
      ...(JSON.parse(text) as typeof times),
      parcel_type: types.find((type) => type.is_default),
      account_id: me.account_id,
      now: new Date(),
    }),
    [text, types, me.account_id],
  )
}
