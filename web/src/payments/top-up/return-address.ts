const key = 'top_up_way_back'

/**
 * Stores for this tab the page on which a top-up started, so that the result page can link back to it; `null` removes
 * it.
 */
export function storeReturnAddress(address: string | null): void {
  if (address === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, address)
}

/** Returns the page on which this tab's top-up started; `null` when there is none to return to. */
export function returnAddress(): string | null {
  return sessionStorage.getItem(key)
}
