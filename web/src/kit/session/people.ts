import { Store } from '../layers/store.ts'

type Names = readonly (readonly [username: string, name: string])[]

/** The known names of staff, by username. The page is rendered again when more become known. */
export const people = new Store<ReadonlyMap<string, string>>(new Map())

let load: (() => Promise<Names>) | null = null

/**
 * Sets how the names of all staff are loaded; `null` for customers, who see usernames. They are loaded when the first
 * unknown username is displayed, at most once per call of this function, because most pages display none.
 */
export function readPeopleWith(read: (() => Promise<Names>) | null): void {
  load = read
}

async function loadPeople(): Promise<void> {
  const read = load
  if (!read) return
  load = null
  try {
    const names = await read()
    people.write(new Map([...people.read(), ...names]))
  } catch {
    // The usernames stay on screen. The next unknown one loads again.
    load ??= read
  }
}

/** Returns the name to display for the user who performed an action; the username until a name is available. */
export function personName(username: string): string {
  if (username === 'system') return 'System'
  const known = people.read().get(username)
  if (known === undefined && username && load) void loadPeople()
  return known || username
}
