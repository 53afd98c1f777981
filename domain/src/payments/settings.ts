import { z } from 'zod'
import { setting } from '../kit/setting.ts'
import { list, rand } from '../kit/wire.ts'
import { top_up_minimum } from './top-up.ts'

/** The amounts offered for a top-up beside one of one's own; stored in Rand (PAY-017, FMT-014). */
export const topup_chips = setting('topup_chips', {
  tab: 'rates',
  section: 'payment methods for account top-up',
  schema: list(rand.pipe(z.int().min(top_up_minimum))).pipe(z.array(z.int()).max(8)),
  default: [200_00, 500_00, 1_000_00, 5_000_00],
  title: 'Amounts offered for a top-up',
  for_customers: true,
})
