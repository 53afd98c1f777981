import { randomUUID } from 'node:crypto'
import { parcelLoaded, parcelScanned } from '@waybill/domain/hub/events'
import { standsAt } from '@waybill/domain/hub/counting'
import { severalParcelsText } from '@waybill/domain/hub/floor/floor-count'
import { manifestReference, type ManifestStub } from '@waybill/domain/hub/manifest'
import type { NextStop, ScanAnswer } from '@waybill/domain/hub/model'
import { block_hub_scan_for_accounts_on_hold } from '@waybill/domain/hub/settings'
import { mayScan } from '@waybill/domain/hub/access'
import {
  decideScan,
  type ScanDecision,
  type Scan,
  type ScannedState,
} from '@waybill/domain/hub/scan-decision'
import { hasPermission, isOffice } from '@waybill/domain/kit/actor'
import { conflict, forbidden, invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { isComplete } from '@waybill/domain/shipments/booking/shipment-checks'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { providerMap, type ProviderMap } from '../../maps/index.ts'
import type { Context } from '../../kit/handler.ts'
import { lockMeantBy, meantBy, readParcels, type ShipmentRow } from '../../shipments/index.ts'
import { applyScan, type AppliedScan } from './apply-scan.ts'
import { publishDepot } from '../floor/publish-depot.ts'
import { onlyParcel } from '../find-parcel.ts'
import { withoutBranchLimit } from '../manifests/list-manifests.ts'
import { hasBrought, holdScanned, loadOfScan, manifestOf, otherWaiting } from './manifest-scan.ts'
import { lateScanDecision, onServerClock, scanTime } from './late-scan.ts'
import { nextStop } from './next-stop.ts'
import { branchName } from '../manifests/present-manifest.ts'
import type { ReceivedScan, ScanCase, ScanInput, ScannedLoad } from './scan-case.ts'
import {
  findScan,
  insertScan,
  insertScanLast,
  scannedIds,
  type StoredScan,
  readAroundScan,
  type Outranking,
  type ScanEffect,
  type ScannedSibling,
} from './scan-store.ts'

/**
 * Processes one hub scan: finds the parcel by any reference and locks its shipment. If this scan id was processed
 * before, returns the stored response without a second effect. Otherwise decides the result, applies it and stores it
 * with the response (docs/domain/hub.md#the-scanner, docs/domain/reliability.md#field-events). A refused scan is a
 * normal response, not an error: it does not change the status, but it is stored. `isLast`: nothing is read or written
 * after it in this transaction.
 */
export async function scanParcel(
  ctx: Context,
  input: ScanInput,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<ScanAnswer> {
  const map = await providerMap(ctx)
  const scan = received(ctx, map, input)
  const code = cleanReference(input.parcel_reference ?? '')
  // A branch user has no access to a misrouted parcel, but the scanner must state where it belongs.
  const wide = withoutBranchLimit(ctx)
  const held = await holdScanned(ctx, scan)
  // The second statement runs once the first one has the lock.
  const [row, readAlong] = await Promise.all([
    lockMeantBy(wide, code),
    leavesHub(scan) ? null : readAroundScan(ctx, scan.scan_id, meantBy(code), null),
  ])
  if (!row) return answerUnknown(ctx, scan, decideScan(scanFacts(ctx, scan, null), null))
  const parcelId = row.meant_parcel_id ?? onlyParcel(await readParcels(ctx, [row.id]))
  if (parcelId === null) return answerUnknown(ctx, scan, manyParcels(row))
  // While it waited for the lock, the reference may have got another meaning.
  const isSame = readAlong?.shipment_id === row.id && readAlong.parcel_id === parcelId
  const around = isSame
    ? readAlong
    : await readAroundScan(ctx, scan.scan_id, scannedIds(row.id, parcelId), outrankingOf(scan, row))
  if (!around) throw new Error(`Shipment ${row.id} was not found during the scan.`)
  if (around.stored) return around.stored
  const parcel = around.parcels.find((one) => one.id === parcelId)
  if (!parcel) throw new Error(`Parcel ${parcelId} was not found during the scan.`)
  const { scanned_at, is_late } = scanTime(
    ctx.clock(),
    scan.scanned_at,
    row.time_created,
    around.latest_event,
  )
  const load = await loadOfScan(ctx, map, scan, held, row, parcelId)
  const known: ScanCase = { scan: { ...scan, scanned_at }, map, row, parcel, around, load, is_late }
  const decided = decideScan(scanFacts(ctx, known.scan, load, is_late), stateOf(ctx, known))
  const verdict = is_late ? lateScanDecision(scan.mode, decided) : decided
  const nextFor = async (driver: string | null) =>
    withBay(scan, await nextStop(ctx, map, scan.here, row, driver))
  const bayAfter = (result: ScanDecision['verdict'], next: NextStop) =>
    (result === 'ok' || result === 'warning') && !is_late && scan.mode !== 'look-up'
      ? bayOf(scan, next)
      : undefined
  const applied = await applyScan(wide, known, verdict, async (driver) => {
    const next = await nextFor(driver)
    return { next, bay: bayAfter(verdict.verdict, next) }
  })
  if (applied.verdict.makes_event && applied.verdict.verdict !== 'refused') await announce(ctx, known)
  const next = applied.placed?.next ?? (await nextFor(applied.driver))
  const answer = answerOf(known, applied.verdict, {
    ...applied,
    next,
    manifest: await manifestOf(ctx, map, scan, load),
  })
  const stored: StoredScan = {
    ...storedFacts(known.scan),
    parcel_id: parcelId,
    shipment_id: row.id,
    answer,
    effect: answer.event_id === 0 ? null : effectOf(known, applied),
    bay: applied.placed ? undefined : bayAfter(answer.verdict, next),
  }
  // A refused or repeated scan changes no shipment, but the parcel was seen here.
  if (answer.event_id === 0 && scan.mode !== 'look-up') await publishDepot(ctx, scan.here.id)
  if (isLast) insertScanLast(ctx, stored, taken)
  else if (!(await insertScan(ctx, stored))) throw taken()
  return answer
}

/** Returns the values before and after the scan, which undoing it needs. */
function effectOf(
  { scan, row, parcel, around, load }: ScanCase,
  applied: Pick<AppliedScan, 'parcel' | 'driver'>,
): ScanEffect {
  const manifest = load?.row ?? null
  return {
    before: {
      parcel: {
        status: parcel.status,
        current_branch_id: parcel.current_branch_id,
        bay: parcel.bay,
        time_last_scanned: parcel.time_last_scanned,
        actual_length_cm: parcel.actual_length_cm,
        actual_width_cm: parcel.actual_width_cm,
        actual_height_cm: parcel.actual_height_cm,
        actual_weight_kg: parcel.actual_weight_kg,
      },
      shipment: {
        collected_date: row.collected_date?.toISOString() ?? null,
        original_collected_date: row.original_collected_date?.toISOString() ?? null,
        returned_to_hub_date: row.returned_to_hub_date?.toISOString() ?? null,
        delivery_agent_id: row.delivery_agent_id,
        original_delivery_agent_id: row.original_delivery_agent_id,
      },
      on_loads: around.on_loads,
    },
    after: { status: applied.parcel.status, driver: applied.driver },
    manifest_id: manifest?.id ?? otherWaiting(around.on_loads, load)?.manifest_id ?? null,
    makes_arrival:
      scan.mode === 'unload-manifest' &&
      manifest?.arrived_at === null &&
      manifest.to_branch_id === scan.here.id,
  }
}

async function announce(ctx: Context, { scan, row, parcel, load }: ScanCase): Promise<void> {
  await ctx.emit(parcelScanned, {
    shipment_id: row.id,
    parcel_id: parcel.id,
    branch_id: scan.here.id,
    mode: scan.mode,
    bay: scan.input.bay ?? '',
  })
  if (scan.mode === 'load-manifest' && load?.row)
    await ctx.emit(parcelLoaded, {
      shipment_id: row.id,
      interhub_transfer_id: load.row.id,
      to_branch_id: load.row.to_branch_id,
    })
}

function received(ctx: Context, map: ProviderMap, input: ScanInput): ReceivedScan {
  const { actor } = ctx
  if (!isOffice(actor)) throw forbidden('Only our hub staff may scan parcels.')
  if (!input.mode) throw invalid('Choose a scanner mode.', [{ field: 'mode', message: 'is required' }])
  ensure(mayScan(actor, input.mode))
  const branchId = input.branch_id ?? actor.branch_id ?? 0
  if (actor.limit_user_to_branch && actor.branch_id !== null && branchId !== actor.branch_id)
    throw forbidden('You may scan only at your own branch.')
  const here = map.branches.get(branchId)
  if (!here || here.deleted_date) throw notFound('Could not find this branch.')
  return {
    scan_id: input.scan_id ?? randomUUID(),
    mode: input.mode,
    here,
    scanned_at: input.scanned_at ? onServerClock(input.scanned_at, input.clock_offset_seconds) : ctx.now,
    input,
  }
}

function manyParcels(row: ShipmentRow): ScanDecision {
  return {
    verdict: 'refused',
    code: 'not_found',
    short: 'SCAN PARCEL LABEL',
    message: severalParcelsText(row.parcel_count),
    status: null,
    marks_collected: false,
    makes_event: false,
  }
}

/**
 * Returns the data for finding faster parcels; `null` unless parcels leave the hub in this mode, because only then
 * the order matters.
 */
function outrankingOf(scan: ReceivedScan, row: ShipmentRow): Outranking | null {
  if (!leavesHub(scan)) return null
  const { delivery_branch_id, delivery_agent_zone, service_level_id, priority_level } = row
  return {
    branch_id: scan.here.id,
    delivery_branch_id,
    delivery_agent_zone,
    service_level_id,
    priority_level,
    promised_before: row.estimated_delivery_to && startOfDay(dayOf(row.estimated_delivery_to)),
  }
}

function leavesHub({ mode }: Pick<ReceivedScan, 'mode'>): boolean {
  return mode === 'out-for-delivery' || mode === 'load-manifest'
}

function scanFacts(ctx: Context, scan: ReceivedScan, load: ScannedLoad | null, isLate = false): Scan {
  return {
    mode: scan.mode,
    branch_id: scan.here.id,
    scanned_at: scan.scanned_at,
    is_late: isLate,
    bay: scan.input.bay ?? '',
    manifest: load?.manifest ?? null,
    right_manifest: load?.right_manifest ?? '',
    may_load_wrong_manifest:
      (scan.input.load_anyway ?? false) && hasPermission(ctx.actor, 'INLINE_load_wrong_manifest'),
  }
}

function stateOf(ctx: Context, { scan, map, row, parcel, around, load }: ScanCase): ScannedState {
  const live = around.parcels.filter((one) => one.status !== 'cancelled')
  const deliveryBranchId = row.delivery_branch_id ?? 0
  const waiting = otherWaiting(around.on_loads, load)
  const { last_mode, last_branch_id, last_scanned_at } = around
  return {
    status: parcel.status,
    current_branch_id: parcel.current_branch_id ?? 0,
    collection_branch_id: row.collection_branch_id ?? 0,
    delivery_branch_id: deliveryBranchId,
    delivery_branch_name: branchName(map, row.delivery_branch_id),
    transient_branch_ids: row.transient_branch_ids ?? [],
    collected_date: row.collected_date,
    manifest_id: load?.parcel_on_id ?? 0,
    manifest_reference: load?.parcel_on ?? '',
    waits_on: waiting ? manifestReference(waiting.number) : '',
    is_brought: waiting !== undefined && hasBrought(waiting, scan.here.id),
    is_received: load?.is_received ?? false,
    current_branch_name: branchName(map, parcel.current_branch_id),
    last_scan:
      last_mode && last_branch_id !== null && last_scanned_at
        ? {
            mode: last_mode,
            branch_id: last_branch_id,
            scanned_at: last_scanned_at,
            bay: around.last_bay ?? '',
          }
        : null,
    hold_message: row.tracking_internal_message || row.tracking_message,
    is_account_blocked: around.is_account_on_hold && ctx.setting(block_hub_scan_for_accounts_on_hold),
    is_measured: isMeasured(parcel),
    siblings: live
      .filter((one) => one.id !== parcel.id)
      .map((one) => ({
        status: one.status,
        current_branch_id: one.current_branch_id ?? 0,
        is_measured: isMeasured(one),
      })),
    siblings_on_load: load?.siblings_on_it ?? 0,
    is_address_complete:
      row.delivery_pickup_point_id !== null || isComplete({ id: 0, ...around.address }, false),
    has_action_note: around.has_action_note,
    is_outranked: around.is_outranked,
  }
}

function isMeasured({ actual_weight_kg, actual_length_cm }: ScannedSibling): boolean {
  return actual_weight_kg !== null || actual_length_cm !== null
}

/** Stores and returns the response to a scan that matches no single parcel; a repeat returns the first response. */
async function answerUnknown(ctx: Context, scan: ReceivedScan, verdict: ScanDecision): Promise<ScanAnswer> {
  const { code, short, message } = verdict
  const answer: ScanAnswer = {
    verdict: verdict.verdict,
    code,
    short,
    message,
    shipment: null,
    parcel: null,
    next: null,
    event_id: 0,
  }
  const isUnchanged = await insertScan(ctx, {
    ...storedFacts(scan),
    parcel_id: null,
    shipment_id: null,
    answer,
  })
  if (isUnchanged) return answer
  const first = await findScan(ctx, scan.scan_id)
  if (!first) throw taken()
  return first
}

function storedFacts(scan: ReceivedScan) {
  return {
    scan_id: scan.scan_id,
    branch_id: scan.here.id,
    mode: scan.mode,
    code: scan.input.parcel_reference ?? '',
    scanned_at: scan.scanned_at,
  }
}

function taken() {
  return conflict('This scan id was used for another parcel a moment ago. Scan again.')
}

/** In the assign-bay mode the bay chosen on the scanner takes precedence over the bay rules. */
function withBay({ mode, input }: ReceivedScan, next: NextStop): NextStop {
  return mode === 'assign-bay' && input.bay ? { ...next, bay: input.bay } : next
}

function bayOf(scan: ReceivedScan, next: NextStop): string | null {
  if (leavesHub(scan)) return null
  return scan.input.bay || next.bay
}

function answerOf(
  { map, row, parcel, around, scan }: ScanCase,
  verdict: ScanDecision,
  applied: {
    shipment_status: ScannedSibling['status']
    parcel: ScannedSibling
    event_id: number
    next: NextStop
    manifest: ManifestStub | null
  },
): ScanAnswer {
  const after = applied.parcel
  const parcels = [...around.parcels.filter((one) => one.id !== parcel.id), after]
  const isHere = ({ status, current_branch_id }: ScannedSibling) =>
    standsAt({ status, current_branch_id: current_branch_id ?? 0 }, scan.here.id)
  return {
    verdict: verdict.verdict,
    code: verdict.code,
    short: verdict.short,
    message: verdict.message,
    shipment: {
      id: row.id,
      tracking_reference: row.custom_tracking_reference ?? row.short_tracking_reference,
      status: applied.shipment_status,
      account_name: around.account_name,
      service_level_code: row.service_level_code,
      service_level_name: row.service_level_name,
      parcel_count: row.parcel_count,
      parcels_here: parcels.filter(isHere).length,
      delivery_name: row.delivery_contact.name ?? '',
      delivery_suburb: around.address.local_area,
      delivery_city: around.address.city,
      collection_branch_name: branchName(map, row.collection_branch_id),
      delivery_branch_name: branchName(map, row.delivery_branch_id),
      special_instructions: row.special_instructions_delivery,
    },
    parcel: {
      id: after.id,
      tracking_reference: after.tracking_reference,
      number: after.number,
      status: after.status,
      length_cm: after.actual_length_cm ?? after.submitted_length_cm,
      width_cm: after.actual_width_cm ?? after.submitted_width_cm,
      height_cm: after.actual_height_cm ?? after.submitted_height_cm,
      weight_kg: after.actual_weight_kg ?? after.submitted_weight_kg,
      has_been_dimensioned: isMeasured(after),
    },
    next: applied.next,
    manifest: applied.manifest,
    event_id: applied.event_id,
  }
}
