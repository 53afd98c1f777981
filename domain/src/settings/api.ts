import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, instant, list, maybe, text } from '../kit/calls/wire.ts'
import { approvableSettings, isGuarded } from './guarded.ts'

/**
 * A setting as stored: its value as text or JSON text. Secrets are returned as `***` (SET-001, SET-018,
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

/** A value to save. */
const Change = z.object({
  key: text(120),
  /** In the type of the setting, or as text or JSON text; `***` leaves a secret unchanged. */
  value: z.unknown(),
  /**
   * `time_modified` of the value that the change is based on, exactly as returned; `null` when no value was stored.
   * When omitted, the stored value is overwritten without this check.
   */
  based_on: z.string().nullish(),
})

/** The provider's settings as stored (docs/domain/public-api.md#settings). */
export const settingsApi = {
  list: endpoint('GET /providers/settings', {
    input: z.object({ provider_id: maybe(count), since: maybe(instant), setting: maybe(text(120)) }),
    output: z.object({ settings: z.array(StoredSetting), count: z.number() }),
    summary:
      'Lists stored settings. Callers of an account get account-facing settings only; secrets are returned as `***`.',
  }),
  save: endpoint('POST /providers/settings', {
    body: 'many',
    input: z.object({ settings: list(Change) }),
    output: z.object({ settings: z.array(StoredSetting), count: z.number() }),
    approval: ({ settings }) => approvableSettings(settings),
    step_up: { when: ({ settings }) => settings.some(isGuarded), api_keys: 'refused' },
    summary: 'Saves settings, all or none.',
  }),
}
