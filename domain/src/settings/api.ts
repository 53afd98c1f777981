import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { count, instant, list, maybe, text } from '../kit/wire.ts'

const StoredSetting = z.object({
  id: z.number(),
  provider_id: z.number(),
  key: z.string(),
  value: z.string(),
  time_modified: instant,
})

/** The provider's settings as stored (partner API 9.6). */
export const settingsApi = {
  list: endpoint('GET /providers/settings', {
    input: z.object({ provider_id: maybe(count), since: maybe(instant), setting: maybe(text(120)) }),
    output: z.object({ settings: z.array(StoredSetting), count: z.number() }),
    summary: 'Stored settings; account callers get those meant for them, secrets read ***.',
  }),
  save: endpoint('POST /providers/settings', {
    input: z.object({ settings: list(z.object({ key: text(120), value: z.unknown() })) }),
    output: z.object({ settings: z.array(StoredSetting), count: z.number() }),
    summary: 'Saves settings; all are checked before any is written.',
  }),
}
