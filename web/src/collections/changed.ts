import { collectionsApi } from '@waybill/domain/collections/api'

/** What shows collection requests and is read again after a change. */
export const shown_in = [collectionsApi.list, collectionsApi.detail, collectionsApi.recurring]
