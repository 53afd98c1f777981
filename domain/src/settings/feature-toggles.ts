import { z } from 'zod'
import { hasPermission, role_ids, type Actor } from '../kit/actor.ts'
import { provider_features } from '../identity/features.ts'
import { choicesOf } from '../kit/setting-control.ts'
import { settingsSection } from '../kit/settings-section.ts'

const names = provider_features.map(({ name }) => name)
const states = ['off', 'staff', 'share', 'accounts', 'on'] as const

/** Defines who gets a feature during its gradual rollout (SET-038). */
export const FeatureToggle = z.object({
  name: z.enum(names),
  /** No user, staff, a share of the accounts, listed accounts, or all users. */
  state: z.enum(states),
  /** Percentage of the accounts, for `share`. */
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
      {
        key: 'name',
        label: 'Part of the product',
        control: {
          kind: 'one',
          choices: provider_features.map(({ name, label }) => ({ value: name, label })),
        },
      },
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
      { key: 'accounts', label: 'Accounts', control: { kind: 'texts', noun: 'account code', max: 20 } },
      { key: 'note', label: 'Note', control: { kind: 'words', max: 500 }, wide: 2 },
    ],
    empty: { name: names[0] ?? 'shipments', state: 'off', percentage: 0, accounts: [], note: '' },
  },
)

/** The permission to see and change feature toggles. */
export const see_feature_toggles = 'INLINE_see_feature_toggles'

/** Checks whether a user sees the feature toggles tab: role 1, and role 3 with the permission (SET-037, SET-038). */
export function seesFeatureToggles(me: Actor): boolean {
  if (me.role_id === role_ids.system_administrator) return true
  return me.role_id === role_ids.administrator && hasPermission(me, see_feature_toggles)
}

/** The user for whom the features are determined. */
export interface FeatureViewer {
  is_staff: boolean
  /** The customer's account; `null` for staff and guests. */
  account: { id: number; account_code: string } | null
}

/**
 * Returns the features that a user gets: those of the company, without those that are rolled out only to others.
 * Staff get every feature that is not off; guests get only features that are on for all users.
 */
export function featuresFor(
  enabled: readonly string[],
  toggles: readonly FeatureToggle[],
  viewer: FeatureViewer,
): string[] {
  return enabled.filter((name) =>
    toggles.filter((toggle) => toggle.name === name).every((toggle) => isRolledOutTo(toggle, viewer)),
  )
}

function isRolledOutTo({ name, state, percentage, accounts }: FeatureToggle, viewer: FeatureViewer): boolean {
  if (state === 'on' || state === 'off') return state === 'on'
  if (viewer.is_staff) return true
  const { account } = viewer
  if (!account || state === 'staff') return false
  if (state === 'accounts')
    return accounts.some((code) => code.toUpperCase() === account.account_code.toUpperCase())
  return shareOf(name, account.id) < percentage
}

/**
 * Returns the position of an account, from 0 up to but not including 100. It is the same on each call and differs
 * between features.
 */
function shareOf(name: string, accountId: number): number {
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 10_007, 7)
  return ((accountId * 7_919 + seed * 104_729) % 10_000) / 100
}
