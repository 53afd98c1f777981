import { mapsApi } from '@waybill/domain/maps/api'
import { serve, servePartner, type PartnerVerb } from '../kit/verb.ts'
import { notFound } from '@waybill/domain/kit/problem'
import { addressLine } from '@waybill/domain/accounts/address'
import { searchPlaces } from './gazetteer/index.ts'
import { changeBranch, createBranch, readBranchAreas, readBranches, removeBranch } from './branches.ts'
import { geocoderPort } from './geocoder-port.ts'

export { driverNames } from './driver-names.ts'
export { geocoderPort } from './geocoder-port.ts'
export { chooseHomeBranch } from './home-branch.ts'
export {
  kmBetween,
  place,
  providerMap,
  type MapZone,
  type Placed,
  type Point,
  type ProviderMap,
} from './provider-map.ts'
export { publicHolidays, serviceCalendar } from './service-calendar.ts'
export {
  insertBranch,
  insertZone,
  listBranches,
  listDrivers,
  listHolidays,
  listServiceAreas,
  replaceHolidays,
  type BranchRow,
} from './store.ts'

const geocodeAddress: PartnerVerb<typeof mapsApi.geocode> = async (ctx, address) => {
  const found = await ctx.partner(geocoderPort).geocode(address)
  if (!found) throw notFound('We could not find this address. Check suburb, city and postal code.')
  const { lat, lng, accuracy, geo_local_area, geo_city } = found
  return { lat, lng, accuracy, geo_local_area, geo_city, entered_address: addressLine(address) }
}

const most_places = 20

const findPlaces: PartnerVerb<typeof mapsApi.places> = async (_ctx, { search, limit }) => ({
  places: searchPlaces(search, Math.min(limit ?? 8, most_places)),
})

export const mapRoutes = [
  serve(mapsApi.branches, readBranches),
  serve(mapsApi.branchAreas, readBranchAreas),
  servePartner(mapsApi.createBranch, createBranch),
  servePartner(mapsApi.changeBranch, changeBranch),
  serve(mapsApi.removeBranch, removeBranch),
  servePartner(mapsApi.geocode, geocodeAddress),
  servePartner(mapsApi.places, findPlaces),
]
