import { option, runProof } from './proofs/run-proof.ts'
import { proveMoney } from './prove-money/prove.ts'

/**
 * `npm run prove:money`: pays `--payables N` (1,000) things through every gateway with `--callbacks N` (20,000)
 * notifications while the product is killed `--kills N` (10) times, runs `--sequences N` (20,000) random sequences of
 * calls that move money, and closes `--month-ends N` (50) months, each killed once. Prints what was tried and every
 * violation. `--seed N` repeats the choices of a run; 0 leaves a part out.
 */
await runProof((run) =>
  proveMoney({
    payables: option('payables', 1_000),
    callbacks: option('callbacks', 20_000),
    kills: option('kills', 10),
    sequences: option('sequences', 20_000),
    month_ends: option('month-ends', 50),
    accounts: option('accounts', 60),
    ...run,
  }),
)
