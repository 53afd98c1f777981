/** The price list of an account, and the one it changes to from a day on (`YYYY-MM-DD`), when that is planned. */
export interface PriceListPlan {
  rate_group_id: number | null
  next_rate_group_id: number | null
  next_rate_group_date: string | null
}

/** Whether a planned change has come, on a day. */
export function isChangeDue(plan: PriceListPlan, day: string): boolean {
  return (
    plan.next_rate_group_id !== null && plan.next_rate_group_date !== null && plan.next_rate_group_date <= day
  )
}

/** The price list that counts for an account on a day: the planned one from its day on, whoever applies it and when. */
export function priceListOn(plan: PriceListPlan, day: string): number | null {
  return isChangeDue(plan, day) ? plan.next_rate_group_id : plan.rate_group_id
}
