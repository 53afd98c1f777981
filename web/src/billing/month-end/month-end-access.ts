import { monthEndApi } from '@waybill/domain/billing/month-end'
import { branchLimit, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { mayCall } from '../../kit/session/me.ts'

/** Whether a user sees month-end: staff who see all branches. */
export function seesMonthEnd(me: Actor): boolean {
  return isStaff(me) && branchLimit(me) === null && mayCall(me, monthEndApi.summary)
}
