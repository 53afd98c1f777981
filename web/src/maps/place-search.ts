import { mapsApi } from '@waybill/domain/maps/api'
import type { PlaceSearch } from '../accounts/index.ts'
import { call } from '../kit/api/index.ts'

const max_places = 8

/** Address search for all forms: places of Google Maps when the company has a key, otherwise suburbs of the gazetteer. */
export const placeSearch: PlaceSearch = {
  find: async (search, session, signal) =>
    (await call(mapsApi.places, { search, session, limit: max_places }, { signal })).places,
  addressOf: async (placeId, session) =>
    (await call(mapsApi.placeDetails, { place_id: placeId, session })).address,
}
