import { Store } from '../../kit/layers/store.ts'

/**
 * Number of pending items per navigation item, by path, such as unread messages or problem shipments. Written by
 * pages.
 */
export const navigation_counts = new Store<
  Readonly<Record<string, { count: number; what: string; urgent: boolean }>>
>({})

/** Sets the number of unread messages beside the inbox. */
export function countUnread(count: number): void {
  const unread = { count, what: 'unread', urgent: false }
  navigation_counts.write({ ...navigation_counts.read(), '/inbox': unread })
}

/** Whether the unread count in general data is out of date. If so, it is fetched separately. */
export const is_unread_stale = new Store(false)
