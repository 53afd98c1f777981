import { collectionsApi } from '@waybill/domain/collections/api'

/** What shows collection requests and is read again after a change. */
export const affected_queries = [collectionsApi.list, collectionsApi.detail, collectionsApi.recurring]
