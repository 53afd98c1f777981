import { unidentifiedApi } from '@waybill/domain/hub/unidentified/unidentified-api'

/** Queries that display unidentified parcels and are refetched after a change. */
export const shows_unidentified = [unidentifiedApi.list, unidentifiedApi.owners]
