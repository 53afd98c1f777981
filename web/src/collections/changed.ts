import { collectionsApi } from '@waybill/domain/collections/api'

/** Queries that show collection requests and are refetched after a change. */
export const affected_queries = [collectionsApi.list, collectionsApi.detail, collectionsApi.recurring]
