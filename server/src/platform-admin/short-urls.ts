import { provider_title, provider_url, theme_primary, tracking_url } from '@waybill/domain/identity/settings'
import { endpoint } from '@waybill/domain/kit/calls/endpoint'
import { hostOf } from '@waybill/domain/kit/environment'
import { invalid, notFound } from '@waybill/domain/kit/problem'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { providersApi, ShortUrl } from '@waybill/domain/platform-admin/providers-api'
import { mayLeadTo, short_url_days } from '@waybill/domain/short-urls/short-urls'
import { z } from 'zod'
import { findProvider } from '../identity/index.ts'
import { html } from '../kit/html.ts'
import { htmlPage, themeCss } from '../kit/html-page.ts'
import type { Context, ExternalContext, ExternalHandler, RawHandler } from '../kit/handler.ts'
import { platformPort } from './platform-port.ts'
import { countClick, deleteShortUrl, findTarget, saveShortUrl, listShortUrls } from '../short-urls/index.ts'
import { listCompanies } from './providers-store.ts'

/** Public address: `/s/{code}`. */
export const followShortUrl = endpoint('GET /s', {
  input: z.object({ code: z.string() }),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  published: false,
  summary: 'Redirects a short address.',
})

/** Returns the hosts that a short URL of this company may redirect to: the current hosts of its pages. */
async function companyHosts(ctx: Context): Promise<string[]> {
  const { origins } = await findProvider(ctx)
  const named = [ctx.request.web_url, ctx.setting(provider_url), ctx.setting(tracking_url)]
    .filter((url) => URL.canParse(url))
    .map((url) => hostOf(new URL(url).hostname))
  return [...new Set([...origins, ...named])]
}

function addressIn(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

type Row = Awaited<ReturnType<typeof listShortUrls>>['rows'][number]

async function present(ctx: ExternalContext, row: Row): Promise<ShortUrl> {
  const webUrl = await ctx.adapter(platformPort).webUrlOf(row.company_id)
  return { ...row, short_url: `${webUrl}/s/${row.code}` }
}

export const readShortUrls: ExternalHandler<typeof providersApi.shortUrls> = async (ctx, input) => {
  const { rows, total } = await ctx
    .adapter(platformPort)
    .everywhere(ctx, (db) => listShortUrls(db, { search: input.search }, pageOf(input, 100)))
  return { short_urls: await Promise.all(rows.map((row) => present(ctx, row))), count: total }
}

export const addShortUrl: ExternalHandler<typeof providersApi.addShortUrl> = async (ctx, input) => {
  const { id: companyId, target, days = short_url_days.default } = input
  if (days < 1 || days > short_url_days.max)
    throw invalid(`A short address works for 1 to ${short_url_days.max} days.`, [
      { field: 'days', message: `must be from 1 to ${short_url_days.max}` },
    ])
  const platform = ctx.adapter(platformPort)
  const [known] = await platform.everywhere(ctx, (db) => listCompanies(db, ctx.now, { ids: [companyId] }))
  if (!known) throw notFound('There is no such company.')
  const url = addressIn(target)
  const id = await platform.inside(ctx, companyId, async (inner) => {
    ensure(mayLeadTo(url, await companyHosts(inner)))
    return (await saveShortUrl(inner, url?.href ?? '', days)).id
  })
  const { rows } = await platform.everywhere(ctx, (db) => listShortUrls(db, { id }, { limit: 1, offset: 0 }))
  const made = await Promise.all(rows.map((row) => present(ctx, row)))
  return ctx.answer(async () => made[0] as ShortUrl)
}

export const removeShortUrl: ExternalHandler<typeof providersApi.removeShortUrl> = async (
  ctx,
  { company_id, id },
) => {
  const isGone = await ctx.adapter(platformPort).inside(ctx, company_id, (inner) => deleteShortUrl(inner, id))
  if (!isGone) throw notFound('There is no such short address.')
  return ctx.answer(async () => ({}))
}

/**
 * Redirects to the target of a code of this company. Checks again whether the target is allowed; otherwise returns a
 * 404 page.
 */
export const redirectShortUrl: RawHandler<typeof followShortUrl> = async (ctx, { code }) => {
  const target = await ctx.inTransaction(async (inner) => {
    const found = await findTarget(inner, code)
    if (found === null || mayLeadTo(addressIn(found), await companyHosts(inner)) !== true) return null
    await countClick(inner, code)
    return found
  })
  if (target !== null)
    return { status: 302, headers: { location: target, 'referrer-policy': 'no-referrer' }, body: '' }
  return htmlPage({
    status: 404,
    title: `Not found \u2013 ${ctx.setting(provider_title)}`,
    theme: themeCss({ theme_primary: ctx.setting(theme_primary) }),
    css: 'main{max-width:480px;margin:20vh auto 0;padding:24px;text-align:center}h1{font-size:24px;line-height:32px;margin-bottom:8px}',
    body: html`<main>
      <h1>This link does not work any more</h1>
      <p>Ask the sender for a new one, or <a href="/track">track a parcel</a>.</p>
    </main>`,
  })
}
