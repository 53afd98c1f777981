import { claimsApi } from '@waybill/domain/claims/api'

/** The readings that show claims. */
export const shown_in = [claimsApi.list, claimsApi.detail, claimsApi.ofShipment]
