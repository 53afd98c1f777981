import { mapsApi } from '@waybill/domain/maps/api'
import { port, serve, servePartner, type PartnerVerb, type Verb } from '../kit/verb.ts'
import { notFound } from '@waybill/domain/kit/problem'
import { addressLine } from '@waybill/domain/accounts/address'
import { searchPlaces, type Geocoder } from './gazetteer/index.ts'
import { listBranches } from './store.ts'

export {
  kmBetween,
  place,
  providerMap,
  type MapZone,
  type Placed,
  type Point,
  type ProviderMap,
} from './provider-map.ts'
export {
  getBranch,
  insertBranch,
  insertZone,
  listBranches,
  listDrivers,
  listHolidays,
  listServiceAreas,
  replaceHolidays,
  type BranchRow,
} from './store.ts'

/** Finds coordinates; embedded by default. */
export const geocoderPort = port<Geocoder>('geocoder')

const readBranches: Verb<typeof mapsApi.branches> = async (ctx, input) => {
  const rows = (await listBranches(ctx)).filter(
    (row) =>
      (!input.id?.length || input.id.includes(row.id)) &&
      (input.is_active === undefined || row.is_active === input.is_active),
  )
  return {
    branches: rows.map(({ address_id: _address, version: _version, ...row }) => ({
      ...row,
      code: row.name,
      address: null,
      bays: row.bays as string[],
    })),
    count: rows.length,
  }
}

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
  servePartner(mapsApi.geocode, geocodeAddress),
  servePartner(mapsApi.places, findPlaces),
]
