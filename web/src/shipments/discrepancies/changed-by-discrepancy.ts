import { shipmentsApi } from '@waybill/domain/shipments/api'
import { discrepanciesApi } from '@waybill/domain/shipments/discrepancies/discrepancies-api'

/** The queries to refresh after a weight discrepancy changes. */
export const changed_by_discrepancy = [discrepanciesApi.list, discrepanciesApi.detail, shipmentsApi.detail]
