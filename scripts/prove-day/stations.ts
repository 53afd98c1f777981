import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ScanResultCode } from '@waybill/domain/hub/model'
import { address, booking, type Caller } from '../../server/dev/test-kit/provider.ts'
import { role_ids } from '@waybill/domain/kit/actor'
import { seededRandom } from '../attack/hostile-bodies.ts'
import { readRows } from '../proofs/database.ts'
import type { Product } from '../proofs/product.ts'
import type { Tally } from '../proofs/tally.ts'
import type { Company } from './company.ts'
import { Device } from './device.ts'
import { Network } from './network.ts'
import { Scanner, type Shown } from './scanner.ts'
import type { ScanSetup } from '../../web/src/hub/pages/scan-queue.ts'

/** Bays of the hub in Johannesburg (`server/dev/demo/map.ts`). */
const bays = ['1', '2', '3', '4', '5', '6', '7', '8']
const parcels_of_shipment = 10
/** About how often each parcel is scanned. */
const scans_of_parcel = 20
/** A queue that does not get empty in this time is stuck, in ms. */
const stuck_ms = 240_000

/** What the hub must say: `accepted` with or without a warning, a repeat, or a refusal with its code. */
type Verdict = 'accepted' | 'duplicate' | ScanResultCode

/** What else is scanned beside the parcels in turn, and how often. */
const extras = [
  { share: 0.03, extra: 'again after a while' },
  { share: 0.02, extra: 'read twice at once' },
  { share: 0.01, extra: 'unknown barcode' },
  { share: 0.01, extra: 'cancelled parcel' },
  { share: 0.01, extra: 'at another branch' },
  { share: 0.01, extra: 'undone and scanned again' },
  { share: 0.002, extra: 'page loaded again' },
] as const

export interface Stations {
  company: Company
  product: Product
  tally: Tally
  seed: number
  badness: number
  scans: number
  stations: number
  /** Time between two scans of a station, in ms. */
  pace_ms: number
  /** How many scans were made so far. */
  made: { scans: number }
}

/** One scan that a station made. */
interface Made {
  scan_id: string
  reference: string
  wanted: Verdict
  isUndone: boolean
}

/** Scans parcels at many stations at the same time, and compares verdicts and what is stored. */
export async function proveScans(about: Stations): Promise<void> {
  const { company, tally, stations, scans } = about
  const each = Math.ceil(scans / stations)
  const shown: Shown[] = []
  const all: Made[] = []
  const bayOf = new Map<string, string>()
  await Promise.all(
    Array.from({ length: stations }, async (_, at) => {
      const operator = await company.p.user(role_ids.administrator, { username: `station-${at + 1}` })
      const station = new Station(about, operator, seededRandom(about.seed + 104_729 * (at + 1)), each)
      await station
        .run()
        .catch((error: unknown) => tally.violate(`Station ${at + 1} ended: ${String(error)}`))
      all.push(...station.made)
      shown.push(...station.scanner.shown.values())
      for (const [reference, bay] of station.bays) bayOf.set(reference, bay)
    }),
  )
  await checkScans(company, all, bayOf, tally)
  const atOnce = shown.filter(({ isAtOnce }) => isAtOnce).map(({ after_ms }) => after_ms)
  countTimes(tally, 'ms from the scan to its verdict', atOnce, 'without a cut')
}

/** Counts how long something took in the usual, a slow and a very slow case. Returns the slow one, in ms. */
export function countTimes(tally: Tally, what: string, times: readonly number[], which: string): number {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  for (const share of [0.5, 0.95, 0.99])
    tally.count(`${what}, p${share * 100} of ${times.length} ${which}`, at(share))
  return at(0.95)
}

class Station {
  readonly #about: Stations
  readonly #random: () => number
  readonly #wanted: number
  readonly #device: Device
  readonly scanner: Scanner
  readonly made: Made[] = []
  /** The bay in which each parcel is. */
  readonly bays = new Map<string, string>()

  constructor(about: Stations, operator: Caller, random: () => number, wanted: number) {
    this.#about = about
    this.#random = random
    this.#wanted = wanted
    this.#device = new Device(new Network({ ...about, random }))
    this.scanner = new Scanner(operator, this.#device)
  }

  async run(): Promise<void> {
    const { pace_ms } = this.#about
    const parcels = await bookParcels(
      this.#about,
      Math.max(1, Math.round(this.#wanted / scans_of_parcel / parcels_of_shipment)),
    )
    const [cancelled = ''] = await bookParcels(this.#about, 1, true)
    await this.scanner.open()
    const signal = this.#device.network.run()
    const again: { at: number; reference: string; pass: number }[] = []
    for (let pass = 0; this.made.length < this.#wanted; pass += 1)
      for (const reference of parcels) {
        if (this.made.length >= this.#wanted) break
        await wait(pace_ms * (0.5 + this.#random()))
        const due = again.findIndex((one) => one.at <= this.made.length && one.pass === pass)
        const [repeat] = due < 0 ? [] : again.splice(due, 1)
        if (repeat) await this.#scanInPass(pass, repeat.reference, 'duplicate')
        await this.#scanInPass(pass, reference, 'accepted')
        await this.#extra(pass, reference, cancelled, (one) => again.push(one))
      }
    const began = performance.now()
    while (!this.scanner.isEmpty) {
      if (performance.now() - began > stuck_ms) throw new Error('it never sent everything.')
      this.scanner.drain()
      await wait(500)
    }
    await this.#device.network.end()
    await signal
    this.#checkPage()
    this.scanner.close()
  }

  async #extra(
    pass: number,
    reference: string,
    cancelled: string,
    later: (one: { at: number; reference: string; pass: number }) => void,
  ): Promise<void> {
    const { tally } = this.#about
    let left = this.#random()
    const extra = extras.find(({ share }) => (left -= share) < 0)?.extra
    if (!extra) return
    tally.count(`scans: ${extra}`)
    switch (extra) {
      case 'again after a while':
        return later({ at: this.made.length + 5, reference, pass })
      case 'read twice at once': {
        const scanId = await this.scanner.scan(this.#station(pass), reference)
        if (scanId === null) return
        // The machine was so slow that the second read came later than a scanner reads twice.
        tally.count('scans: second read of a label that the page did not swallow')
        return this.#note(scanId, reference, 'duplicate')
      }
      case 'unknown barcode':
        return this.#arrive(`X${randomUUID().slice(0, 8).toUpperCase()}`, 'not_found')
      case 'cancelled parcel':
        return this.#arrive(cancelled, 'cancelled')
      case 'at another branch':
        return this.#arrive(reference, 'wrong_branch', this.#about.company.p.map.branches.DBN)
      case 'undone and scanned again': {
        const undone = await this.scanner.undo()
        const scan = this.made.find(({ scan_id }) => scan_id === undone)
        if (scan) scan.isUndone = true
        await wait(3_000)
        return this.#scanInPass(pass, reference, 'accepted')
      }
      case 'page loaded again':
        return this.scanner.open()
    }
  }

  #station(pass: number): ScanSetup {
    return {
      mode: pass === 0 ? 'arrive' : 'assign-bay',
      branch_id: this.#about.company.branch_id,
      bay: pass === 0 ? '' : (bays[pass % bays.length] ?? ''),
      driver: '',
      assign_anyway: false,
      manifest_id: 0,
    }
  }

  async #scanInPass(pass: number, reference: string, wanted: Verdict): Promise<void> {
    const station = this.#station(pass)
    const scanId = await this.scanner.scan(station, reference)
    if (scanId === null) return
    this.#note(scanId, reference, wanted)
    if (pass > 0) this.bays.set(reference, station.bay)
  }

  async #arrive(reference: string, wanted: Verdict, branchId = this.#about.company.branch_id): Promise<void> {
    const scanId = await this.scanner.scan({ ...this.#station(0), branch_id: branchId }, reference)
    if (scanId !== null) this.#note(scanId, reference, wanted)
  }

  #note(scanId: string, reference: string, wanted: Verdict): void {
    this.made.push({ scan_id: scanId, reference, wanted, isUndone: false })
    this.#about.made.scans += 1
  }

  /** Every scan got the right verdict on the page, and what was undone is undone. */
  #checkPage(): void {
    const { tally } = this.#about
    for (const { scan_id, reference, wanted, isUndone } of this.made) {
      const shown = this.scanner.shown.get(scan_id)
      if (!shown) {
        tally.violate(
          `The scan of ${reference} was never answered: ${this.scanner.undone.get(scan_id) ?? ''}`,
        )
        continue
      }
      const { verdict, code, message } = shown.answer
      const got = verdict === 'refused' ? code : verdict === 'duplicate' ? verdict : 'accepted'
      tally.count(`verdicts: ${got}`)
      if (got !== wanted) tally.violate(`The scan of ${reference} is ${got} instead of ${wanted}: ${message}`)
      if (isUndone && this.scanner.undone.get(scan_id) !== 'undone')
        tally.violate(`The scan of ${reference} is not undone: ${this.scanner.undone.get(scan_id)}`)
    }
  }
}

/** Books shipments to Johannesburg. Returns the references of their parcels. */
export async function bookParcels(
  { company, product }: Pick<Stations, 'company' | 'product'>,
  shipments: number,
  isCancelled = false,
): Promise<string[]> {
  const { token } = company.staff
  const references: string[] = []
  for (let at = 0; at < shipments; at += 1) {
    const key = randomUUID()
    const { id, parcels } = (await product.call({
      path: '/api/shipments',
      token,
      key,
      body: {
        ...booking({
          delivery_address: {
            ...address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
            lat: -26.145,
            lng: 28.04,
          },
          parcels: Array.from({ length: isCancelled ? 1 : parcels_of_shipment }, () => ({
            submitted_length_cm: 20,
            submitted_width_cm: 20,
            submitted_height_cm: 10,
            submitted_weight_kg: 1,
          })),
        }),
        account_id: company.account_ids[0],
        customer_reference: key,
      },
    })) as { id: number; parcels: { tracking_reference: string }[] }
    references.push(...parcels.map(({ tracking_reference }) => tracking_reference))
    if (isCancelled)
      await product.call({ path: '/api/shipments/cancel', token, key: randomUUID(), body: { id } })
  }
  return references
}

/** Each scan is stored once, with the verdict that the page showed, and each parcel is in its last bay. */
async function checkScans(
  company: Company,
  made: readonly Made[],
  bayOf: ReadonlyMap<string, string>,
  tally: Tally,
): Promise<void> {
  const stored = await readRows<{ scan_id: string; times: number; undos: number }>(
    company.p,
    `SELECT scan_id, count(*)::int AS times, (SELECT count(*)::int FROM hub_scan_undo u
        WHERE u.provider_id = h.provider_id AND u.hub_scan_id = min(h.id)) AS undos
      FROM hub_scan h WHERE provider_id = $1 AND scanned_by LIKE 'station-%' GROUP BY scan_id, provider_id`,
  )
  const known = new Map(stored.map((one) => [one.scan_id, one]))
  for (const { scan_id, reference, isUndone } of made) {
    const found = known.get(scan_id)
    if (!found) tally.violate(`The scan ${scan_id} of ${reference} is lost.`)
    else if (found.times !== 1)
      tally.violate(`The scan ${scan_id} of ${reference} is stored ${found.times} times.`)
    else if (found.undos !== (isUndone ? 1 : 0))
      tally.violate(`The scan ${scan_id} of ${reference} has ${found.undos} undos.`)
  }
  const ids = new Set(made.map(({ scan_id }) => scan_id))
  for (const { scan_id } of stored) if (!ids.has(scan_id)) tally.violate(`Nobody made the scan ${scan_id}.`)
  tally.count('scans made', made.length)
  tally.count('scans stored once', stored.length)
  const parcels = await readRows<{ tracking_reference: string; bay: string | null; status: string }>(
    company.p,
    'SELECT tracking_reference, bay, status FROM parcel WHERE provider_id = $1',
  )
  const places = new Map(parcels.map((parcel) => [parcel.tracking_reference, parcel]))
  for (const [reference, bay] of bayOf) {
    const place = places.get(reference)
    if (place?.bay !== bay || place.status !== 'at-destination-hub')
      tally.violate(`${reference} is ${place?.status} in bay ${place?.bay} instead of ${bay}.`)
  }
}
