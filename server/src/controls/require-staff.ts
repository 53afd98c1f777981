import { isStaff } from '@waybill/domain/kit/actor'
import { forbidden } from '@waybill/domain/kit/problem'
import type { BaseContext } from '../kit/handler.ts'

/** Throws unless the caller is staff of the company. */
export function requireStaff({ actor }: BaseContext): void {
  if (!isStaff(actor)) throw forbidden('Only the courier company sees this.')
}
