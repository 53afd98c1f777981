import type { registrationApi } from '@waybill/domain/identity/registration/registration-api'
import {
  shipment_terms,
  terms_and_conditions_version,
  terms_mode,
  window_user_terms_and_conditions,
} from '@waybill/domain/identity/settings'
import type { BaseContext, Handler } from '../../kit/handler.ts'

/** Returns the company's terms from its settings (AUTH-055). */
export function termsOf(reader: BaseContext) {
  return {
    terms_mode: reader.setting(terms_mode),
    shipment_terms: reader.setting(shipment_terms),
    window_user_terms_and_conditions: reader.setting(window_user_terms_and_conditions),
    terms_and_conditions_version: reader.setting(terms_and_conditions_version),
  }
}

/** Returns the terms for customers who must accept them and for people who register. */
export const readTerms: Handler<typeof registrationApi.terms> = async (ctx) => termsOf(ctx)
