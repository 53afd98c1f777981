/** Whether a page of this address may use passkeys: the browser can, and the address has a name. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)
}
