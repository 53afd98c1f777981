import type { Cents } from '../../kit/money.ts'

/** The settings and the account that decide about cash on delivery. */
export interface CodRules {
  cod_enabled: boolean
  /** Cents. */
  cod_max_amount: Cents
  /** `null` while no account is known. */
  account: { cod_own_terms: boolean; cod_max_amount: Cents } | null
}

/**
 * Returns the largest amount that a receiver may have to pay, in cents; `null` when cash on delivery is not offered. The
 * own terms of an account replace the limit of the company, and 0 switches it off for the account.
 */
export function maxCodAmount({ cod_enabled, cod_max_amount, account }: CodRules): Cents | null {
  if (!cod_enabled) return null
  const max = account?.cod_own_terms ? account.cod_max_amount : cod_max_amount
  return max > 0 ? max : null
}

/** Whether a service level may have cash on delivery; capitals do not matter. */
export function serviceAllowsCod(code: string, excluded: readonly string[]): boolean {
  return !excluded.some((one) => one.trim().toUpperCase() === code.toUpperCase())
}
