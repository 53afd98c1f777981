import { zonesApi } from '@waybill/domain/maps/zones-api'
import { revisionsApi } from '@waybill/domain/rates/revisions-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { stickersApi } from '@waybill/domain/shipments/stickers'
import { quotesApi } from '@waybill/domain/shipments/quotes'
import { serve, servePartner } from '../kit/verb.ts'
import { cancelShipment } from './cancel-shipment.ts'
import { changeParcels, changeShipment, previewChange } from './change-shipment.ts'
import { createShipment } from './create-shipment.ts'
import { printBatch, printStickers, printWaybills } from './labels.ts'
import { expireUnpaid } from './expire-unpaid.ts'
import { addCharge, removeCharge } from './custom-charges.ts'
import { holdShipment, releaseShipment } from './hold-shipment.ts'
import { listParcels, listRows, listShipments, listStatuses } from './list-shipments.ts'
import { printDigitalPod, readPod, readPodImages } from './digital-pod.ts'
import { addNote, readNotes, removeNote } from './notes.ts'
import { addPod } from './pod.ts'
import { readPodTargets } from './pod-targets.ts'
import { previewDraftMap } from './preview-draft-map.ts'
import { previewImpact } from './price-impact.ts'
import { listQuotes, readQuote } from './quotes.ts'
import { readShipment } from './read-shipment.ts'
import { addTags, removeTags } from './tags.ts'
import { assignStickers, handBackStickers, listStickers, readHolder, readNumbers } from './stickers.ts'

export { addPictures } from './add-pictures.ts'
export { acceptShipment } from './accept-shipment.ts'
export { cancelShipment, movingOf } from './cancel-shipment.ts'
export { changeStatus, changeWithin } from './change-shipment.ts'
export { refuseAccountUnderWay } from './account-under-way.ts'
export { refuseBranchUnderWay } from './branch-under-way.ts'
export { changeParcelsOf } from './change-parcels.ts'
export { bookShipment, pinDigest, placesOf } from './create-shipment.ts'
export { enterStatus, type Entering } from './enter-status.ts'
export { holdLocked, releaseLocked } from './hold-shipment.ts'
export { rowsOfList } from './list-shipments.ts'
export { listShipmentIds } from './list-store.ts'
export { readNotes } from './notes.ts'
export { image_folder, isUploadName } from './pod-events.ts'
export { findPlace, type FoundPlace } from './places.ts'
export { rerateShipment } from './rerate-shipment.ts'
export { seenEvents } from './seen-event.ts'
export {
  rateDelivery,
  readRateable,
  readReceiverChoices,
  receiver_source,
  takeReceiverWishes,
  type ReceiverChoices,
} from './self-service.ts'
export { readShipments, seenStatus, statusChoices } from './seen-shipment.ts'
export {
  findByReference,
  insertEvents,
  lockShipment,
  markInvoiced,
  readEvents,
  readParcels,
  readShipmentRows,
  updateParcel,
  updateShipment,
  plannedAgain,
  visibleTo,
  type EventRow,
  type ParcelRow,
  type ShipmentRow,
} from './store.ts'
export { shipmentIdOf } from './which-shipment.ts'

/** What the clock does to shipments. */
export const shipmentSchedules = [{ name: 'expire-unpaid', every_ms: 60 * 60_000, run: expireUnpaid }]

export { expireUnpaid }

export const shipmentRoutes = [
  servePartner(shipmentsApi.create, createShipment),
  serve(shipmentsApi.list, listShipments),
  serve(shipmentsApi.statuses, listStatuses),
  servePartner(shipmentsApi.change, changeShipment),
  servePartner(shipmentsApi.previewChange, previewChange),
  serve(shipmentsApi.parcels, listParcels),
  servePartner(shipmentsApi.changeParcels, changeParcels),
  serve(shipmentsApi.cancel, cancelShipment),
  serve(shipmentsApi.addTags, addTags),
  serve(shipmentsApi.removeTags, removeTags),
  serve(shipmentsApi.addCharge, addCharge),
  serve(shipmentsApi.removeCharge, removeCharge),
  serve(shipmentsApi.hold, holdShipment),
  serve(shipmentsApi.release, releaseShipment),
  servePartner(shipmentsApi.label, printWaybills),
  servePartner(shipmentsApi.stickers, printStickers),
  servePartner(shipmentsApi.batchLabel, printBatch),
  serve(shipmentsApi.notes, readNotes),
  serve(shipmentsApi.addNote, addNote),
  serve(shipmentsApi.removeNote, removeNote),
  serve(shipmentsApi.rows, listRows),
  serve(shipmentsApi.detail, readShipment),
  serve(quotesApi.list, listQuotes),
  serve(quotesApi.one, readQuote),
  serve(revisionsApi.impact, previewImpact),
  serve(zonesApi.previewDraft, previewDraftMap),
  servePartner(shipmentsApi.pod, readPod),
  servePartner(shipmentsApi.podImages, readPodImages),
  servePartner(shipmentsApi.addPod, addPod),
  serve(shipmentsApi.podTargets, readPodTargets),
  servePartner(shipmentsApi.digitalPod, printDigitalPod),
  serve(stickersApi.list, listStickers),
  serve(stickersApi.numbers, readNumbers),
  serve(stickersApi.assign, assignStickers),
  serve(stickersApi.handBack, handBackStickers),
  serve(stickersApi.holder, readHolder),
]
