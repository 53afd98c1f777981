/** Records that the user recently opened in this tab, newest first, as path and title. */
export type Recent = readonly { to: string; title: string }[]

const key = 'recent'
const max = 5

/** Returns the recently opened records. A record is added when the user leaves it. */
export function recentRecords(): Recent {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as Recent
  } catch {
    return []
  }
}

/** Stores a record with its page title when the user leaves the page. Lists and forms are ignored. */
export function rememberRecord(to: string, pageTitle: string): void {
  if (!/^\/[\w-]+(\/[\w-]+)?\/\d+$/.test(to)) return
  const title = pageTitle.replace(/ · [^·]*$/, '')
  const others = recentRecords().filter((one) => one.to !== to)
  try {
    sessionStorage.setItem(key, JSON.stringify([{ to, title }, ...others].slice(0, max)))
  } catch {
    // Without storage the palette shows no recent records.
  }
}
