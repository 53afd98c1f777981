import { z } from 'zod'
import type { Actor } from '../kit/actor.ts'
import { isDriver, isStaff } from '../kit/actor.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { count, instant, list, text } from '../kit/calls/wire.ts'

/** Audiences of release notes (docs/domain/platform.md). */
export const release_audiences = ['staff', 'customers', 'drivers'] as const
export type ReleaseAudience = (typeof release_audiences)[number]

/** Returns the actor's audience; `null` for guests. */
export function audienceOf(actor: Actor): ReleaseAudience | null {
  if (actor.kind === 'guest') return null
  if (actor.account_id !== null) return 'customers'
  return isStaff(actor) && isDriver(actor) ? 'drivers' : 'staff'
}

const required = (max: number, lines = false) => text(max, { lines }).pipe(z.string().min(1, 'is required'))

const fields = {
  /** The release of the note, such as `3.17.17`. */
  version: required(40),
  title: required(120),
  /** Plain text; an empty line starts a paragraph. */
  body: required(10_000, true),
  audience: list(z.enum(release_audiences)).pipe(z.array(z.enum(release_audiences)).min(1, 'is required')),
}

const ReleaseNote = z.object({
  id: count,
  version: z.string(),
  title: z.string(),
  body: z.string(),
  audience: z.array(z.enum(release_audiences)),
  time_created: instant,
})
export type ReleaseNote = z.output<typeof ReleaseNote>

/** API for release notes from the platform to the users of a provider (NAV-009, NAV-051). */
export const platformApi = {
  releaseNotes: endpoint('GET /release-notes', {
    input: z.object({ ...paging }),
    output: z.object({ release_notes: z.array(ReleaseNote), count }),
    audience: 'session',
    permission: 'INLINE_see_release_notes',
    published: false,
    summary: 'Lists release notes for the caller, newest first. Platform administrators get all.',
  }),
  addReleaseNote: endpoint('POST /release-notes', {
    input: z.object(fields),
    output: ReleaseNote,
    audience: 'session',
    published: false,
    summary: 'Adds a release note.',
  }),
}
