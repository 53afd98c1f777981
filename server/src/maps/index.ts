import { mapsApi } from '@waybill/domain/maps/api'
import { zonesApi } from '@waybill/domain/maps/zones-api'
import { serve, serveExternal, serveRaw, type ExternalHandler } from '../kit/handler.ts'
import { notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { addressLine } from '@waybill/domain/accounts/address'
import { places } from './gazetteer/index.ts'
import { changeBranch, createBranch, readBranchAreas, readBranches, removeBranch } from './branches.ts'
import { changeDraft, createDraft, readDrafts, removeDraft, undoChange } from './draft-maps/draft-maps.ts'
import { exportZones } from './zones/export-zones.ts'
import { geocoderPort } from './addresses/geocoder-port.ts'
import { importZones } from './zones/import-zones.ts'
import { publishDraft, publishDueDrafts } from './draft-maps/publish-draft.ts'
import { dayDriversApi } from '@waybill/domain/maps/day-drivers-api'
import { giveArea, readDayDrivers } from './zones/day-drivers.ts'
import { readZones } from './zones/read-zones.ts'
import { findPlaces, readPlace } from './addresses/search-addresses.ts'
import { changeZone, createZone, removeZone } from './zones/save-zone.ts'
import { testPoint } from './test-point.ts'
import { addZoneTags, readZoneTags, removeZoneTags, setZoneTags } from './zones/zone-tags.ts'
import { maySeeAnyMap } from '@waybill/domain/maps/map-kinds'

export { audited_branch } from './audited-store.ts'
export { driverNames } from './driver-names.ts'
export { driverZones, zonesWithoutDriver } from './driver-zones.ts'
export { geocoderPort } from './addresses/geocoder-port.ts'
export { googlePlaces, placesPort } from './addresses/google-places.ts'
export { chooseHomeBranch } from './home-branch.ts'
export {
  kmBetween,
  mapOf,
  place,
  providerMap,
  withMap,
  type Point,
  type ProviderMap,
  type StopTime,
} from './provider-map.ts'
export { publicHolidays, serviceCalendar } from './service-calendar.ts'
export { insertBranch, listBranches, listHolidays, replaceHolidays, type BranchRow } from './store.ts'
export { addArea, changeArea, deleteArea, type AreaFields } from './zones/moved-areas.ts'
export { drawnZones } from './draft-maps/map-with-draft.ts'
export { insertDraft, putChange } from './draft-maps/draft-store.ts'
export { places, suburbsNamed, type Geocoded } from './gazetteer/index.ts'
export { renameTagOfZones } from './zones/zone-tags.ts'
export { countTaggedZones, insertZone, listServiceAreas, readPriceZones } from './zones/zone-store.ts'

const geocodeAddress: ExternalHandler<typeof mapsApi.geocode> = async (ctx, address) => {
  const found = await ctx.adapter(geocoderPort).geocode(address)
  if (!found) throw notFound('We could not find this address. Check suburb, city and postal code.')
  const { lat, lng, accuracy, geo_local_area, geo_city } = found
  return { lat, lng, accuracy, geo_local_area, geo_city, entered_address: addressLine(address) }
}

const readSuburbs: ExternalHandler<typeof zonesApi.suburbs> = (ctx) => {
  ensure(maySeeAnyMap(ctx.actor))
  return Promise.resolve({
    suburbs: places.map(({ local_area, lat, lng }) => ({ name: local_area, lat, lng })),
  })
}

/** Scheduled jobs of maps. */
export const mapSchedules = [{ name: 'draft-maps', every_ms: 60_000, run: publishDueDrafts }]

export const mapRoutes = [
  serve(mapsApi.branches, readBranches),
  serve(mapsApi.branchAreas, readBranchAreas),
  serveExternal(mapsApi.createBranch, createBranch),
  serveExternal(mapsApi.changeBranch, changeBranch),
  serve(mapsApi.removeBranch, removeBranch),
  serveExternal(mapsApi.geocode, geocodeAddress),
  serve(dayDriversApi.list, readDayDrivers),
  serve(dayDriversApi.give, giveArea),
  serve(zonesApi.zones, readZones),
  serveExternal(zonesApi.createZone, createZone),
  serveExternal(zonesApi.changeZone, changeZone),
  serve(zonesApi.removeZone, removeZone),
  serve(zonesApi.zoneTags, readZoneTags),
  serve(zonesApi.addZoneTags, addZoneTags),
  serve(zonesApi.setZoneTags, setZoneTags),
  serve(zonesApi.removeZoneTags, removeZoneTags),
  serve(zonesApi.drafts, readDrafts),
  serve(zonesApi.createDraft, createDraft),
  serve(zonesApi.changeDraft, changeDraft),
  serve(zonesApi.removeDraft, removeDraft),
  serve(zonesApi.undoChange, undoChange),
  serve(zonesApi.publish, publishDraft),
  serveExternal(zonesApi.importZones, importZones),
  serveRaw(zonesApi.exportZones, exportZones),
  serveExternal(zonesApi.suburbs, readSuburbs),
  serveExternal(zonesApi.testPoint, testPoint),
  serveExternal(mapsApi.places, findPlaces),
  serveExternal(mapsApi.placeDetails, readPlace),
]
