import { Store } from '../../kit/layers/store.ts'

/** What waits behind a navigation item, by its address: unread messages, problem shipments. Pages write it. */
export const navigation_counts = new Store<
  Readonly<Record<string, { count: number; what: string; urgent: boolean }>>
>({})

/** Writes the number of unread messages beside the inbox. */
export function countUnread(count: number): void {
  const unread = { count, what: 'unread', urgent: false }
  navigation_counts.write({ ...navigation_counts.read(), '/inbox': unread })
}

/** Whether the number of general data is no longer to be relied on: from then on it is read by itself. */
export const is_unread_stale = new Store(false)
