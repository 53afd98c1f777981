import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, instant, list, maybe, text } from '../kit/calls/wire.ts'
import { isGuarded } from './guarded.ts'

/**
 * A setting as stored: its value as text or JSON text; secrets read `***` (SET-001, SET-018,
 * docs/domain/public-api.md#settings).
 */
export const StoredSetting = z.object({
  id: z.number(),
  provider_id: z.number(),
  key: z.string(),
  value: z.string(),
  time_modified: instant,
})
export type StoredSetting = z.output<typeof StoredSetting>

/** One value to save. */
const Change = z.object({
  key: text(120),
  /** As the setting has it, or as text or JSON text; `***` leaves a secret as it is. */
  value: z.unknown(),
  /**
   * `time_modified` of the value that was looked at, as it was answered; `null` when nothing was stored. Left out:
   * whatever stands there is replaced.
   */
  based_on: z.string().nullish(),
})

/** The provider's settings as stored (docs/domain/public-api.md#settings). */
export const settingsApi = {
  list: endpoint('GET /providers/settings', {
    input: z.object({ provider_id: maybe(count), since: maybe(instant), setting: maybe(text(120)) }),
    output: z.object({ settings: z.array(StoredSetting), count: z.number() }),
    summary: 'Stored settings; account callers get those meant for them, secrets read ***.',
  }),
  save: endpoint('POST /providers/settings', {
    body: 'many',
    input: z.object({ settings: list(Change) }),
    output: z.object({ settings: z.array(StoredSetting), count: z.number() }),
    step_up: { when: ({ settings }) => settings.some(isGuarded), api_keys: 'refused' },
    summary: 'Saves settings; all are checked before any is written.',
  }),
}
