import { claimsApi } from '@waybill/domain/claims/api'

/** The readings that show claims. */
export const affected_queries = [claimsApi.list, claimsApi.detail, claimsApi.ofShipment]
