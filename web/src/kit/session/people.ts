import { Store } from '../layers/store.ts'

/** The names of all staff, by username. The shell fills it; it is empty for customers. */
export const people = new Store<ReadonlyMap<string, string>>(new Map())

/** Returns the name to display for the user who performed an action; the username if no name is available. */
export function personName(username: string): string {
  return username === 'system' ? 'System' : people.read().get(username) || username
}
