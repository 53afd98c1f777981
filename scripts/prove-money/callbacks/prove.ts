import { setTimeout as wait } from 'node:timers/promises'
import { openMailbox } from '../../../server/dev/test-kit/fakes/mailbox.ts'
import { jobOf } from '../../../server/dev/test-kit/job.ts'
import type { TestProvider } from '../../../server/dev/test-kit/provider.ts'
import { pollGateways } from '../../../server/src/payments/poll-gateways.ts'
import { seededRandom } from '../../attack/hostile-bodies.ts'
import { finishJobs } from '../../proofs/finish-jobs.ts'
import { Product } from '../../proofs/product.ts'
import type { ProofRun } from '../../proofs/run-proof.ts'
import type { Tally } from '../../proofs/tally.ts'
import { checkMoney } from './checks.ts'
import { sendFlood, type Flood } from './flood.ts'
import { makePayables } from './payables.ts'

/** After this time every payment that is open or held is due to be asked about, in ms. */
const asked_after_ms = 3 * 3_600_000
/** How many payments one poll asks about at most. */
const poll_size = 100

export interface CallbackProof extends ProofRun {
  /** Number of things to pay. */
  payables: number
  /** Number of notifications of the gateways and of forgers. */
  callbacks: number
  /** How often a process is killed meanwhile. */
  kills: number
}

/**
 * Pays through every gateway while its notifications come late, twice, in any order, forged and wrong, the gateways do
 * not always answer and processes are killed. Notes what is not exact to the cent.
 */
export async function proveCallbacks(proof: CallbackProof, tally: Tally): Promise<void> {
  const mailbox = await openMailbox()
  const random = seededRandom(proof.seed)
  const company = await makePayables(proof.payables, random)
  proof.printLine(`${proof.payables} payables are at the gateways`)
  const { p, fake } = company
  const product = new Product(tally, 2, {
    url: company.url,
    // Processes are killed, not the database server.
    env: {
      SMTP_URL: mailbox.url,
      PAYMENT_GATEWAYS_URL: fake.url,
      LOG_LEVEL: 'fatal',
      DATABASE_UNSAFE: 'allow',
    },
  })
  await product.start()
  const flood: Flood = { company, product, tally, random, callbacks: proof.callbacks, sent: 0 }
  const over = new AbortController()
  const kills = killAgainAndAgain(flood, proof, over.signal)
  await sendFlood(flood)
  over.abort()
  await kills
  await product.stop()
  await finishJobs(p, mailbox, () => askGateways(p, proof.payables))
  await checkMoney(company, mailbox, tally)
  await fake.close()
  await p.runtime.close()
  await mailbox.close()
}

/** Asks the gateways about everything that is open or held, as the schedule does in the next hours. */
async function askGateways(p: TestProvider, payables: number): Promise<void> {
  p.runtime.setNow(new Date(Date.now() + asked_after_ms))
  for (let asked = 0; asked <= payables * 2; asked += poll_size) await pollGateways(await jobOf(p))
  await p.settle()
}

/** Kills a process each time that another part of the notifications was sent. */
async function killAgainAndAgain(
  flood: Flood,
  { kills, callbacks, printLine }: CallbackProof,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now()
  for (let kill = 1; kill <= kills; kill += 1) {
    while (flood.sent < (callbacks * kill) / (kills + 1) && !signal.aborted) await wait(20)
    if (signal.aborted) return
    await flood.product.kill()
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    printLine(`${seconds} s: ${flood.sent} of ${callbacks} notifications were sent, ${kill} kills`)
  }
}
