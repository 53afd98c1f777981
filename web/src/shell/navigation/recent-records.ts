/** Records somebody had open lately in this tab, newest first: address and title. */
export type Recent = readonly { to: string; title: string }[]

const key = 'recent'
const max = 5

/** The records visited lately; leaving one remembers it. */
export function recentRecords(): Recent {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as Recent
  } catch {
    return []
  }
}

/** Remembers a record under the title its page had, when the page is left; lists and forms are not records. */
export function rememberRecord(to: string, pageTitle: string): void {
  if (!/^\/[\w-]+(\/[\w-]+)?\/\d+$/.test(to)) return
  const title = pageTitle.replace(/ · [^·]*$/, '')
  const others = recentRecords().filter((one) => one.to !== to)
  try {
    sessionStorage.setItem(key, JSON.stringify([{ to, title }, ...others].slice(0, max)))
  } catch {
    // Without storage the palette begins without them.
  }
}
