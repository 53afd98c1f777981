import { z } from 'zod'

const count_key = 'floor-count'

/** The floor count of this device, so that scanning goes on after a reload without a connection. */
const OwnCount = z.object({ id: z.int(), branch_id: z.int(), branch_name: z.string(), bay: z.string() })
export type OwnCount = z.output<typeof OwnCount>

/** Returns the floor count on which this device works; `null` when there is none. */
export function readOwnCount(): OwnCount | null {
  try {
    const stored = OwnCount.safeParse(JSON.parse(localStorage.getItem(count_key) ?? ''))
    return stored.success ? stored.data : null
  } catch {
    return null
  }
}

/** Stores the floor count on which this device works. */
export function saveOwnCount(count: OwnCount | null): void {
  try {
    if (count) localStorage.setItem(count_key, JSON.stringify(count))
    else localStorage.removeItem(count_key)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
