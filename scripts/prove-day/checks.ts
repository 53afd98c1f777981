import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { cashApi } from '@waybill/domain/cash/api'
import { depotApi } from '@waybill/domain/drivers/depot-api'
import { driversApi } from '@waybill/domain/drivers/api'
import { planApi } from '@waybill/domain/drivers/plan'
import { ruleOf, type ParcelAction } from '@waybill/domain/drivers/parcel-actions'
import { reportsApi } from '@waybill/domain/reports/api'
import { verifyEvidence } from '../../server/src/ops/verify-evidence.ts'
import { checkDatabase, every_job_is_done, readRows, type Check } from '../proofs/database.ts'
import type { Performed, World } from './shift.ts'

/** SQL that returns one row for each violation, with what it violates. `$1` is the company. */
const violations_in_sql: readonly Check[] = [
  {
    what: 'An action is stored once.',
    statement: `SELECT action_id, count(*) FROM driver_action WHERE provider_id = $1
      GROUP BY 1 HAVING count(*) <> 1`,
  },
  {
    what: 'A parcel is delivered, and collected, once.',
    statement: `SELECT shipment_id, parcel_id, status, count(*) FROM tracking_event
      WHERE provider_id = $1 AND status IN ('delivered', 'collected') GROUP BY 1, 2, 3 HAVING count(*) > 1`,
  },
  {
    what: 'A receipt is for one delivery with money to pay.',
    statement: `SELECT shipment_id, count(*) FROM cash_receipt WHERE provider_id = $1
      GROUP BY 1 HAVING count(*) <> 1 OR bool_or(refusal <> '' OR void_reason <> '' OR amount <> due OR cash_up_id IS NULL)`,
  },
  {
    what: 'Each transaction of cash adds up to nothing.',
    statement: `SELECT transaction_id, sum(amount) FROM cash_entry WHERE provider_id = $1
      GROUP BY 1 HAVING sum(amount) <> 0`,
  },
  {
    what: 'Drivers hold no cash after the day.',
    statement: `SELECT holder, sum(amount) FROM cash_entry WHERE provider_id = $1 AND place = 'driver'
      GROUP BY 1 HAVING sum(amount) <> 0`,
  },
  {
    what: 'Drivers are off duty after the day.',
    statement: `SELECT username FROM app_user WHERE provider_id = $1 AND on_duty AND username LIKE 'driver-%'`,
  },
  {
    what: 'An action is stored with the hashes of the phone, and as the phone recorded it.',
    statement: `SELECT a.username, a.type, a.action_id, e.id FROM driver_action a LEFT JOIN action_evidence e
        ON e.provider_id = a.provider_id AND e.username = a.username AND e.action_id = a.action_id
      WHERE a.provider_id = $1 AND (e.id IS NULL OR e.content_hash <> e.computed_hash OR NOT e.is_complete)`,
  },
  {
    what: 'The action that a phone recorded before another one is stored.',
    statement: `SELECT e.username, e.action_id FROM action_evidence e WHERE e.provider_id = $1 AND e.former_hash <> ''
        AND NOT EXISTS (SELECT FROM action_evidence f WHERE f.provider_id = e.provider_id
          AND f.username = e.username AND f.content_hash = e.former_hash)`,
  },
  {
    what: 'A picture is stored as the phone took it.',
    statement: `SELECT e.username, e.action_id, file ->> 'name' AS name FROM action_evidence e, jsonb_array_elements(e.files) AS file
      WHERE e.provider_id = $1 AND file ->> 'sha256' <> file ->> 'received_sha256'`,
  },
  every_job_is_done,
]

interface StoredAction {
  action_id: string
  username: string
  type: string
  shipment_id: number | null
  result: string
  message: string
  files: string[] | null
}

/** Compares what the drivers did with what is stored, and the boards with each other. */
export async function checkDay(world: World, dataDir: string): Promise<void> {
  const { company, tally } = world
  await checkDatabase(company.p, violations_in_sql, tally)
  const stored = await readRows<StoredAction>(
    company.p,
    `SELECT action_id, username, type, shipment_id::int AS shipment_id, result, answer ->> 'message' AS message,
      payload -> 'files' AS files FROM driver_action WHERE provider_id = $1`,
  )
  checkActions(world, stored)
  await checkPictures(world, stored, dataDir)
  await checkEvents(world, stored)
  await checkAudit(world)
  await checkParcels(world)
  await checkCash(world)
  await checkBoards(world)
}

/** Every action is stored once with the expected result, and nothing else is. */
function checkActions({ performed, tally }: World, stored: readonly StoredAction[]): void {
  const known = new Map(stored.map((one) => [one.action_id, one]))
  for (const { action_id, username, type, shipment_id, wanted } of performed) {
    const found = known.get(action_id)
    known.delete(action_id)
    const name = `${username}: ${type} of ${shipment_id ?? 'the day'}`
    if (wanted === 'undone') {
      if (found) tally.violate(`${name} was undone, and is stored.`)
    } else if (!found) tally.violate(`${name} is lost (${action_id}).`)
    else if (found.result !== wanted)
      tally.violate(`${name} is stored as ${found.result} instead of ${wanted}: ${found.message}`)
    else if (found.type !== type || found.username !== username)
      tally.violate(`${name} is stored as ${found.type} of ${found.username}.`)
    else tally.count(`stored actions: ${wanted}`)
  }
  for (const { username, type, action_id } of known.values())
    tally.violate(`${username}: ${type} ${action_id} is stored, and nobody did it.`)
}

/** Every picture of an action is stored completely, and belongs to its shipment. */
async function checkPictures(
  { company, performed, tally }: World,
  stored: readonly StoredAction[],
  dataDir: string,
): Promise<void> {
  const { p } = company
  const files = await readRows<{ name: string; digest: string; state: string; shipment_id: number | null }>(
    p,
    `SELECT name, digest, state, shipment_id::int AS shipment_id FROM stored_file
      WHERE provider_id = $1 AND folder = 'shipment-images'`,
  )
  const byName = new Map(files.map((file) => [file.name, file]))
  const actions = new Map(stored.map((one) => [one.action_id, one]))
  for (const { action_id, username, type, shipment_id, digests, wanted } of performed) {
    const found = actions.get(action_id)
    if (wanted === 'undone' || !found) continue
    const names = found.files ?? []
    const name = `${username}: ${type} of ${shipment_id ?? 'the day'}`
    if (names.length !== digests.length)
      tally.violate(`${name} has ${digests.length} pictures, and ${names.length} are stored.`)
    for (const [at, digest] of digests.entries()) {
      const file = byName.get(names[at] ?? '')
      if (!file) tally.violate(`${name}: picture ${at + 1} is not stored.`)
      else if (file.state !== 'checked' || file.digest !== digest)
        tally.violate(`${name}: picture ${at + 1} is not the one that was taken (${file.state}).`)
      else if (file.shipment_id !== shipment_id)
        tally.violate(`${name}: picture ${at + 1} belongs to ${file.shipment_id ?? 'no shipment'}.`)
      else {
        const bytes = await fs.readFile(
          path.join(dataDir, 'files', String(p.provider_id), 'shipment-images', file.name),
        )
        if (createHash('sha256').update(bytes).digest('hex') !== digest)
          tally.violate(`${name}: picture ${at + 1} is damaged in the store.`)
        tally.count('pictures that are stored as they were taken')
      }
    }
  }
  const linked = files.filter((file) => file.shipment_id !== null)
  const wanted = performed.filter((one) => one.wanted !== 'undone').flatMap(({ digests }) => digests)
  if (linked.length !== wanted.length)
    tally.violate(`${wanted.length} pictures were taken, and shipments have ${linked.length}.`)
}

/** Each applied action about parcels makes one event. */
async function checkEvents(
  { company, performed, tally }: World,
  stored: readonly StoredAction[],
): Promise<void> {
  const events = await readRows<{ key: string; times: number }>(
    company.p,
    `SELECT shipment_id || ' ' || status || ' ' || source AS key, count(*)::int AS times FROM tracking_event
      WHERE provider_id = $1 AND source LIKE 'driver-%'
        AND (status = 'driver-arrived' OR status NOT LIKE 'driver-%') GROUP BY 1`,
  )
  const results = new Map(stored.map(({ action_id, result }) => [action_id, result]))
  const keyOf = ({ type, shipment_id, username }: Performed): string[] => {
    if (shipment_id === null) return []
    if (type === 'arrive') return [`${shipment_id} driver-arrived ${username}`]
    const { to } = ruleOf(type as ParcelAction, {
      status: 'collection-assigned',
      delivery_type: '',
      allow_same_day_retry: true,
    })
    return [`${shipment_id} ${to} ${username}`]
  }
  const applied = performed.filter(({ action_id }) => results.get(action_id) === 'applied')
  const wanted = Map.groupBy(applied.flatMap(keyOf), (key) => key)
  const known = new Map(events.map(({ key, times }) => [key, times]))
  for (const [key, { length }] of wanted)
    if (known.get(key) !== length)
      tally.violate(`${length} events ${key} are expected, not ${known.get(key) ?? 0}.`)
}

/** The hashes of all actions are in the audit trail, and the stored actions and pictures have them. */
async function checkAudit({ company, tally }: World): Promise<void> {
  const { p } = company
  const { actions, fault } = await verifyEvidence(
    p.provider_id,
    (read) => p.inTransaction(({ db }) => read(db)),
    null,
  )
  tally.count('actions that the audit trail confirms', actions)
  if (fault) tally.violate(fault)
}

/** Every parcel ends in the status that follows from what was done with it. */
async function checkParcels({ company, visits, tally }: World): Promise<void> {
  const rows = await readRows<{ tracking_reference: string; status: string }>(
    company.p,
    'SELECT tracking_reference, status FROM parcel WHERE provider_id = $1',
  )
  const statuses = new Map(rows.map(({ tracking_reference, status }) => [tracking_reference, status]))
  for (const { kind, parcels } of visits)
    for (const { reference, wanted } of parcels) {
      tally.count(`parcels that are ${statuses.get(reference)}`)
      if (wanted === null) tally.violate(`${reference} (${kind}) was never visited.`)
      else if (statuses.get(reference) !== wanted)
        tally.violate(`${reference} (${kind}) is ${statuses.get(reference)} instead of ${wanted}.`)
    }
}

/** The money that drivers took is on receipts, in the safe, and owed to the sender. */
async function checkCash({ company, cash, performed, tally }: World): Promise<void> {
  const taken = [...cash.values()].reduce((sum, amount) => sum + amount, 0)
  const recorded = performed
    .filter(({ wanted }) => wanted === 'applied')
    .reduce((sum, one) => sum + one.cash, 0)
  const { totals } = await company.staff.send(cashApi.holders, {})
  const { receipts } = await readRows<{ receipts: number }>(
    company.p,
    'SELECT coalesce(sum(amount), 0)::int AS receipts FROM cash_receipt WHERE provider_id = $1',
  ).then(([row]) => row ?? { receipts: 0 })
  tally.count('cents taken in cash', taken)
  const places = { recorded, receipts, safe: totals.safe, owed: totals.owed }
  for (const [place, amount] of Object.entries(places))
    if (amount !== taken) tally.violate(`Drivers took ${taken} cents, and ${place} has ${amount}.`)
  if (totals.drivers !== 0 || totals.differences !== 0)
    tally.violate(`Drivers hold ${totals.drivers} cents, and ${totals.differences} are missing.`)
}

/** The trip sheet of each driver, the ops dashboard, the dispatch board and the depot board say the same. */
async function checkBoards({ company, drivers, other, tally }: World): Promise<void> {
  const { staff, branch_id } = company
  const ops = await staff.send(reportsApi.opsDashboard, {})
  const board = await staff.send(planApi.board, {})
  const depot = await staff.send(depotApi.board, { branch_id })
  const onBoard = Map.groupBy(board.stops, ({ driver_username }) => driver_username)
  let [vans, sheets] = [0, 0]
  for (const { username } of [...drivers, other]) {
    const sheet = await staff.send(driversApi.tripSheet, { driver: username })
    const { unique_stops: all, done, failed, remaining } = sheet.totals
    const figures = { all, done, failed, remaining }
    const progress = ops.drivers.find((one) => one.username === username)
    const stops = onBoard.get(username) ?? []
    const van = depot.vans.find((one) => one.username === username)
    const says: Record<string, object | undefined> = {
      'ops dashboard': progress && {
        all: progress.planned,
        done: progress.done,
        failed: progress.failed,
        remaining: progress.remaining,
      },
      'dispatch board': {
        all: stops.length,
        done: stops.filter(({ state }) => state === 'done').length,
        failed: stops.filter(({ state }) => state === 'failed').length,
        remaining: stops.filter(({ state }) => state === 'to-do').length,
      },
    }
    const shown = JSON.stringify(figures)
    for (const [name, otherFigures] of Object.entries(says))
      if (all > 0 && JSON.stringify(otherFigures) !== shown)
        tally.violate(
          `${username}: the trip sheet says ${shown}, the ${name} ${JSON.stringify(otherFigures)}.`,
        )
    const parcels = sheet.stops
      .filter(({ leg }) => leg === 'delivery')
      .flatMap(({ shipments }) => shipments.flatMap((one) => one.parcels)).length
    sheets += parcels
    vans += van?.on_trip_sheet ?? 0
    if ((van?.on_trip_sheet ?? 0) !== parcels)
      tally.violate(
        `${username}: the trip sheet has ${parcels} parcels to deliver, the depot board ${van?.on_trip_sheet ?? 0}.`,
      )
    tally.count('drivers whose boards were compared')
  }
  tally.count('parcels on trip sheets', sheets)
  tally.count('parcels on vans of the depot board', vans)
  tally.count('stops on the dispatch board', board.stops.length)
}
