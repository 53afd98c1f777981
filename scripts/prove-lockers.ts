import { option, runProof } from './proofs/run-proof.ts'
import { proveLockers } from './prove-lockers/prove.ts'

/**
 * `npm run prove:lockers`: carries `--parcels N` (10,000) parcels through own lockers and three misbehaving networks
 * while the product is killed `--kills N` (10) times, and prints what was tried and every violation. `--seed N` repeats
 * the choices of a run.
 */
await runProof((run) =>
  proveLockers({ parcels: option('parcels', 10_000), kills: option('kills', 10), clients: 8, ...run }),
)
