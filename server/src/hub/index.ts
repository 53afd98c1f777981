import { hubApi } from '@waybill/domain/hub/api'
import { floorApi } from '@waybill/domain/hub/floor/floor-api'
import { damagesApi } from '@waybill/domain/hub/damages/damages-api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { unidentifiedApi } from '@waybill/domain/hub/unidentified/unidentified-api'
import { serve, serveExternal } from '../kit/handler.ts'
import {
  endFloorCount,
  readDifferences,
  readFloorCounts,
  scanFloor,
  startFloorCount,
} from './floor/floor-counts.ts'
import { listDamages, reportDamage, resolveDamage } from './damages/damages.ts'
import { watchManifests } from './manifests/daily-manifests.ts'
import { changeManifest, createManifest, removeManifest } from './manifests/edit-manifest.ts'
import { listManifestParcels, listManifests, readManifestDetail } from './manifests/list-manifests.ts'
import { addParcel, noteCondition, removeParcels } from './manifests/load-parcels.ts'
import { addEvent, readShipmentEvents } from './manual-event.ts'
import { closeManifest, departManifest, receiveManifest, reopenManifest } from './manifests/move-manifest.ts'
import { printManifest } from './manifests/print-manifest.ts'
import { readExpected } from './scanner/read-expected.ts'
import { undoScan } from './scanner/undo-scan.ts'
import {
  captureUnidentified,
  disposeUnidentified,
  listOwners,
  listUnidentified,
  matchUnidentified,
  undoMatch,
} from './unidentified/unidentified.ts'

export {
  awaitedAt,
  broughtBy,
  carriedFrom,
  countedAt,
  has_open_damage,
  isComing,
  leadsThrough,
} from './floor/depot-store.ts'
export { publishDepot } from './floor/publish-depot.ts'
export { branchesDeparting, readLineHauls } from './floor/line-haul-store.ts'
export { recordDriverDamage } from './damages/damages.ts'
export { rejectBranchOfManifest } from './manifests/branch-in-use.ts'
export { acceptManifest, arriveManifest } from './manifests/drive-manifest.ts'
export { listDepartedTrips, type DepartedTrip } from './manifests/trip-store.ts'
export { measured } from './manifests/manifest-load-store.ts'
export { findManifestByNumber, type ManifestRow } from './manifests/manifest-store.ts'
export { scanParcel } from './scanner/scan-parcel.ts'

/** Scheduled jobs of the hub: processes manifests every 5 minutes. */
export const hubSchedules = [{ name: 'manifests', every_ms: 5 * 60_000, run: watchManifests }]

export const hubRoutes = [
  serve(hubApi.events, readShipmentEvents),
  serve(hubApi.addEvent, addEvent),
  serve(hubApi.undoScan, undoScan),
  serve(hubApi.expected, readExpected),
  serve(floorApi.start, startFloorCount),
  serve(floorApi.list, readFloorCounts),
  serve(floorApi.scan, scanFloor),
  serve(floorApi.close, endFloorCount),
  serve(floorApi.differences, readDifferences),
  serve(damagesApi.list, listDamages),
  serve(damagesApi.report, reportDamage),
  serve(damagesApi.resolve, resolveDamage),
  serve(unidentifiedApi.list, listUnidentified),
  serve(unidentifiedApi.owners, listOwners),
  serve(unidentifiedApi.capture, captureUnidentified),
  serve(unidentifiedApi.match, matchUnidentified),
  serve(unidentifiedApi.undoMatch, undoMatch),
  serve(unidentifiedApi.dispose, disposeUnidentified),
  serve(interhubApi.list, listManifests),
  serve(interhubApi.detail, readManifestDetail),
  serve(interhubApi.create, createManifest),
  serve(interhubApi.change, changeManifest),
  serve(interhubApi.remove, removeManifest),
  serve(interhubApi.parcels, listManifestParcels),
  serve(interhubApi.addParcel, addParcel),
  serve(interhubApi.removeParcels, removeParcels),
  serve(interhubApi.noteCondition, noteCondition),
  serve(interhubApi.close, closeManifest),
  serve(interhubApi.depart, departManifest),
  serve(interhubApi.reopen, reopenManifest),
  serve(interhubApi.receive, receiveManifest),
  serveExternal(interhubApi.download, printManifest),
]
