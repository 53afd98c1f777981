import { monthEndApi } from '@waybill/domain/billing/month-end'
import { hasPermission } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { seesMonthEnd } from './month-end-access.ts'

/** Opens month-end for the period up to today, where staff check and issue invoices (BILL-008). */
export function IssueInvoices() {
  const me = useMe()
  if (!seesMonthEnd(me) || !mayCall(me, monthEndApi.run) || !hasPermission(me, 'INLINE_run_invoicing'))
    return null
  return <ButtonLink to={`/billing/month-end?period=${dayOf(new Date())}`}>Issue invoices</ButtonLink>
}
