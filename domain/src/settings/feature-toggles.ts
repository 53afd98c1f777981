import { z } from 'zod'
import { holds, role_ids, type Actor } from '../kit/actor.ts'
import { choicesOf } from '../kit/setting-control.ts'
import { settingsSection } from '../kit/settings-section.ts'

const states = ['off', 'staff', 'share', 'accounts', 'on'] as const

/** A named switch for something that is rolled out by steps (SET-038, domain notes 11.10). */
export const FeatureToggle = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{1,59}$/, 'must be lower-case letters, digits and _'),
  /** Nobody, staff, a share of the accounts, listed accounts, or everybody. */
  state: z.enum(states),
  /** Percent of the accounts, for `share`. */
  percentage: z.number().min(0).max(100),
  /** Account codes, for `accounts`. */
  accounts: z.array(z.string().max(20)),
  note: z.string().max(500),
})
export type FeatureToggle = z.output<typeof FeatureToggle>

export const feature_toggles = settingsSection('feature_toggles', 'feature toggles').rows(
  'feature_toggles',
  'Switches',
  FeatureToggle,
  [],
  {
    noun: 'switch',
    columns: [
      { key: 'name', label: 'Name', control: { kind: 'words', most: 60 } },
      {
        key: 'state',
        label: 'For',
        control: {
          kind: 'one',
          choices: choicesOf(states, {
            off: 'Nobody',
            staff: 'Staff',
            share: 'A share of accounts',
            accounts: 'Listed accounts',
            on: 'Everybody',
          }),
        },
      },
      { key: 'percentage', label: '%', control: { kind: 'number', whole: false, min: 0, max: 100 } },
      { key: 'accounts', label: 'Accounts', control: { kind: 'texts', noun: 'account code', most: 20 } },
      { key: 'note', label: 'Note', control: { kind: 'words', most: 500 }, wide: 2 },
    ],
    empty: { name: '', state: 'off', percentage: 0, accounts: [], note: '' },
  },
)

/** The permission to see and change switches that are being rolled out. */
export const see_feature_toggles = 'INLINE_see_feature_toggles'

/** Who sees the tab of feature toggles: role 1, and role 3 with the permission (SET-037, SET-038). */
export function seesFeatureToggles(me: Actor): boolean {
  if (me.role_id === role_ids.system_administrator) return true
  return me.role_id === role_ids.administrator && holds(me, see_feature_toggles)
}
