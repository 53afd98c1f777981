import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { brokenInvariants } from '../../../server/dev/test-kit/database/invariants.ts'
import { openTestRuntime, type TestRuntime } from '../../../server/dev/test-kit/runtime.ts'
import { mailPort } from '../../../server/src/kit/mail/index.ts'
import type { ProofRun } from '../../proofs/run-proof.ts'
import { Tally } from '../../proofs/tally.ts'
import { attempt, Fault, openBooks, rowsOfLedger } from './books.ts'
import { steps } from './steps.ts'

/** At most so many sequences run in one company before its invariants are checked. */
const max_batch = 100
/** How many companies run at the same time. */
const lanes = 3
const longest_sequence = 6
/** How long the shortest sequence that still fails is looked for, in ms. */
const max_shrinking_ms = 120_000

export interface SequenceProof extends ProofRun {
  sequences: number
}

/** One step of a sequence, as numbers that choose from what is there when it runs. */
const step = fc.record({
  what: fc.constantFrom(...Object.keys(steps)),
  account: fc.nat(5),
  which: fc.nat(999),
  part: fc.nat(999),
  /** Whether the call is made once, twice under one key, or twice at the same time. */
  times: fc.constantFrom('once', 'once', 'once', 'once', 'again with its key', 'twice at once'),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Runs random sequences of calls that move money, some of them repeated or made twice at once, and checks all
 * invariants after each batch. Of a batch that breaks one, the fewest steps that still do are noted.
 */
export async function proveSequences(
  { sequences, seed, printLine }: SequenceProof,
  tally: Tally,
): Promise<void> {
  const runtime = await openTestRuntime()
  runtime.runtime.adapters.set(mailPort.name, {
    send: () => Promise.resolve({ message_id: 'not sent' }),
  })
  const batchSize = Math.min(max_batch, Math.ceil(sequences / lanes))
  const batches = Math.ceil(sequences / batchSize)
  const sequence = fc.array(step, { minLength: 1, maxLength: longest_sequence })
  const batch = fc.array(sequence, { minLength: batchSize, maxLength: batchSize })
  let done = 0
  const runLane = async (lane: number): Promise<void> => {
    const numRuns = Math.ceil((batches - lane) / lanes)
    if (numRuns <= 0) return
    const property = fc.asyncProperty(batch, async (all) => {
      await runBatch(runtime, all.flat(), tally)
      tally.count('sequences', all.length)
      done += 1
      if (done % 20 === 0 || done === batches)
        printLine(`${done * batchSize} of ${batches * batchSize} sequences ran`)
    })
    const found = await fc.check(property, { seed: seed + lane, numRuns, endOnFailure: true })
    if (!found.failed) return
    const all = (found.counterexample?.[0] ?? []).flat()
    printLine(`Sequences of the seed ${seed + lane} fail; looking for the fewest steps that do`)
    tally.violate(`Seed ${seed + lane}, batch ${found.numRuns}: ${await fewestSteps(runtime, all)}`)
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)))
  await runtime.close()
}

/** Runs steps in a new company. Throws when the product fails, or when an invariant is broken in the end. */
async function runBatch(runtime: TestRuntime, all: readonly Step[], tally: Tally): Promise<void> {
  const books = await openBooks(runtime, tally)
  for (const { what, account, which, part, times } of all) {
    const accountId = books.account_ids[account]!
    const call = await attempt(
      `${what}, prepared`,
      steps[what]!(books, { account_id: accountId, which, part }),
      tally,
    )
    if (!call) continue
    const key = randomUUID()
    const calls = times === 'twice at once' ? [call(key), call(randomUUID())] : [call(key)]
    await Promise.all(calls.map((one) => attempt(what, one, tally)))
    if (times === 'again with its key') {
      const before = await rowsOfLedger(books)
      await attempt(`${what}, again with its key`, call(key), tally)
      if ((await rowsOfLedger(books)) !== before)
        throw new Fault(`${what} again with its key changed the ledger`)
    }
  }
  await books.p.settle()
  const broken = await books.p.inTransaction(brokenInvariants)
  const [first] = Object.entries(broken)
  if (first) throw new Error(`Invariant ${first[0]}: ${JSON.stringify(first[1][0])}`)
}

/** Returns the fewest steps that still fail, and how. */
async function fewestSteps(runtime: TestRuntime, all: Step[]): Promise<string> {
  const property = fc.asyncProperty(fc.array(step), (some) => runBatch(runtime, some, new Tally()))
  const { counterexample, errorInstance } = await fc.check(property, {
    examples: [[all]],
    numRuns: 1,
    interruptAfterTimeLimit: max_shrinking_ms,
    markInterruptAsFailure: false,
  })
  return `${String(errorInstance)} after ${JSON.stringify(counterexample?.[0] ?? all)}`
}
