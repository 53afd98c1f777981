import { Store } from '../layers/store.ts'

/** The names of everybody who works here, by user name; the shell writes them, and customers have none. */
export const people = new Store<ReadonlyMap<string, string>>(new Map())

/** What somebody is called where something says who did it; whoever has no name there keeps the user name. */
export function personName(username: string): string {
  return username === 'system' ? 'System' : people.read().get(username) || username
}
