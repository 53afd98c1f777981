import { setTimeout as wait } from 'node:timers/promises'
import { applyWaitingEvents } from '../../server/src/lockers/receive-events.ts'
import { endPointTimes } from '../../server/src/lockers/deadlines.ts'
import { retryPlaces } from '../../server/src/lockers/reserve-place.ts'
import { openMailbox } from '../../server/dev/test-kit/fakes/mailbox.ts'
import { jobOf } from '../../server/dev/test-kit/job.ts'
import { seededRandom } from '../attack/hostile-bodies.ts'
import { checkWorld } from './checks.ts'
import { makeCompany, networks, type Company } from './company.ts'
import { MisbehavingNetwork } from './networks.ts'
import { ParcelClient, type World } from './parcels.ts'
import { finishJobs } from '../proofs/finish-jobs.ts'
import { Product } from '../proofs/product.ts'
import type { ProofRun } from '../proofs/run-proof.ts'
import { Tally } from '../proofs/tally.ts'

/** How often the time of waiting requests and reports passes, in ms. */
const leap_ms = 1_500

export interface Proof extends ProofRun {
  parcels: number
  kills: number
  /** Number of clients that call at the same time. */
  clients: number
}

/**
 * Sends parcels through own lockers and three misbehaving networks while the product is killed, on the database server
 * in `TEST_DATABASE_URL`. Returns what was tried, and every violation.
 */
export async function proveLockers(proof: Proof): Promise<Tally> {
  const tally = new Tally()
  const mailbox = await openMailbox()
  const company = await makeCompany(proof.clients)
  const product = new Product(tally, 2, {
    url: company.url,
    // Processes are killed, not the database server.
    env: { SMTP_URL: mailbox.url, LOG_LEVEL: 'error', DATABASE_UNSAFE: 'allow' },
  })
  await product.start()
  const random = seededRandom(proof.seed)
  const world: World = {
    company,
    product,
    tally,
    random,
    wanted: proof.parcels,
    parcels: [],
    doors: new Map(),
  }
  const playing = networks.map(
    (name) => new MisbehavingNetwork(company.fake.networks[name], { product, tally, random }),
  )
  const over = new AbortController()
  const watched = (what: string, run: Promise<void>): Promise<void> =>
    run.catch((error: unknown) => tally.violate(`A ${what} ended: ${String(error)}`))
  const background = [
    ...playing.map((network) => watched('network', network.run())),
    watched('schedule', letTimePass(company, over.signal)),
    watched('kill', killAgainAndAgain(world, proof, over.signal)),
  ]
  await Promise.all(company.clients.map((client) => watched('client', new ParcelClient(world, client).run())))
  for (const network of playing) network.end()
  over.abort()
  await Promise.all(background)
  await product.stop()
  await finishJobs(company.p, mailbox, async () => applyWaitingEvents(await jobOf(company.p)))
  await checkWorld(world, playing, mailbox)
  await company.fake.close()
  await company.p.runtime.close()
  await mailbox.close()
  return tally
}

/** Kills a process each time that another part of the parcels has ended. */
async function killAgainAndAgain(
  { product, parcels }: World,
  { parcels: wanted, kills, printLine }: Proof,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now()
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = (wanted * kill) / (kills + 1)
    while (ended() < enough && !signal.aborted) await wait(50)
    if (signal.aborted) return
    await product.kill()
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    printLine(`${seconds} s: ${ended()} of ${wanted} parcels have ended, ${kill} kills`)
  }

  function ended(): number {
    return parcels.filter(({ step }) => step === 'done').length
  }
}

/** Makes due what waits for minutes or hours, and runs the schedules of pickup points. */
async function letTimePass({ p }: Company, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('locker_reservation')
        .set({ next_attempt: ctx.now })
        .where('state', '=', 'failed')
        .where('next_attempt', '>', ctx.now)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('outbox')
                .select('outbox.id')
                .where('outbox.listener', '=', 'reserve place')
                .where(
                  'outbox.object_key',
                  '=',
                  eb.fn<string>('concat', [
                    eb.cast(eb.val('shipment '), 'text'),
                    'locker_reservation.shipment_id',
                  ]),
                ),
            ),
          ),
        )
        .execute(),
    )
    const job = await jobOf(p)
    await retryPlaces(job)
    await endPointTimes(job)
    await applyWaitingEvents(job)
    await wait(leap_ms)
  }
}
