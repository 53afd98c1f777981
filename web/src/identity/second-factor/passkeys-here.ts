/** Whether this page can use passkeys: the browser supports them and the address has a host name. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)
}
