/** The settings for VIP accounts (SET-092, SET-093). */
export interface VipRules {
  vip_accounts: readonly string[]
  vip_priority_level: number
}

/** Whether the account code is in the company's VIP list, compared regardless of case (SET-092). */
export function isVip(accountCode: string, { vip_accounts }: Pick<VipRules, 'vip_accounts'>): boolean {
  const code = accountCode.toLowerCase()
  return vip_accounts.some((vip) => vip.trim().toLowerCase() === code)
}

/**
 * Returns the priority of an account's shipments on trip sheets and at the hub: the company's VIP level for VIP
 * accounts, 0 for all others.
 */
export function priorityLevel(accountCode: string, rules: VipRules): number {
  return isVip(accountCode, rules) ? rules.vip_priority_level : 0
}
