import { hasPermission, isOffice } from '@waybill/domain/kit/actor'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { forbidden } from '@waybill/domain/kit/problem'
import type { Context } from '../kit/handler.ts'

/** Throws 403 for everyone but staff in the office. */
export function requireOffice(ctx: Context): void {
  if (!isOffice(ctx.actor)) throw forbidden(codedText('only_office'))
}

/** Whether the caller may see and count the cash of everyone. */
export function seesAllCash({ actor }: Context): boolean {
  return isOffice(actor) && hasPermission(actor, 'API_/billing/cash:GET')
}

/** Whether the caller may see and count the cash of this person. Everyone may with their own. */
export function seesCashOf(ctx: Context, username: string): boolean {
  return username === ctx.actor.username || seesAllCash(ctx)
}
