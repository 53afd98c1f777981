import { cod_fee_minimum, cod_fee_percentage } from '@waybill/domain/cash/settings'
import type { FeeTerms } from '@waybill/domain/cash/fee'
import { getAccount } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'

/** Returns the fee of an account: its own terms, otherwise those of the company. */
export async function feeTermsOf(ctx: Context, accountId: number): Promise<FeeTerms> {
  const account = await getAccount(ctx, accountId)
  return account.cod_own_terms
    ? { percentage: Number(account.cod_fee_percentage), minimum: account.cod_fee_minimum }
    : { percentage: ctx.setting(cod_fee_percentage), minimum: ctx.setting(cod_fee_minimum) }
}
