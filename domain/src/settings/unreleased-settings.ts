import type { Setting } from '../kit/setting.ts'

const month_end = 'month-end: invoices and proofs by e-mail, payments'

/**
 * Settings that no code reads yet, by key, with the capability that will use them. They are neither shown nor
 * changeable; a setting is offered only when it has an effect. The architecture tests require that every other
 * setting is read.
 */
export const unreleased_settings: Readonly<Record<string, string>> = {
  promotional_credit_on_registration: month_end,
  default_payment_terms_options: month_end,
  email_include_label_pdf: month_end,
  email_include_pod_pdf: month_end,
}

/** Checks whether a setting is not yet read by any code. */
export function isLater({ key }: Pick<Setting, 'key'>): boolean {
  return key in unreleased_settings
}
