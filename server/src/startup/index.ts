import { identityApi } from '@waybill/domain/identity/api'
import { favicon_url, logo_url, navigation_logo_url, provider_title } from '@waybill/domain/identity/settings'
import { branchLimit, hasPermission, isOffice, isStaff } from '@waybill/domain/kit/actor'
import { parseStored } from '@waybill/domain/kit/setting'
import { catalogue, public_settings } from '@waybill/domain/settings/catalogue'
import { hidden_placeholder } from '@waybill/domain/settings/guarded'
import { settingsSentTo } from '@waybill/domain/settings/setting-visibility'
import { inbox_read } from '@waybill/domain/notifications/inbox-api'
import { feature_toggles, featuresFor } from '@waybill/domain/settings/feature-toggles'
import { startupApi } from '@waybill/domain/startup/api'
import { other_tag_types, type TagType } from '@waybill/domain/tags/model'
import { reportedFrom } from '@waybill/domain/kit/environment'
import { deriveTheme } from '@waybill/domain/kit/theme'
import { accountSettings, getAccount, hasThirdPartyAccounts, presentAccount } from '../accounts/index.ts'
import {
  allowancesOf,
  findProvider,
  listRoles,
  readUser,
  listDrivers,
  listPeople,
  presentUser,
  userSettings,
} from '../identity/index.ts'
import { storedSettings } from '../settings/index.ts'
import { listBranches } from '../maps/index.ts'
import { countUnread } from '../notifications/index.ts'
import { listTags } from '../tags/index.ts'
import { serve, serveExternal, type Context, type ExternalHandler, type Handler } from '../kit/handler.ts'

/** Whether a secret has a value: a non-empty text, or at least one entry. */
function isSet(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)
}

/** Returns the encoded current values of settings, stored or default. A secret is replaced by a placeholder. */
function valuesOf(ctx: Context, keys: Iterable<string>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const key of keys) {
    const setting = catalogue.get(key)
    if (!setting) continue
    const value = ctx.setting(setting)
    const encoded = setting.schema.safeEncode(value)
    values[setting.key] = setting.secret
      ? isSet(value)
        ? hidden_placeholder
        : ''
      : encoded.success
        ? encoded.data
        : value
  }
  return values
}

const readProvider: Handler<typeof identityApi.provider> = async (ctx) => {
  const row = await findProvider(ctx)
  const settings = valuesOf(
    ctx,
    public_settings.map((setting) => setting.key.toLowerCase()),
  )
  return {
    provider: {
      id: row.id,
      name: row.name,
      status: row.status,
      provider_title: ctx.setting(provider_title),
      logo_url: ctx.setting(logo_url),
      navigation_logo_url: ctx.setting(navigation_logo_url),
      favicon_url: ctx.setting(favicon_url),
      is_pickup_locker_provider: row.is_pickup_locker_provider,
      enabled_features:
        ctx.actor.kind === 'guest'
          ? featuresFor(row.enabled_features, ctx.setting(feature_toggles), {
              is_staff: false,
              account: null,
            })
          : row.enabled_features,
      allowances: allowancesOf(row),
      settings,
      theme: { light: deriveTheme(settings, 'light'), dark: deriveTheme(settings, 'dark') },
    },
  }
}

/**
 * How many milliseconds `since` is moved back, because a change written before that time may have been committed
 * after it.
 */
const overlap_ms = 60_000

/**
 * Returns everything that the shell needs, in one response (API-022, API-023). With `since` it contains only the
 * settings and list entries changed from then on, including deleted drivers and branches; the user with their
 * settings, the account and the time are always complete (API-024).
 */
const readGeneralData: Handler<typeof startupApi.generalData> = async (ctx, { since }) => {
  const staff = isStaff(ctx.actor)
  const from = since ? since.getTime() - overlap_ms : null
  const changed = <Row extends { time_modified: Date }>(rows: readonly Row[]) =>
    from === null ? rows : rows.filter((row) => row.time_modified.getTime() >= from)
  const user = await readUser(ctx, ctx.actor.user_id)
  if (!user) throw new Error('The signed-in user could not be read.')
  const account = ctx.actor.account_id === null ? null : await getAccount(ctx, ctx.actor.account_id)
  const chosen = account ? await accountSettings(ctx, account.id) : []
  const branchId = branchLimit(ctx.actor)
  const branches = changed(await listBranches(ctx)).filter(
    (branch) =>
      (from !== null || branch.deleted_date === null) && (branchId === null || branch.id === branchId),
  )
  const drivers = staff
    ? changed(await listDrivers(ctx)).filter((driver) => branchId === null || driver.branch_id === branchId)
    : []
  const roles = staff ? changed(await listRoles(ctx)) : []
  const tags = staff ? changed(await listTags(ctx, other_tag_types)) : []
  const tagsOf = (type: TagType) =>
    tags.filter((tag) => tag.type === type).map(({ id, name, colour }) => ({ id, type, name, colour }))
  const visible = settingsSentTo(ctx.actor)
  const keys =
    from === null
      ? visible
      : changed(await storedSettings(ctx))
          .map((row) => row.key.toLowerCase())
          .filter((key) => visible.has(key))
  const provider = await findProvider(ctx)
  return {
    provider_settings: valuesOf(ctx, keys),
    account_settings: Object.fromEntries(changed(chosen).map((one) => [one.key, parseStored(one.value)])),
    user_settings: await userSettings(ctx),
    enabled_features: featuresFor(provider.enabled_features, ctx.setting(feature_toggles), {
      is_staff: staff,
      account,
    }),
    user: presentUser(user),
    account: account && presentAccount(ctx, account),
    has_third_party_accounts: staff && (await hasThirdPartyAccounts(ctx)),
    roles: roles.map((role) => ({ ...role, permissions: [], permissions_ui: [] })),
    branches: branches.map(({ id, name, public_name, lat, lng, bays, is_active, deleted_date }) => ({
      id,
      name,
      public_name,
      lat,
      lng,
      bays: bays as string[],
      is_active,
      deleted_date,
    })),
    shipment_tags: tagsOf('shipment'),
    account_tags: tagsOf('account'),
    drivers: drivers.map(({ username, name, branch_id, deleted_date }) => ({
      username,
      name,
      branch_id,
      deleted_date,
    })),
    provider_overdue_invoices:
      isOffice(ctx.actor) && provider.status === 'overdue' ? provider.overdue_invoices : [],
    unread_messages: hasPermission(ctx.actor, inbox_read) ? await countUnread(ctx) : 0,
    logged_in_user: ctx.actor.impersonated_by,
    current_time: ctx.now,
  }
}

/** Returns the names for the usernames on records. Pages load them when they display the first unknown one. */
const readNames: Handler<typeof startupApi.names> = async (ctx) => ({
  people: isStaff(ctx.actor) ? await listPeople(ctx) : [],
})

/** Writes the crash of a page to the server log for operators, with the environment of its key (SHELL-085). */
const noteCrash: ExternalHandler<typeof startupApi.crash> = async (ctx, { key, ...crash }) => {
  ctx.log.warn({ provider_id: ctx.provider_id, environment: reportedFrom(key), ...crash }, 'a page crashed')
  return {}
}

export const startupRoutes = [
  serve(identityApi.provider, readProvider),
  serve(startupApi.generalData, readGeneralData),
  serve(startupApi.names, readNames),
  serveExternal(startupApi.crash, noteCrash),
]
