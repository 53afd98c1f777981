import { mapsApi } from '@waybill/domain/maps/api'
import type { FindPlaces } from '../../accounts/index.ts'
import { call } from '../../kit/api/index.ts'

/** Suburbs of the bundled gazetteer, for the estimate. */
export const findPlaces: FindPlaces = async (search, signal) =>
  (await call(mapsApi.places, { search, limit: 8 }, { signal })).places
