import { z } from 'zod'
import { instant, rand } from '../kit/calls/wire.ts'

/** How the opening items compare with the trial balance of the old system. Money in Rand. */
export const OpeningTotals = z.object({
  /** What the accounts owe by the old trial balance; `null` while it is not known. */
  old_total: rand.nullable(),
  /** What they owe by the opening items that were loaded. */
  new_total: rand,
  /** `new_total` less `old_total`; `null` while the old one is not known. */
  difference: rand.nullable(),
  /** Number of accounts with another opening balance than the old one. */
  accounts_that_differ: z.int(),
  started_by: z.string().nullable(),
  time_started: instant.nullable(),
})
export type OpeningTotals = z.output<typeof OpeningTotals>

/** The opening balance of an account beside the old one. Money in Rand. */
export const AccountOpening = z.object({
  account_id: z.int(),
  account_code: z.string(),
  account_name: z.string(),
  old_owed: rand.nullable(),
  new_owed: rand,
  difference: rand.nullable(),
})
export type AccountOpening = z.output<typeof AccountOpening>
