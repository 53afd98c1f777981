const key = 'top_up_way_back'

/** Keeps in this tab where a top-up began, so that paying leads back to it; `null` forgets it. */
export function storeReturnAddress(address: string | null): void {
  if (address === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, address)
}

/** Where the top-up of this tab began; `null` when it leads nowhere in particular. */
export function returnAddress(): string | null {
  return sessionStorage.getItem(key)
}
