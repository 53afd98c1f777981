import { branchLimit, hasAllPermissions, type Actor } from '@waybill/domain/kit/actor'

/** The tabs of costs and pay, with the address and the permissions of each. */
const tabs = [
  {
    key: 'margin',
    label: 'Margin',
    to: '/costs',
    needs: ['API_/costs:GET', 'API_/reports:GET', 'API_/billing/transactions:GET', 'INLINE_see_billing_info'],
  },
  {
    key: 'sources',
    label: 'Sources',
    to: '/costs/sources',
    needs: ['API_/costs:GET', 'API_/reports:GET', 'API_/billing/transactions:GET', 'INLINE_see_billing_info'],
  },
  {
    key: 'statements',
    label: 'Driver statements',
    to: '/costs/statements',
    needs: ['API_/pay-statements:GET'],
  },
  { key: 'pay-plans', label: 'Pay plans', to: '/costs/pay-plans', needs: ['API_/pay-plans:GET'] },
  {
    key: 'partner-bills',
    label: 'Partner bills',
    to: '/costs/partner-bills',
    needs: ['API_/costs/partner-bills:GET'],
  },
] as const

export type CostTabKey = (typeof tabs)[number]['key']

/** Returns the tabs that a user may open. Bills are about the whole company. */
export function costTabsFor(me: Actor) {
  return tabs.filter(
    ({ key, needs }) => hasAllPermissions(me, needs) && (key !== 'partner-bills' || branchLimit(me) === null),
  )
}

/** Whether a user may open a tab. */
export function mayOpenTab(me: Actor, key: CostTabKey): boolean {
  return costTabsFor(me).some((tab) => tab.key === key)
}
