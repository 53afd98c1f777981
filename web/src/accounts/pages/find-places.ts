import { mapsApi } from '@waybill/domain/maps/api'
import { call } from '../../kit/api/index.ts'
import type { FindPlaces } from '../found-place.ts'

/** Suburbs and towns of the embedded gazetteer. */
export const findPlaces: FindPlaces = async (search, signal) =>
  (await call(mapsApi.places, { search, limit: 8 }, { signal })).places
