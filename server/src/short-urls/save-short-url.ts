import { short_url_alphabet, short_url_days, short_url_length } from '@waybill/domain/short-urls/short-urls'
import type { Context } from '../kit/handler.ts'
import { insertShortUrl } from './store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const max_attempts = 5

/** Creates a short URL of this company that redirects to `target` for `days` days. */
export async function saveShortUrl(
  ctx: Context,
  target: string,
  days: number = short_url_days.default,
): Promise<{ id: number; code: string }> {
  const timeExpires = new Date(ctx.now.getTime() + days * day_ms)
  for (let tried = 0; tried < max_attempts; tried += 1) {
    const code = ctx.random(short_url_alphabet, short_url_length)
    const id = await insertShortUrl(ctx, { code, target, time_expires: timeExpires })
    if (id !== null) return { id, code }
  }
  throw new Error('No free code was found for a short address.')
}

/** Returns a short URL to a page of this company. Used where text is limited, such as in an SMS. */
export async function shortened(ctx: Context, target: string): Promise<string> {
  const { code } = await saveShortUrl(ctx, target)
  return `${ctx.request.web_url}/s/${code}`
}
