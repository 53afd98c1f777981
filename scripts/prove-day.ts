import { proveDay } from './prove-day/prove.ts'
import { option, runProof } from './proofs/run-proof.ts'

/**
 * `npm run prove:day`: `--shifts N` (1,000) drivers work a day of `--stops N` (10) stops each, `--phones N` (40) at a
 * time, then `--stations N` (20) scan `--scans N` (100,000) labels, one every `--pace` ms (200), all on bad connections
 * while the product is killed `--kills N` (10) times in each part. `--badness` (1) is the share of the usual faults.
 * `--page N` (0) scans N labels on the page of the scanner beside the stations, in Chromium, and measures how long a
 * verdict takes to appear; no process is killed then during the scans.
 * Prints what was tried and every difference. `--seed N` repeats the choices of a run.
 */
await runProof((run) =>
  proveDay({
    shifts: option('shifts', 1_000),
    stops: option('stops', 10),
    phones: option('phones', 40),
    kills: option('kills', 10),
    badness: option('badness', 1),
    scans: option('scans', 100_000),
    stations: option('stations', 20),
    pace_ms: option('pace', 200),
    page_scans: option('page', 0),
    ...run,
  }),
)
