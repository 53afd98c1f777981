import { claimsApi } from '@waybill/domain/claims/api'

/** The queries to refresh after a claim changes. */
export const affected_queries = [claimsApi.list, claimsApi.detail, claimsApi.ofShipment]
