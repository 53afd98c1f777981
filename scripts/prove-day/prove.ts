import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openMailbox } from '../../server/dev/test-kit/fakes/mailbox.ts'
import { seededRandom } from '../attack/hostile-bodies.ts'
import { finishJobs } from '../proofs/finish-jobs.ts'
import { Product } from '../proofs/product.ts'
import type { ProofRun } from '../proofs/run-proof.ts'
import { Tally } from '../proofs/tally.ts'
import { checkDay } from './checks.ts'
import { makeCompany } from './company.ts'
import { simulateBrowsers } from './device.ts'
import { buildPages, proveScanPage } from './scan-page.ts'
import { Shift, type World } from './shift.ts'
import { proveScans } from './stations.ts'

export interface Proof extends ProofRun {
  shifts: number
  /** Stops of a shift. */
  stops: number
  /** Number of drivers who are on the road at the same time. */
  phones: number
  kills: number
  /** Share of the usual faults of the connection; 0 is a good one. */
  badness: number
  /** Scans at the hub, after the shifts. */
  scans: number
  stations: number
  /** Time between two scans of a station, in ms. */
  pace_ms: number
  /** Scans on the page of the scanner in Chromium, beside the stations; 0 for none. */
  page_scans: number
}

/**
 * Lets drivers work a day each on bad connections while the product is killed, on the database server in
 * `TEST_DATABASE_URL`. Returns what was tried, and every difference between what they did and what is stored.
 */
export async function proveDay(proof: Proof): Promise<Tally> {
  const tally = new Tally()
  await simulateBrowsers()
  if (proof.page_scans > 0) await buildPages(proof.printLine)
  const mailbox = await openMailbox()
  const company = await makeCompany()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-day-'))
  const product = new Product(tally, 2, {
    url: company.url,
    // Both processes have one file store. Processes are killed, not the database server.
    env: { SMTP_URL: mailbox.url, LOG_LEVEL: 'error', DATABASE_UNSAFE: 'allow', DATA_DIR: dataDir },
  })
  await product.start()
  const world: World = {
    company,
    product,
    tally,
    other: await company.p.driver('colleague', 'JHB'),
    seed: proof.seed,
    stops: proof.stops,
    badness: proof.badness,
    performed: [],
    visits: [],
    drivers: [],
    cash: new Map(),
    ended: 0,
  }
  const over = new AbortController()
  const progress = { what: 'shifts have ended', wanted: proof.shifts, done: () => world.ended }
  const killing = killAgainAndAgain(product, progress, proof, over.signal)
  let next = 0
  const work = async (): Promise<void> => {
    while (next < proof.shifts) {
      next += 1
      const random = seededRandom(proof.seed + next * 7919)
      const driver = await company.p.driver(`driver-${next}`, 'JHB')
      world.drivers.push(driver)
      await new Shift(world, driver, random)
        .run()
        .catch((error: unknown) => tally.violate(`A shift ended: ${String(error)}`))
    }
  }
  await Promise.all(Array.from({ length: Math.min(proof.phones, proof.shifts) }, work))
  over.abort()
  await killing
  if (proof.scans > 0) await scanAll(world, proof)
  await product.stop()
  await finishJobs(company.p, mailbox, async () => undefined)
  await checkDay(world, dataDir)
  await company.p.runtime.close()
  await mailbox.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
  return tally
}

/** Scans parcels at the stations of the hub while the product is killed, or beside the page of the scanner. */
async function scanAll({ company, product, tally }: World, proof: Proof): Promise<void> {
  const made = { scans: 0 }
  const over = new AbortController()
  const progress = { what: 'scans', wanted: proof.scans, done: () => made.scans }
  const hasPage = proof.page_scans > 0
  const killing = killAgainAndAgain(
    product,
    progress,
    { ...proof, kills: hasPage ? 0 : proof.kills },
    over.signal,
  )
  const about = { ...proof, company, product, tally, made }
  await Promise.all([proveScans(about), hasPage && proveScanPage(about)])
  over.abort()
  await killing
}

/** Kills a process each time that another part of the work is done. */
async function killAgainAndAgain(
  product: Product,
  { what, wanted, done }: { what: string; wanted: number; done: () => number },
  { kills, printLine }: Proof,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now()
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = (wanted * kill) / (kills + 1)
    while (done() < enough && !signal.aborted) await wait(50)
    if (signal.aborted) return
    await product.kill()
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    printLine(`${seconds} s: ${done()} of ${wanted} ${what}, ${kill} kills`)
  }
}
