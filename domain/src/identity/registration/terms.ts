/**
 * Distance in px from the end at which terms count as read, and the height of their window in px (AUTH-057,
 * AUTH-058).
 */
export const terms_window = { near_end_px: 60, height_px: 300 } as const

export const terms_modes = ['checkbox', 'window'] as const
export type TermsMode = (typeof terms_modes)[number]

/** The settings for a company's terms and conditions. */
export interface Terms {
  terms_mode: TermsMode
  shipment_terms: readonly string[]
  window_user_terms_and_conditions: string
  terms_and_conditions_version: string
}

/** Whether users of the company must accept terms: a version is set, and the chosen mode has text (AUTH-055). */
export function checksTerms(terms: Terms): boolean {
  const hasText =
    terms.terms_mode === 'checkbox'
      ? terms.shipment_terms.length > 0
      : terms.window_user_terms_and_conditions.trim() !== ''
  return terms.terms_and_conditions_version !== '' && hasText
}

/**
 * Whether a user must still accept `version` of the terms, given that the company checks terms. True for a customer
 * who is not impersonated and has not accepted this version (AUTH-054).
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

/** Whether the terms were read: scrolled to within 60 px of the end. Terms that need no scrolling count as read. */
export function isRead(window: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean {
  return window.scrollHeight - window.clientHeight - window.scrollTop <= terms_window.near_end_px
}
