import { z } from 'zod'
import { settingsSection } from '../kit/settings-section.ts'

/** The hub scanner and its bays (domain notes 5.6, 11.1, 11.3). */
const bays = settingsSection('shipments', 'bays for hub scanner')
const dashboard = settingsSection('general', 'ops dashboard settings')

/** A bay and what belongs in it; the first bay whose every bound value matches is named by the verdict. */
export const Bay = z.object({
  code: z.string().min(1).max(20),
  branch: z.string().max(120),
  bound_to: z.enum(['branch', 'zone', 'service', 'manifest', 'none']),
  /** Branch name, routing number or zone, service level code or carrier, by `bound_to`. */
  value: z.string().max(120),
  colour: z.string().max(40),
})
export type Bay = z.output<typeof Bay>

export const hub_bays = bays.rows('hub_bays', 'Bays', Bay, [])
export const block_hub_scan_for_accounts_on_hold = bays.toggle(
  'block_hub_scan_for_accounts_on_hold',
  'Refuse parcels of accounts on hold',
  false,
)
export const hub_missing_parcel_alert_hours = dashboard.whole(
  'hub_missing_parcel_alert_hours',
  'Missing sibling alert after (hours)',
  4,
  { min: 1, max: 240 },
)
