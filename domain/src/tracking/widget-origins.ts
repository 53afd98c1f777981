/**
 * Returns the origin in the address of a shop, such as `https://shop.example`; `null` when it is no web address or has
 * no encryption. `http` is accepted for the machine itself only.
 */
export function originOf(typed: string): string | null {
  const [, scheme = '', host = '', port = ''] =
    /^(https?):\/\/([a-z\d-]+(?:\.[a-z\d-]+)*)(:\d{1,5})?(?:[/?#].*)?$/i.exec(typed.trim()) ?? []
  if (host === '') return null
  const origin = `${scheme}://${host}${port}`.toLowerCase()
  return scheme.toLowerCase() === 'https' || ['localhost', '127.0.0.1'].includes(host) ? origin : null
}

/** Returns the HTML that shows the tracking widget on the page of a shop. `base` is the address of the company. */
export function widgetSnippet(base: string): string {
  return `<iframe src="${base}/track/widget" title="Track a parcel" width="100%" height="420" style="border:0" loading="lazy"></iframe>`
}
