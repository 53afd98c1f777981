import { option, runProof } from './proofs/run-proof.ts'
import { proveScale } from './prove-scale/prove.ts'

/**
 * `npm run prove:scale`: books and scans `--bookings N` (3,000) shipments on two processes with a synchronous hot
 * standby, kills the server that writes, promotes the standby, and prints what was tried and every violation.
 */
await runProof((run, cluster) =>
  proveScale({ bookings: option('bookings', 3_000), clients: 12, cluster, ...run }),
)
