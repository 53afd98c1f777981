import { branchLimit, hasPermission, isOffice } from '@waybill/domain/kit/actor'
import { forbidden } from '@waybill/domain/kit/problem'
import type { BaseContext } from '../kit/handler.ts'

/** Rejects users who may not see the books of the whole company: customers, drivers, staff of one branch. */
export function requireAccountant({ actor }: BaseContext): void {
  if (!isOffice(actor) || branchLimit(actor) !== null || !hasPermission(actor, 'INLINE_see_billing_info'))
    throw forbidden('You may not see the books of the company. Ask your administrator for access.')
}
