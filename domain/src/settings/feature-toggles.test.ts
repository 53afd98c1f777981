import { expect, it } from 'vitest'
import { featuresFor, type FeatureToggle } from './feature-toggles.ts'

const enabled = ['shipments', 'webhooks']
const toggle = (state: FeatureToggle['state'], more: Partial<FeatureToggle> = {}): FeatureToggle => ({
  name: 'webhooks',
  state,
  percentage: 0,
  accounts: [],
  note: '',
  ...more,
})
const staff = { is_staff: true, account: null }
const guest = { is_staff: false, account: null }
const customer = (id: number) => ({ is_staff: false, account: { id, account_code: `ACC${id}` } })
const has = (toggles: FeatureToggle[], viewer: Parameters<typeof featuresFor>[2]) =>
  featuresFor(enabled, toggles, viewer).includes('webhooks')

it.each([
  ['off', false, false, false],
  ['staff', true, false, false],
  ['accounts', true, true, false],
  ['on', true, true, true],
] as const)(
  '[SET-038] state %s: on for staff is %s, for a listed account %s, for guests %s',
  (state, forStaff, forAccount, forGuest) => {
    const toggles = [toggle(state, { accounts: ['acc4'] })]
    expect([has(toggles, staff), has(toggles, customer(4)), has(toggles, guest)]).toEqual([
      forStaff,
      forAccount,
      forGuest,
    ])
    expect(has(toggles, customer(5))).toBe(state === 'on')
  },
)

it('[SET-038] gives the feature to about the given share of accounts, and to the same accounts each time', () => {
  const accounts = Array.from({ length: 2_000 }, (_, at) => customer(at + 1))
  const chosen = (percentage: number) => accounts.filter((one) => has([toggle('share', { percentage })], one))
  expect(chosen(0)).toHaveLength(0)
  expect(chosen(100)).toHaveLength(2_000)
  const quarter = chosen(25)
  expect(quarter.length).toBeGreaterThan(400)
  expect(quarter.length).toBeLessThan(600)
  expect(chosen(25)).toEqual(quarter)
  expect(chosen(50)).toEqual(expect.arrayContaining(quarter))
})

it('[SET-038] chooses a fixed set of accounts for a share, with a different set for each feature', () => {
  const chosen = (name: FeatureToggle['name'], percentage: number) => {
    const toggles = [toggle('share', { name, percentage })]
    const ids = Array.from({ length: 60 }, (_, at) => at + 1)
    return ids.filter((id) => featuresFor([name], toggles, customer(id)).includes(name))
  }
  expect(chosen('webhooks', 10)).toEqual([5, 19, 24, 29, 43, 48, 53])
  expect(chosen('inbox', 10)).toEqual([16, 21, 40, 45, 50])
})

it('does not enable a feature that the company does not have', () => {
  expect(featuresFor(['shipments'], [toggle('on')], staff)).toEqual(['shipments'])
})
