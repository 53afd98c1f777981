import { option, runProof } from './proofs/run-proof.ts'
import { Tally } from './proofs/tally.ts'
import { proveCallbacks } from './prove-money/callbacks/prove.ts'

await runProof(async (run) => {
  const tally = new Tally()
  await proveCallbacks(
    { payables: option('payables', 1_000), callbacks: option('callbacks', 20_000), kills: option('kills', 10), ...run },
    tally,
  )
  return tally
})
