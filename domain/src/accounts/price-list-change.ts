/** The current price list of an account and the planned next one with its first day (`YYYY-MM-DD`), if any. */
export interface PriceListPlan {
  rate_group_id: number | null
  next_rate_group_id: number | null
  next_rate_group_date: string | null
}

/** Whether the planned change has taken effect on `day`. */
export function isChangeDue(plan: PriceListPlan, day: string): boolean {
  return (
    plan.next_rate_group_id !== null && plan.next_rate_group_date !== null && plan.next_rate_group_date <= day
  )
}

/**
 * Returns the price list that applies to an account on `day`: the planned one from its first day, whether or not the
 * scheduled job has already applied it.
 */
export function priceListOn(plan: PriceListPlan, day: string): number | null {
  return isChangeDue(plan, day) ? plan.next_rate_group_id : plan.rate_group_id
}
