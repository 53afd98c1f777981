/**
 * The priority of an account's shipments on trip sheets and at the hub: the provider's level for the accounts it lists
 * as VIP (by code, in any case), 0 for all others (SET-092, SET-093).
 */
export function priorityLevel(
  account_code: string,
  rules: { vip_accounts: readonly string[]; vip_priority_level: number },
): number {
  const code = account_code.toLowerCase()
  return rules.vip_accounts.some((vip) => vip.trim().toLowerCase() === code) ? rules.vip_priority_level : 0
}
