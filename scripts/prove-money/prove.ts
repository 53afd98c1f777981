import { Tally } from '../proofs/tally.ts'
import { proveCallbacks, type CallbackProof } from './callbacks/prove.ts'
import { proveMonthEnd, type MonthEndProof } from './month-end/prove.ts'
import { proveSequences, type SequenceProof } from './sequences/prove.ts'

/** The parts, one after the other; a part with the number 0 is left out. */
export interface MoneyProof extends CallbackProof, SequenceProof, MonthEndProof {}

/**
 * Proves that no payment is lost or posted twice, on the database server in `TEST_DATABASE_URL`: notifications of
 * gateways under kills, random sequences of calls, and month-ends under kills. Returns what was tried, and every
 * violation.
 */
export async function proveMoney(proof: MoneyProof): Promise<Tally> {
  const tally = new Tally()
  const parts = [
    { name: 'callbacks', runs: proof.payables > 0, prove: proveCallbacks },
    { name: 'sequences', runs: proof.sequences > 0, prove: proveSequences },
    { name: 'month-ends', runs: proof.month_ends > 0, prove: proveMonthEnd },
  ]
  for (const { name, runs, prove } of parts) {
    if (!runs) continue
    const began = performance.now()
    await prove(proof, tally)
    proof.printLine(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  return tally
}
