import { zonesApi } from '@waybill/domain/maps/zones-api'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { stickersApi } from '@waybill/domain/shipments/labels/stickers'
import { disputesApi } from '@waybill/domain/shipments/receiver/disputes-api'
import { discrepanciesApi } from '@waybill/domain/shipments/discrepancies/discrepancies-api'
import { quotesApi } from '@waybill/domain/shipments/pricing/quotes'
import { serve, serveExternal, type Route } from '../kit/handler.ts'
import { cancelShipment } from './statuses/cancel-shipment.ts'
import { changeParcels, changeShipment, previewChange, type PlannedMessages } from './change-shipment.ts'
import { createQuote, createShipment } from './booking/create-shipment.ts'
import { printBatch, printStickers, printWaybills } from './labels/labels.ts'
import { printSlip } from './labels/print-slip.ts'
import { expireUnpaid } from './booking/expire-unpaid.ts'
import {
  decideDiscrepancy,
  disputeMeasures,
  listDiscrepancies,
  previewDecision,
  readDiscrepancy,
  runDiscrepancies,
} from './discrepancies/settle-discrepancy.ts'
import { addCharge, removeCharge } from './pricing/custom-charges.ts'
import { holdShipment, releaseShipment } from './statuses/hold-shipment.ts'
import { listParcels, listRows, listShipments, listStatuses } from './lists/list-shipments.ts'
import {
  printDigitalPod,
  readPod,
  readPodImages,
  type DescribeEvidence,
} from './proof-of-delivery/digital-pod.ts'
import { addNote, finishNote, readNotes, remindDueNotes, removeNote } from './notes-and-tags/notes.ts'
import { readDriverChoices } from './driver-choice.ts'
import { addFiles, changeFile, purgeRemovedFiles, removeFile, restoreFile } from './files/change-files.ts'
import { providersWithRemovedFiles } from './files/file-store.ts'
import { readFiles } from './files/list-files.ts'
import { addPod } from './proof-of-delivery/pod.ts'
import { readPodTargets } from './proof-of-delivery/pod-targets.ts'
import { previewDraftMap } from './pricing/preview-draft-map.ts'
import { previewImpact } from './pricing/price-impact.ts'
import { listQuotes, readQuote } from './pricing/quotes.ts'
import { deleteOldPins } from './receiver/delivery-pin.ts'
import { deleteOldLinks } from './receiver/receiver-link.ts'
import { decideDispute, listDisputes } from './receiver/disputes.ts'
import { readOne, readShipment } from './lists/read-shipment.ts'
import { addTags, removeTags } from './notes-and-tags/tags.ts'
import { assignStickers, handBackStickers, listStickers, readHolder, readNumbers } from './labels/stickers.ts'
import { day_ms, hour_ms, minute_ms } from '@waybill/domain/kit/dates/durations'

export { audited_shipment, shipmentOfParcel } from './audited-store.ts'
export { addPictures } from './proof-of-delivery/add-pictures.ts'
export { acceptShipment } from './booking/accept-shipment.ts'
export { listCompletedLegs, type CompletedLeg } from './completed-legs-store.ts'
export { cancelShipment, movingOf } from './statuses/cancel-shipment.ts'
export { changeStatus, changeWithin, type PlannedMessages } from './change-shipment.ts'
export { rejectAccountWithOpenShipments } from './statuses/reject-account-with-open-shipments.ts'
export { rejectBranchWithOpenShipments } from './statuses/reject-branch-with-open-shipments.ts'
export { changeParcelsOf } from './change-parcels.ts'
export { bookShipment, createAnswered } from './booking/create-shipment.ts'
export { stickersPdf, waybillsPdf, type LabelFile } from './labels/labels.ts'
export { bookingProblems } from './booking/check.ts'
export { locate, locateSide } from './booking/locate.ts'
export { doubtMeasures } from './explain-doubtful-measures.ts'
export { publishTripWork, type TripWork } from './statuses/publish-work.ts'
export { enterStatus, type Entering } from './statuses/enter-status.ts'
export { holdLocked, releaseLocked } from './statuses/hold-shipment.ts'
export { removeOldShipment, storeOldShipment } from './old-shipments.ts'
export { rowsOfList } from './lists/list-shipments.ts'
export { listShipmentIds, listWholeRows } from './lists/list-store.ts'
export { addActionNote, readNotes } from './notes-and-tags/notes.ts'
export { image_folder, isUploadName } from './proof-of-delivery/pod-events.ts'
export { attachFiles, readAdded, type AddedFiles } from './files/change-files.ts'
export { readEventFiles, readSeenNames } from './files/files-seen.ts'
export { readPublicFiles } from './files/list-files.ts'
export { findPlace, type FoundPlace } from './find-place.ts'
export { hasWaitingDiscrepancy, readNotifiedDiscrepancy } from './discrepancies/discrepancy-store.ts'
export { previewMeasures } from './discrepancies/review-discrepancy.ts'
export { storedUploads } from './discrepancies/settle-discrepancy.ts'
export { rerateShipment } from './pricing/rerate-shipment.ts'
export { noteOnTimeline } from './statuses/note-on-timeline.ts'
export { presentEvents } from './statuses/present-event.ts'
export { countOpenDisputes } from './receiver/dispute-store.ts'
export { disputeAttempt } from './receiver/disputes.ts'
export { applyPaidPlace, changePlace, readOtherPlaces, type OtherPlaces } from './receiver/change-place.ts'
export {
  expireOffers,
  findPlaceChange,
  lockPlaceChange,
  readPaidPlaceChanges,
  updatePlaceChange,
  type PlaceChange,
} from './receiver/place-change-store.ts'
export { correctPin } from './receiver/delivery-pin.ts'
export {
  judgeReceiverLink,
  newReceiverLink,
  takeReceiverLink,
  type JudgedLink,
} from './receiver/receiver-link.ts'
export { isReceiver, receiver_source, receiverActor } from './receiver/receiver-source.ts'
export { isSpent, mayRate, offeredChange, receiverOptions } from './receiver/receiver-options.ts'
export { readReceiverView, type DeliveryProof, type ReceiverView } from './receiver/receiver-view.ts'
export {
  proveReceiver,
  rateDelivery,
  mayUseLink,
  readLastChoice,
  readLinkedShipment,
  readRateable,
  readReceiverChoices,
  takeReceiverWishes,
  type Rating,
  type ReceiverChoices,
} from './receiver/self-service.ts'
export { makeDigitalPod } from './proof-of-delivery/digital-pod.ts'
export { readPinHolder } from './proof-of-delivery/pin-holder.ts'
export { readOwnQuotes, readShipments, presentStatus, statusChoices } from './lists/present-shipment.ts'
export {
  arrived_at,
  arrivedDate,
  chargesPosted,
  countTaggedShipments,
  findByReference,
  lockMeantBy,
  meantBy,
  findByPartnerReferences,
  findByReferences,
  insertEvents,
  isUndone,
  lockShipment,
  markInvoiced,
  markReadByDriver,
  readEvents,
  parcelPlaced,
  readParcels,
  readParcelStatuses,
  readShipmentRows,
  updateParcel,
  updateShipment,
  plannedAgain,
  visibleTo,
  type EventRow,
  type ParcelRow,
  type ShipmentRow,
} from './store.ts'
export { maySuit, requireSuitable, workAt, workOf } from './driver-choice.ts'
export { isPartlyUnderWay } from './driver-load-store.ts'
export { wasGivenTo, type PinResult } from './driver-store.ts'
export { dropoffPin } from './proof-of-delivery/dropoff-pin.ts'
export { judgeShipmentPin } from './proof-of-delivery/judge-shipment-pin.ts'
export { stopTimeOf } from './stop-time.ts'
export { renameTagOfShipments } from './notes-and-tags/rename-tag.ts'
export { findNewestShipments } from './lists/caller-store.ts'
export { shipmentIdAt, shipmentIdOf } from './lists/which-shipment.ts'

/** Scheduled jobs for shipments. */
export const shipmentSchedules = [
  { name: 'expire-unpaid', every_ms: hour_ms, run: expireUnpaid },
  { name: 'weight-discrepancies', every_ms: 5 * minute_ms, run: runDiscrepancies },
  { name: 'corrected-pins', every_ms: day_ms, run: deleteOldPins },
  { name: 'receiver-links', every_ms: day_ms, run: deleteOldLinks },
  { name: 'note-reminders', every_ms: hour_ms, run: remindDueNotes },
  {
    name: 'removed-files',
    every_ms: hour_ms,
    providers: providersWithRemovedFiles,
    run: purgeRemovedFiles,
  },
]

export { expireUnpaid, remindDueNotes, runDiscrepancies }

/**
 * Returns the routes of shipments. `plannedMessages` says which messages a change of a shipment sends, `describeEvidence`
 * what the check of a delivery's evidence found.
 */
export const shipmentRoutes = (
  plannedMessages: PlannedMessages,
  describeEvidence: DescribeEvidence,
): readonly Route[] => [
  serveExternal(shipmentsApi.create, createShipment),
  serveExternal(quotesApi.create, createQuote),
  serve(shipmentsApi.drivers, readDriverChoices),
  serve(shipmentsApi.list, listShipments),
  serve(shipmentsApi.one, readOne),
  serve(shipmentsApi.statuses, listStatuses),
  serveExternal(shipmentsApi.change, changeShipment),
  serveExternal(shipmentsApi.previewChange, previewChange(plannedMessages)),
  serve(shipmentsApi.parcels, listParcels),
  serveExternal(shipmentsApi.changeParcels, changeParcels),
  serve(shipmentsApi.cancel, cancelShipment),
  serve(shipmentsApi.addTags, addTags),
  serve(shipmentsApi.removeTags, removeTags),
  serve(shipmentsApi.addCharge, addCharge),
  serve(shipmentsApi.removeCharge, removeCharge),
  serve(discrepanciesApi.list, listDiscrepancies),
  serve(discrepanciesApi.detail, readDiscrepancy),
  serve(discrepanciesApi.dispute, disputeMeasures),
  serveExternal(discrepanciesApi.preview, previewDecision),
  serve(discrepanciesApi.decide, decideDiscrepancy),
  serve(disputesApi.list, listDisputes),
  serve(disputesApi.decide, decideDispute),
  serve(shipmentsApi.hold, holdShipment),
  serve(shipmentsApi.release, releaseShipment),
  serveExternal(shipmentsApi.label, printWaybills),
  serveExternal(shipmentsApi.stickers, printStickers),
  serveExternal(shipmentsApi.slip, printSlip),
  serveExternal(shipmentsApi.batchLabel, printBatch),
  serve(shipmentsApi.notes, readNotes),
  serveExternal(shipmentsApi.addNote, addNote),
  serve(shipmentsApi.finishNote, finishNote),
  serveExternal(shipmentsApi.removeNote, removeNote),
  serve(shipmentsApi.files, readFiles),
  serveExternal(shipmentsApi.addFiles, addFiles),
  serve(shipmentsApi.changeFile, changeFile),
  serve(shipmentsApi.removeFile, removeFile),
  serve(shipmentsApi.restoreFile, restoreFile),
  serve(shipmentsApi.rows, listRows),
  serve(shipmentsApi.detail, readShipment),
  serve(quotesApi.list, listQuotes),
  serve(quotesApi.one, readQuote),
  serve(revisionsApi.impact, previewImpact),
  serve(zonesApi.previewDraft, previewDraftMap),
  serveExternal(shipmentsApi.pod, readPod(describeEvidence)),
  serveExternal(shipmentsApi.podImages, readPodImages(describeEvidence)),
  serveExternal(shipmentsApi.addPod, addPod),
  serve(shipmentsApi.podTargets, readPodTargets),
  serveExternal(shipmentsApi.digitalPod, printDigitalPod(describeEvidence)),
  serve(stickersApi.list, listStickers),
  serve(stickersApi.numbers, readNumbers),
  serve(stickersApi.assign, assignStickers),
  serve(stickersApi.handBack, handBackStickers),
  serve(stickersApi.holder, readHolder),
]
