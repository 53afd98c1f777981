import { provider_title, theme_nav_bg, theme_primary } from '@waybill/domain/identity/settings'
import { userInvited } from '@waybill/domain/identity/users-and-roles/users-events'
import { role_ids } from '@waybill/domain/kit/actor'
import { conflict, invalid, notFound, type FieldProblem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import {
  checkNewProvider,
  checkOrigins,
  checkOverdue,
  mayTakeStatus,
  plainHost,
} from '@waybill/domain/platform-admin/provider-rules'
import type { PlatformProvider, providersApi } from '@waybill/domain/platform-admin/providers-api'
import { lastMonths, useByMonth } from '@waybill/domain/platform-admin/use'
import { logo_url } from '@waybill/domain/identity/settings'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { randomBytes } from 'node:crypto'
import { copyPicture, companyPicture } from '../files/index.ts'
import { inviteUser } from '../identity/index.ts'
import { saveSettings } from '../settings/index.ts'
import { insertBranch } from '../maps/index.ts'
import type { Db } from '../kit/db.ts'
import type { ExternalContext, ExternalHandler } from '../kit/handler.ts'
import { platformPort, type Platform } from './platform-port.ts'
import { changeCompany, countUse, listCompanies, lockOrigins, type Company } from './providers-store.ts'

function rejectProblems(problems: readonly FieldProblem[]): void {
  const [first] = problems
  if (first) throw invalid(first.message, problems)
}

async function present(ctx: ExternalContext, platform: Platform, row: Company): Promise<PlatformProvider> {
  return {
    ...row,
    status: row.status,
    is_own: row.id === ctx.provider_id,
    web_url: await platform.webUrlOf(row.id),
    users: Number(row.users),
    accounts: Number(row.accounts),
    shipments: Number(row.shipments),
  }
}

async function presentById(ctx: ExternalContext, platform: Platform, id: number): Promise<PlatformProvider> {
  const [row] = await platform.everywhere(ctx, (db) => listCompanies(db, ctx.now, { ids: [id] }))
  if (!row) throw notFound('There is no such company.')
  return present(ctx, platform, row)
}

/** Lists the companies of the installation (ADMIN-001). */
export const readProviders: ExternalHandler<typeof providersApi.list> = async (ctx, { status, search }) => {
  const platform = ctx.adapter(platformPort)
  const rows = await platform.everywhere(ctx, (db) => listCompanies(db, ctx.now, { status, search }))
  const providers = await Promise.all(rows.map((row) => present(ctx, platform, row)))
  return { providers, count: providers.length }
}

const channels: Readonly<Record<string, 'emails' | 'sms' | 'whatsapp'>> = {
  email: 'emails',
  sms: 'sms',
  whatsapp: 'whatsapp',
}

/** Returns what a company used in each of the last twelve months, and the bytes of its files, for its bill. */
export const readUse: ExternalHandler<typeof providersApi.use> = async (ctx, { id }) => {
  const months = lastMonths(ctx.now, 12)
  const since = startOfDay(`${months.at(-1) ?? ''}-01`)
  const { shipments, messages, storage_bytes } = await ctx
    .adapter(platformPort)
    .everywhere(ctx, (db) => countUse(db, id, since))
  const sent = messages.flatMap(({ month, channel, n }) => {
    const of = channels[channel]
    return of ? [{ month, of, n: Number(n) }] : []
  })
  const booked = shipments.map(({ month, n }) => ({ month, of: 'shipments' as const, n: Number(n) }))
  return { months: useByMonth(months, [...booked, ...sent]), storage_bytes }
}

/**
 * Throws when one of `origins` belongs to a company other than `but`; each host name belongs to one company
 * (SHELL-041).
 */
async function requireFree(db: Db, origins: readonly string[], but: number | null): Promise<void> {
  for (const other of await lockOrigins(db)) {
    const taken = other.id === but ? undefined : other.origins.find((host) => origins.includes(host))
    if (taken !== undefined)
      throw invalid(`${taken} belongs to ${other.name}. Choose another host name.`, [
        { field: 'origins', message: `${taken} belongs to ${other.name}. Choose another host name.` },
      ])
  }
}

const logo_gone = 'This logo is no longer there. Choose it again.'

/**
 * Creates a courier company with the data that every company starts with, its brand, a branch and its first
 * administrator. The administrator gets a link by e-mail to choose a password.
 */
export const createProvider: ExternalHandler<typeof providersApi.create> = async (ctx, requested) => {
  const platform = ctx.adapter(platformPort)
  const about = { ...requested, origins: requested.origins.map(plainHost) }
  rejectProblems(checkNewProvider(about))
  const logo = requested.logo_url ?? ''
  if (logo && !(await companyPicture(ctx, logo)))
    throw invalid(logo_gone, [{ field: 'logo_url', message: logo_gone }])
  await platform.everywhere(ctx, (db) => requireFree(db, about.origins, null))
  const settings = {
    [provider_title.key]: about.provider_title,
    ...(about.theme_primary ? { [theme_primary.key]: about.theme_primary } : {}),
    ...(about.theme_nav_bg ? { [theme_nav_bg.key]: about.theme_nav_bg } : {}),
  }
  const id = await platform.found(
    ctx,
    { name: about.name, origins: about.origins, settings },
    async (inner) => {
      await insertBranch(inner, {
        name: about.branch_name,
        public_name: about.branch_public_name || about.branch_name,
        lat: null,
        lng: null,
      })
      const userId = await inviteUser(inner, {
        username: about.admin_email.toLowerCase(),
        name: about.admin_name,
        email: about.admin_email.toLowerCase(),
        role_id: role_ids.administrator,
        code: randomBytes(32).toString('base64url'),
      })
      await inner.emit(userInvited, { user_id: userId })
    },
  )
  if (logo) {
    const given = await copyPicture(ctx, logo, id)
    await platform.inside(ctx, id, async (inner) => {
      await given.note(inner)
      await saveSettings(inner, [{ key: logo_url.key, value: given.address }])
    })
  }
  const made = await presentById(ctx, platform, id)
  return ctx.answer(async () => made)
}

/** Changes a company. A new status applies to every user's next request (ADMIN-003). */
export const changeProvider: ExternalHandler<typeof providersApi.change> = async (ctx, requested) => {
  const platform = ctx.adapter(platformPort)
  const { id, version, ...wanted } = requested
  const before = await presentById(ctx, platform, id)
  const changes = {
    ...wanted,
    ...(wanted.origins ? { origins: wanted.origins.map(plainHost) } : {}),
  }
  const status = changes.status ?? before.status
  ensure(mayTakeStatus(before, status, ctx.provider_id))
  rejectProblems([
    ...(changes.name === '' ? [{ field: 'name', message: 'Enter the name of the company.' }] : []),
    ...(changes.origins && (changes.origins.length > 0 || !before.is_default)
      ? checkOrigins(changes.origins)
      : []),
    ...checkOverdue(status, changes.overdue_invoices ?? before.overdue_invoices),
  ])
  const { origins } = changes
  const isChanged = await platform.everywhere(ctx, async (db) => {
    if (origins) await requireFree(db, origins, id)
    return changeCompany(db, id, version, defined(changes))
  })
  if (!isChanged) {
    const { web_url: _web_url, is_own: _is_own, ...current } = await presentById(ctx, platform, id)
    throw conflict('Someone else changed this company in the meantime. Check it and save again.', {
      ...current,
      last_activity: current.last_activity?.toISOString() ?? null,
      time_created: current.time_created.toISOString(),
    })
  }
  await platform.inside(ctx, id, (inner) => inner.publish({ topic: 'provider' }))
  const changed = await presentById(ctx, platform, id)
  return ctx.answer(async () => changed)
}

/** Returns the fields that were sent: those that are not undefined. */
function defined<Fields extends object>(
  fields: Fields,
): { [K in keyof Fields]: Exclude<Fields[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
