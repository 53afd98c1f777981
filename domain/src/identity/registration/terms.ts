/** Pixels from the end at which terms count as read, and the height of their window (AUTH-057, AUTH-058). */
export const terms_window = { near_end_px: 60, height_px: 300 } as const

export const terms_modes = ['checkbox', 'window'] as const
export type TermsMode = (typeof terms_modes)[number]

/** The terms of a courier company, by its settings. */
export interface Terms {
  terms_mode: TermsMode
  shipment_terms: readonly string[]
  window_user_terms_and_conditions: string
  terms_and_conditions_version: string
}

/** Whether the company checks terms: there is a version, and something to read in the chosen mode (AUTH-055). */
export function checksTerms(terms: Terms): boolean {
  const hasText =
    terms.terms_mode === 'checkbox'
      ? terms.shipment_terms.length > 0
      : terms.window_user_terms_and_conditions.trim() !== ''
  return terms.terms_and_conditions_version !== '' && hasText
}

/**
 * Whether somebody has still to accept a version of the terms, when the company checks them: a customer, not
 * impersonated, who accepted another one (AUTH-054).
 */
export function mustAcceptTerms(
  version: unknown,
  user: {
    account_id?: number | undefined
    terms_and_conditions_accepted_version?: string | undefined
    is_impersonated: boolean
  },
): boolean {
  return (
    user.account_id !== undefined &&
    !user.is_impersonated &&
    user.terms_and_conditions_accepted_version !== version
  )
}

/** Whether a window of terms was read: scrolled to within 60 px of the end; what needs no scrolling counts as read. */
export function isRead(window: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean {
  return window.scrollHeight - window.clientHeight - window.scrollTop <= terms_window.near_end_px
}
